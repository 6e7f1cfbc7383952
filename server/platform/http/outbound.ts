import {
  type Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
  request as requestHttp,
} from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline, Readable, Transform } from 'node:stream'
import type { SecureContext } from 'node:tls'
import { limitInterim } from './interim-responses.ts'
import { agentThrough, isLoopback, type ProxyRoute, proxyFor } from './proxies.ts'
import { addressOf, openTunnel, ProxyFault, RefusedAddress } from './tunnel.ts'

type Outbound = Pick<RequestOptions, 'method' | 'agent' | 'lookup' | 'signal'> & {
  headers?: OutgoingHttpHeaders
  body?: string | Uint8Array | undefined
  secureContext?: SecureContext
  /** Called when the connection is made, if the request has its own connection. */
  onConnect?: () => void
  /** Uses no proxy. */
  isDirect?: boolean | undefined
}

/**
 * Sends one request to another server, and resolves with the head of its response. It asks for a body without
 * `Content-Encoding` and rejects any other, so that no decoder ever reads another server's data. It follows no
 * redirects. The caller must limit the size and time of the body: see `exchange`.
 */
export const sendRequest = async (
  url: URL,
  { headers, body, onConnect, isDirect, ...options }: Outbound,
): Promise<IncomingMessage> => {
  const proxy = isDirect ? undefined : proxyFor(url)
  const connection = proxy && (await connectionThrough(proxy, url, options))
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      ...options,
      ...connection,
      headers: { ...headers, 'accept-encoding': 'identity' },
    })
    limitInterim(request)
    if (onConnect) {
      request.once('socket', (socket) => {
        if (socket.connecting) socket.once('connect', onConnect)
        else onConnect()
      })
    }
    request.on('error', (error) => reject(proxy && connection?.agent ? namedAsProxy(error, proxy) : error))
    // This also happens without an error, for example if the response switches protocols.
    request.once('close', () => reject(new Error('the connection was closed without a response')))
    request.once('response', (response) => {
      const encoding = encodingOf(response.headers)
      if (encoding === undefined) return resolve(response)
      request.destroy()
      reject(new EncodedResponse(url.host, encoding, response.statusCode ?? 0))
    })
    request.end(body)
  })
}

/** With Node.js's own agent, a connection that fails is one to the proxy. */
const namedAsProxy = (error: Error, { url }: ProxyRoute): Error =>
  'syscall' in error || ('code' in error && String(error.code).startsWith('ERR_PROXY_'))
    ? new ProxyFault(`the proxy ${url.host}: ${error.message}`, { cause: error })
    : error

type Connection = Pick<RequestOptions, 'agent' | 'createConnection' | 'defaultPort' | 'lookup'>

/**
 * The connection of a request through a proxy. Where the addresses of names are checked (`lookup`), the proxy connects
 * to the address that was checked: if it resolved the name itself, it could be given another one. With `resolvesNames`
 * the proxy checks addresses, and only names that lead to forbidden ones from here are refused.
 */
const connectionThrough = async (
  { url: proxy, resolvesNames }: ProxyRoute,
  url: URL,
  { agent, lookup, signal, secureContext }: Outbound,
): Promise<Connection> => {
  if (lookup && !resolvesNames) {
    const address = await addressOf(url, lookup)
    const request = proxy.protocol === 'https:' ? requestHttps : requestHttp
    const socket = await openTunnel(url, { proxy, address, signal, secureContext, request })
    // Without an agent, Node.js does not know the port that `Host` leaves out.
    const defaultPort = url.protocol === 'https:' ? 443 : 80
    return { agent: undefined, createConnection: () => socket, defaultPort, lookup: undefined }
  }
  if (lookup) {
    await addressOf(url, lookup).catch((error) => {
      if (error instanceof RefusedAddress) throw error
    })
  }
  const isShared = agent === undefined
  const known = isShared ? agents.get(agentName(proxy, url)) : undefined
  const through = known ?? agentThrough(url, proxy, { keepAlive: isShared })
  if (isShared) agents.set(agentName(proxy, url), through)
  return { agent: through, lookup: undefined }
}

/** Reused, so that connections are. */
const agents = new Map<string, Agent>()
const agentName = (proxy: URL, { protocol }: URL): string => `${protocol} ${proxy.href}`

/** Explains why there is no usable response. The message contains nothing that the server sent. */
class OutboundError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OutboundError'
  }
}

/** The reason that a library wrapped in its own error; undefined if the error is about something else. */
export const outboundReason = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const { message, cause } = error
  if (!(error instanceof OutboundError)) return outboundReason(cause)
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}

/** The response is encoded although `identity` was requested. Its body was not read. */
export class EncodedResponse extends OutboundError {
  readonly statusCode: number

  constructor(host: string, encoding: string, statusCode: number) {
    super(
      `${host} sent an encoded response (content-encoding: ${encoding.slice(0, 40)}), although only identity was accepted; it was rejected before decoding`,
    )
    this.name = 'EncodedResponse'
    this.statusCode = statusCode
  }
}

