import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

export type ListenAddress = { host: string; port: number }

/**
 * Listens, and resolves with the address as a URL. Port 0 takes a free port. Given a listening server, takes over its
 * port without a gap.
 */
export const listen = async (server: Server, at: ListenAddress | Server): Promise<string> => {
  if ('port' in at) server.listen(at.port, at.host)
  else server.listen(at)
  await once(server, 'listening').catch((error: unknown) => {
    throw 'port' in at ? explained(error, at) : error
  })
  // `address()` returns a path only for a server that listens on a socket file.
  const { address, port } = server.address() as AddressInfo
  const host = 'port' in at ? at.host : address
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

const explained = (error: unknown, { host, port }: ListenAddress): unknown => {
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
  return reason ? new Error(`cannot listen on ${host}:${port}: ${reason}`) : error
}

const reasons: Record<string, string> = {
  EADDRINUSE: 'another program uses the port (EADDRINUSE); stop it, or choose another port',
  EADDRNOTAVAIL: 'this machine does not have the address (EADDRNOTAVAIL)',
  EACCES: 'this user may not use the port (EACCES); choose one above 1023',
}
