import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually } from './eventually.ts'

type Value = { stringValue?: string; intValue?: number; boolValue?: boolean; doubleValue?: number }
type Attribute = { key: string; value: Value }
type SentSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code?: number }
}
type Sent = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[]
}

export type ReceivedSpan = Omit<SentSpan, 'attributes'> & {
  attributes: Record<string, unknown>
  resource: Record<string, unknown>
}

/** The numbers of span kinds in OTLP. */
export const SERVER = 2
export const CLIENT = 3

/** A real HTTP server that receives OpenTelemetry traces as OTLP in JSON, and may be slow or reject them. */
export const startSpanReceiver = async () => {
  const spans: ReceivedSpan[] = []
  const requests: { url: string; headers: Record<string, unknown>; body: string }[] = []
  let behaviour: 'take' | 'hang' | 'refuse' = 'take'
  const server = createServer(async (request, response) => {
    let body = ''
    try {
      for await (const chunk of request) body += chunk
    } catch {
      return
    }
    requests.push({ url: request.url ?? '', headers: request.headers, body })
    if (behaviour === 'hang') return
    if (behaviour === 'refuse') return void response.writeHead(400).end()
    spans.push(...spansOf(JSON.parse(body)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    requests,
    behave(next: typeof behaviour) {
      behaviour = next
    },
    /** Waits for a span. */
    async gets(what: string, isIt: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> {
      await eventually(what, () => spans.some(isIt), 10_000)
      const found = spans.find(isIt)
      if (!found) throw new Error('not reached')
      return found
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const spansOf = ({ resourceSpans }: Sent): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        ...span,
        attributes: plain(span.attributes),
        resource: plain(resource.attributes),
      })),
  )

const plain = (attributes: Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
