import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy that serves a server below a path, and 404 elsewhere. It records the paths of all requests. */
export const startPrefixProxy = async (target: string, prefix: string) => {
  const paths: string[] = []
  const server = createServer((incoming, response) => {
    const { url = '', method, headers } = incoming
    paths.push(url)
    if (!url.startsWith(`${prefix}/`)) return response.writeHead(404).end()
    const forwarded = request(new URL(url.slice(prefix.length), target), { method, headers })
    forwarded.on('response', (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers)
      received.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    response.on('close', () => forwarded.destroy())
    return incoming.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    paths,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
