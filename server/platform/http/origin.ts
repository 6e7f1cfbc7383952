import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

/** Where clients reach this server: scheme, host and port, without a path. */
export type Origin = (request: IncomingMessage) => string

/** Which addresses' `X-Forwarded-*` headers are believed. */
export type Trust = ReturnType<typeof proxyAddress.compile>

/** Of addresses, networks and the names `loopback`, `linklocal` and `uniquelocal`. */
export const trustOf = (proxies: readonly string[]): Trust => proxyAddress.compile([...proxies])

/** The address a request comes from: its client's, as the proxies that are believed name it. */
export const addressOf =
  (trust: Trust) =>
  (request: IncomingMessage): string =>
    proxyAddress(request, trust)

/** `publicUrl` if it is set, else what the request itself says, or the proxy that it comes from. */
export const originOf = (publicUrl: string | undefined, trust: Trust): Origin => {
  if (publicUrl !== undefined) return () => publicUrl
  // Almost every request names the host that the one before it named; one string for all is quick to compare.
  let known = { host: '', origin: '' }
  return ({ headers, socket }) => {
    const own = headers.host ?? `localhost:${socket.localPort}`
    const { 'x-forwarded-host': host, 'x-forwarded-proto': scheme } = headers
    const isForwarded = host !== undefined || scheme !== undefined
    if (isForwarded && trust(socket.remoteAddress ?? '', 0))
      return `${last(scheme) ?? 'http'}://${last(host) ?? own}`
    if (own !== known.host) known = { host: own, origin: `http://${own}` }
    return known.origin
  }
}

/**
 * Whether a request was sent by a page of this server. Browsers send `Origin` with each POST, and no page can change it:
 * it is `publicUrl`'s, or the one that the request itself was sent to.
 */
export const isOwnOrigin = (publicUrl: string | undefined, originOfRequest: Origin) => {
  const own = publicUrl === undefined ? undefined : new URL(publicUrl).origin
  return (request: IncomingMessage): boolean => {
    const { origin } = request.headers
    return origin !== undefined && (origin === own || origin === originOfRequest(request))
  }
}

const last = (value: string | string[] | undefined): string | undefined =>
  [value].flat().at(-1)?.split(',').at(-1)?.trim() || undefined