const encodingOf = ({ 'content-encoding': encoding = '' }: IncomingHttpHeaders) =>
  ['', 'identity'].includes(encoding.trim().toLowerCase()) ? undefined : encoding

export type Limits = {
  /** The time limit for the head of the response, and then for its body. */
  timeoutMs: number
  maxBytes: number
  /** The time limit for a body that is read no faster than it is passed on. */
  bodyTimeoutMs?: number
  /** Exempts `text/event-stream` from both limits: its reader limits each event, and decides when to give up. */
  allowsEventStream?: boolean
  /** Reaches this machine without a proxy. */
  isLoopbackDirect?: boolean
}

/** The caller must read, resume or destroy the body. */
export type Exchange = {
  status: number
  statusText: string
  headers: IncomingHttpHeaders
  /** The headers as they were sent, alternating names and values. */
  rawHeaders: readonly string[]
  body: Readable
}

/** Sends one request, and limits the size and time of the response: beyond them, the body fails with an error. */
export const exchange = async (url: URL, outbound: Outbound, limits: Limits): Promise<Exchange> => {
  const { timeoutMs, bodyTimeoutMs = timeoutMs } = limits
  const overdue = new AbortController()
  const late = new OutboundError(`${url.host} did not respond within ${timeoutMs} ms`)
  const timer = setTimeout(() => overdue.abort(late), timeoutMs)
  const { signal } = outbound
  try {
    const response = await sendRequest(url, {
      ...outbound,
      signal: signal ? AbortSignal.any([signal, overdue.signal]) : overdue.signal,
    })
    const { statusCode = 0, statusMessage = '', headers, rawHeaders } = response
    const body = isEndless(response, limits)
      ? response
      : limited(response, url.host, { ...limits, timeoutMs: bodyTimeoutMs })
    // The body's reader sees its errors; this listener covers the time when there is no reader.
    body.on('error', () => {})
    return { status: statusCode, statusText: statusMessage, headers, rawHeaders, body }
  } catch (error) {
    if (overdue.signal.aborted) throw late
    signal?.throwIfAborted()
    if (error instanceof OutboundError) throw error
    // If several addresses were tried, report the first failure.
    const cause = error instanceof AggregateError ? error.errors[0] : error
    throw new OutboundError(`no response from ${url.host}`, { cause })
  } finally {
    clearTimeout(timer)
  }
}

const isEndless = ({ statusCode, headers }: IncomingMessage, { allowsEventStream = false }: Limits): boolean =>
  allowsEventStream && statusCode === 200 && headers['content-type']?.startsWith('text/event-stream') === true

const limited = (response: IncomingMessage, host: string, { maxBytes, timeoutMs }: Limits): Readable => {
  const tooLong = () => new OutboundError(`the response of ${host} is longer than ${maxBytes} bytes`)
  const body = limitBytes(maxBytes, tooLong)
  const tooSlow = () => new OutboundError(`the response of ${host} took longer than ${timeoutMs} ms`)
  const timer = setTimeout(() => body.destroy(tooSlow()), timeoutMs)
  pipeline(response, body, () => clearTimeout(timer))
  if (Number(response.headers['content-length']) > maxBytes) body.destroy(tooLong())
  return body
}

/** Passes bytes through up to a limit, and fails beyond it. */
export const limitBytes = (maxBytes: number, error: () => Error): Transform => {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) done(error())
      else done(null, chunk)
    },
  })
}

/** `fetch` as libraries call it. It follows no redirects and decodes nothing. */
type BoundedFetch = (address: string | URL, init?: RequestInit) => Promise<Response>

/** `exchange` for libraries that expect `fetch`. */
export const boundedFetch =
  (limits: Limits): BoundedFetch =>
  async (address, init) => {
    // `Request` normalizes every kind of headers and body that `fetch` accepts.
    const request = new Request(address, init)
    const { url, method, signal } = request
    const { status, statusText, rawHeaders, body } = await exchange(
      new URL(url),
      {
        method,
        signal,
        headers: Object.fromEntries(request.headers),
        body: request.body ? new Uint8Array(await request.arrayBuffer()) : undefined,
        isDirect: limits.isLoopbackDirect && isLoopback(new URL(url)),
      },
      limits,
    )
    const headers = new Headers()
    for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
      headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
    }
    const isEmpty = method === 'HEAD' || bodiless.has(status)
    if (isEmpty) body.resume()
    try {
      // The DOM's type of the same stream.
      const stream = isEmpty ? null : (Readable.toWeb(body) as unknown as ReadableStream)
      return new Response(stream, { status, statusText, headers })
    } catch (error) {
      // `Response` does not accept this status.
      body.destroy()
      throw error
    }
  }

/** `Response` allows no body for these (Fetch standard, null body status). */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])
