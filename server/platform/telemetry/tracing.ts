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
  /** Where spans are sent, as OTLP in JSON over HTTP. */
  url: string
  /** They may carry a password of the receiver. */
  headers: Record<string, string>
  timeoutMs: number
  serviceName: string
  sampler: (typeof samplers)[number]
  /** The share of traces that the samplers named `traceidratio` keep. */
  ratio: number
}

export type Attributes = Record<string, string | number | boolean>

/** What is known of a request once it has its response. */
type RequestDescription = { operation: string; route: string | undefined; requestId: string }

/** The port of traces; there is one only while traces are exported. */
export type Tracing = {
  /** Handles a request within a span that ends with its response, as a part of its client's trace if it names one. */
  serve(request: IncomingMessage, response: ServerResponse, handle: () => void): void
  describe(request: IncomingMessage, description: RequestDescription): void
  /** The trace of a request, to find it by a log line. */
  traceId(request: IncomingMessage): string | undefined
  /** A part of the request under way; only the work where there is none. */
  within<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>
  /** A part of the request under way that is just over. */
  took(name: string, attributes: Attributes, durationMs: number): void
  /** A call to another server, which may be no part of any request. `describe` says what came of it. */
  calling<T>(
    name: string,
    attributes: Attributes,
    work: () => Promise<T>,
    describe: (result: T) => Attributes,
  ): Promise<T>
  /** How often spans could not be delivered. */
  failures(): number
  /** Delivers what is left, for two seconds at most. */
  close(): Promise<void>
}
