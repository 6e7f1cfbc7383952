import type { ClientRequest, RequestOptions } from 'node:http'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls, type SecureContext } from 'node:tls'
import { hostOf, portOf } from './proxies.ts'

/** An address that must not be connected to. */
export class RefusedAddress extends Error {}

/** The proxy refused a request, or could not be reached. Its message names the proxy, so it is for operators only. */
export class ProxyFault extends Error {}

/** Returns the first address of a host, as checked by `lookup`. */
export const addressOf = async (url: URL, lookup: LookupFunction): Promise<string> => {
  const host = hostOf(url)
  if (isIP(host) !== 0) return host
  return new Promise((resolve, reject) => {
    lookup(host, { all: false }, (error, address) => {
      if (error) reject(error)
      else if (typeof address === 'string') resolve(address)
      else reject(new Error('the name does not resolve'))
    })
  })
}

type Tunnel = {
  proxy: URL
  /** The target of the proxy: an IP address, so that the proxy resolves no name. */
  address: string
  signal: AbortSignal | undefined
  secureContext: SecureContext | undefined
  /** Sends the request for the tunnel. */
  request: (options: RequestOptions) => ClientRequest
}

/**
 * Opens a connection to the host of a URL through a proxy (CONNECT, RFC 9110, section 9.3.6), for http as well: the
 * proxy connects to the address that was checked. Certificates are verified for the name.
 */
export const openTunnel = async (url: URL, { address, secureContext, ...through }: Tunnel): Promise<Duplex> => {
  const socket = await connectThrough(authorityOf(address, portOf(url)), through)
  if (url.protocol !== 'https:') return socket
  const host = hostOf(url)
  return connectTls({
    socket,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ...(secureContext && { secureContext }),
  })
}

const authorityOf = (address: string, port: number): string =>
  `${isIP(address) === 6 ? `[${address}]` : address}:${port}`

const connectThrough = (
  authority: string,
  { proxy, signal, request: send }: Pick<Tunnel, 'proxy' | 'signal' | 'request'>,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const request = send({
      host: hostOf(proxy),
      port: portOf(proxy),
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...authorizationOf(proxy) },
      agent: false,
      ...(signal && { signal }),
    })
    const refused = (status = 0) => new ProxyFault(`the proxy ${proxy.host} refused the connection (${status})`)
    request.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(refused(statusCode))
    })
    request.once('response', ({ statusCode }) => {
      request.destroy()
      reject(refused(statusCode))
    })
    request.once('error', (error) =>
      reject(signal?.aborted ? error : new ProxyFault(`the proxy ${proxy.host}: ${error.message}`)),
    )
    request.end()
  })

const authorizationOf = ({ username, password }: URL): Record<string, string> => {
  if (username === '' && password === '') return {}
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(text).toString('base64')}` }
}
