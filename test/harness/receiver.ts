import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually } from './eventually.ts'
import { webhookCheck } from './openapi-check.ts'

export type Received = { url: string; headers: IncomingHttpHeaders; body: string }

/** Checks a webhook request against the OpenAPI document. */
export const checkPayload = (received: Pick<Received, 'headers' | 'body'>): void => {
  const file = new URL('../../openapi.json', import.meta.url)
  webhookCheck(JSON.parse(readFileSync(file, 'utf8')))(received)
}

/** A status to respond with, or another behaviour. */
type Behaviour = number | 'hang' | 'reset' | ((response: ServerResponse) => void)

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** A real HTTP server on this machine that receives webhooks. It records requests and behaves as configured. */
export const startReceiver = async (first: Behaviour = 204, { host = '127.0.0.1', port = 0 } = {}) => {
  const received: Received[] = []
  let behaviour = first
  let connections = 0
  const server = createServer(async (request, response) => {
    let body = ''
    try {
      for await (const chunk of request) body += chunk
    } catch {
      // The sender has disconnected.
      return
    }
    received.push({ url: request.url ?? '', headers: request.headers, body })
    if (typeof behaviour === 'number') response.writeHead(behaviour).end()
    else if (behaviour === 'reset') request.socket.resetAndDestroy()
    else if (behaviour !== 'hang') behaviour(response)
  })
  server.on('connection', () => {
    connections += 1
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo
  return {
    port: own,
    url: `http://127.0.0.1:${own}/hook`,
    received,
    /** The number of connections so far, even if nothing was sent on them. */
    connections: () => connections,
    behave(next: Behaviour) {
      behaviour = next
    },
    /** Waits until it has received `count` requests, and returns the last one. */
    async gets(count: number): Promise<Received> {
      await eventually(`${count} requests`, () => received.length >= count)
      const last = received[count - 1]
      if (!last) throw new Error('not reached')
      return last
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
