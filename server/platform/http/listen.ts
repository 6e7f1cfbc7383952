import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

/** Listens, and resolves with the address as a URL; a port of 0 takes a free one. */
export const listen = async (
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<string> => {
  server.listen(port, host)
  await once(server, 'listening')
  // Of a server that listens on a port it is no path.
  const { port: given } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${given}`
}
