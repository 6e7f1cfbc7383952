import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import { withoutKeys } from '../log.ts'
import { type HttpError, protocolError } from './http-error.ts'

// Reads the head of a request: its target, client address and id, and its errors.

/**
 * Returns the URL to route by. The target of a request may be a whole URL, whose authority then replaces the Host
 * header (RFC 9112 section 3.2.2). Percent signs that encode nothing are taken literally, so that they lead to an
 * unknown id and not to an unroutable path.
 */
export const readTarget = (request: IncomingMessage): string => {
  const { url = '/' } = request
  if (url.startsWith('/') && !url.includes('%')) return url
  const target = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url)
  if (target) replaceHost(request, target[1] ?? '')
  const path = target?.[2] ?? url
  return routable(path.startsWith('/') ? path : `/${path}`)
}

/** A missing Host header is not added: without it, an HTTP/1.1 request is malformed. */
const replaceHost = ({ headers, httpVersion }: IncomingMessage, authority: string): void => {
  if (headers.host !== undefined || httpVersion === '1.0') headers.host = authority
}

const routable = (path: string): string => {
  const end = path.indexOf('?')
  const [before, query] = end < 0 ? [path, ''] : [path.slice(0, end), path.slice(end)]
  return isDecodable(before) ? path : before.replaceAll('%', '%25') + query
}

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** In characters. */
const MAX_URL_LENGTH = 8_192

/** Header fields that must not be repeated: one of two values would have to be ignored. */
const singletons = ['host', 'authorization', 'content-type', 'idempotency-key', 'if-match']
/** Indexed by the length of the name, which is unique among them: a cheap check for each field of each request. */
const singletonOfLength = new Map(singletons.map((name, place) => [name.length, { name, bit: 1 << place }]))

/** A name of 255 characters, a colon and a port. No valid host is longer, and responses repeat it. */
const MAX_HOST_LENGTH = 261
const validHost = /^(?:[\w.~%!$&'()*+,;=-]+|\[[\da-f:.%\w]+\])(?::\d{1,5})?$/i

/** Whether a text is a host name or address, with or without a port. */
export const isHost = (text: string): boolean => text.length <= MAX_HOST_LENGTH && validHost.test(text)

/** Finds what is wrong with a request that Node's parser accepted (RFC 9112 section 3.2, RFC 9110 section 5.3). */
export const requestFault = (request: IncomingMessage): HttpError | undefined => {
  const { rawHeaders, httpVersion, url = '' } = request
  let seen = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const raw = rawHeaders[at] ?? ''
    const singleton = singletonOfLength.get(raw.length)
    if (singleton === undefined || raw.toLowerCase() !== singleton.name) continue
    if (seen & singleton.bit) return malformed(singleton.name, 'must be sent only once')
    seen |= singleton.bit
  }
  const { host, 'transfer-encoding': coding } = request.headers
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || httpVersion === '1.0')) {
    return malformed('transfer-encoding', 'must be exactly chunked')
  }
  if (host === undefined) {
    return httpVersion === '1.1' ? malformed('host', 'is required') : undefined
  }
  if (host !== lastValidHost) {
    if (!isHost(host)) return malformed('host', 'must be a host name with an optional port')
    lastValidHost = host
  }
  return url.length > MAX_URL_LENGTH ? protocolError('uri_too_long') : undefined
}

/** Almost every request names the same host as the previous one. */
let lastValidHost: string | undefined

const malformed = (field: string, message: string): HttpError =>
  field === 'idempotency-key'
    ? protocolError('invalid_idempotency_key', { errors: [{ field, code: 'repeated', message }] })
    : protocolError('malformed_request', {
        message: `The ${field} header ${message}.`,
        errors: [{ field, code: message === 'is required' ? 'required' : 'invalid_value', message }],
      })

const wellFormed = /^[\x21-\x7e]{1,128}$/

/** Returns the client's own `X-Request-Id` if it is well-formed, else a new id that is unique across processes. */
export const requestIds = (random: (size: number) => Uint8Array) => {
  const prefix = Buffer.from(random(9)).toString('base64url')
  let count = 0
  return ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
    const sent = headers['x-request-id']
    // Ids are logged, so an id that contains an API key is replaced.
    if (typeof sent === 'string' && wellFormed.test(sent) && withoutKeys(sent) === sent) return sent
    count += 1
    return `${prefix}-${count.toString(36)}`
  }
}

/** Returns where clients reach this server: scheme, host and port, and for staging its path. */
type Origin = (request: IncomingMessage) => string

/** Decides which addresses' `X-Forwarded-*` headers are trusted. */
type Trust = ReturnType<typeof proxyAddress.compile>

/** Accepts addresses, networks and the names `loopback`, `linklocal` and `uniquelocal`. */
export const trustOf = (proxies: readonly string[]): Trust => proxyAddress.compile([...proxies])

/** Returns the client's address, as named by the proxies that are trusted. */
export const addressOf =
  (trust: Trust) =>
  (request: IncomingMessage): string =>
    proxyAddress(request, trust)

/**
 * Returns `publicUrl` if it is set, else the origin that the request or a trusted proxy names, followed by `basePath`,
 * below which this server is.
 */
export const originOf = (publicUrl: string | undefined, trust: Trust, basePath = ''): Origin => {
  if (publicUrl !== undefined) return () => publicUrl
  // Almost every request names the same host as the previous one, and returning the same string makes comparisons
  // fast.
  let known = { host: '', origin: '' }
  return ({ headers, socket }) => {
    const own = headers.host ?? `localhost:${socket.localPort}`
    const { 'x-forwarded-host': host, 'x-forwarded-proto': scheme } = headers
    const isForwarded = host !== undefined || scheme !== undefined
    if (isForwarded && trust(socket.remoteAddress ?? '', 0))
      return `${last(scheme) ?? 'http'}://${last(host) ?? own}${basePath}`
    if (own !== known.host) known = { host: own, origin: `http://${own}${basePath}` }
    return known.origin
  }
}

/**
 * Returns whether a request was sent by a page of this server. Browsers send `Origin` with each POST, and pages cannot
 * change it: it must equal `publicUrl`, or the origin that the request was sent to.
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

/** Returns the path of a URL without its trailing slash; undefined if it has none. */
export const withoutSlash = (url: string): string | undefined => {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : undefined
}
