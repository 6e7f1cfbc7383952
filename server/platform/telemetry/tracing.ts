import type { IncomingMessage, ServerResponse } from 'node:http'

export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export type TracingConfig = {
  /** Where spans are sent, as OTLP JSON over HTTP. */
  url: string
  /** They may contain the receiver's password. */
  headers: Record<string, string>
  timeoutMs: number
  serviceName: string
  sampler: (typeof samplers)[number]
  /** The share of traces that the `traceidratio` samplers keep. */
  ratio: number
}

export type Attributes = Record<string, string | number | boolean>

/** The description of a request once it has its response. */
type RequestDescription = { operation: string; route: string | undefined; requestId: string }

/** The port for traces; it exists only if traces are exported. */
export type Tracing = {
  /** Handles a request within a span that ends with its response. It continues the client's trace if there is one. */
  serve(request: IncomingMessage, response: ServerResponse, handle: () => void): void
  describe(request: IncomingMessage, description: RequestDescription): void
  /** The id of a request's trace, to find it by a log line. */
  traceId(request: IncomingMessage): string | undefined
  /** Runs work within a child span of the current request; without a request, it only runs the work. */
  within<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>
  /** Adds a finished child span to the current request. */
  took(name: string, attributes: Attributes, durationMs: number): void
  /** Wraps a call to another server, which need not belong to a request. `describe` describes the outcome. */
  calling<T>(
    name: string,
    attributes: Attributes,
    work: () => Promise<T>,
    describe: (result: T) => Attributes,
  ): Promise<T>
  /** How often spans could not be delivered. */
  failures(): number
  /** Delivers the remaining spans, for at most two seconds. */
  close(): Promise<void>
}
