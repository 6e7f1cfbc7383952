import { once } from 'node:events'
import { createServer, request as requestHttp } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

type Options = {
  /** Where connections to a host and port really go: a port of this machine. */
  routes?: Record<string, number>
  /** `user:password` that clients must send. */
  credentials?: string
}

/** A real forward proxy: tunnels (CONNECT) and requests with a whole URL. It records what it is asked for. */
export const startForwardProxy = async ({ routes = {}, credentials }: Options = {}) => {
  const asked: string[] = []
  let refusal: number | undefined
  const allows = (given: string | undefined) =>
    credentials === undefined || given === `Basic ${Buffer.from(credentials).toString('base64')}`
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '')
    asked.push(`${request.method} ${request.url}`)
    if (!url || !allows(request.headers['proxy-authorization'])) return response.writeHead(407).end()
    const port = routes[url.host] ?? Number(url.port)
    const { 'proxy-authorization': _given, ...headers } = request.headers
    const onward = requestHttp(
      { host: '127.0.0.1', port, method: request.method, path: url.pathname + url.search, headers },
      (received) => {
        response.writeHead(received.statusCode ?? 502, received.headers)
        received.pipe(response)
      },
    )
    onward.on('error', () => response.writeHead(502).end())
    request.pipe(onward)
    return undefined
  })
  server.on('connect', (request, socket) => {
    const authority = request.url ?? ''
    asked.push(`CONNECT ${authority}`)
    socket.on('error', () => {})
    if (refusal !== undefined || !allows(request.headers['proxy-authorization'])) {
      return socket.end(`HTTP/1.1 ${refusal ?? 407} Refused\r\n\r\n`)
    }
    const port = routes[authority] ?? Number(authority.split(':').at(-1))
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n')
      onward.pipe(socket)
      socket.pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    return undefined
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${credentials === undefined ? '' : `${credentials}@`}127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    asked,
    /** Answers each CONNECT with this status. */
    refuse(status: number | undefined): void {
      refusal = status
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
