import {
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

type Outbound = Pick<RequestOptions, 'method' | 'agent' | 'lookup' | 'signal'> & {
  headers?: OutgoingHttpHeaders
  body?: string | Uint8Array | undefined
  secureContext?: SecureContext
  /** Called when the connection is made, of a request that has one of its own. */
  onConnect?: () => void
}

/**
 * Sends one request to another server, and resolves with the head of its response. It asks for a body without
 * `Content-Encoding` and rejects any other, so that no decoder ever reads what another server sends. It follows no
 * redirect. Whoever reads the body limits its size and time: see `exchange`.
 */
export const sendRequest = (
  url: URL,
  { headers, body, onConnect, ...options }: Outbound,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      ...options,
      headers: { ...headers, 'accept-encoding': 'identity' },
    })
    limitInterim(request)
    if (onConnect) request.once('socket', (socket) => socket.once('connect', onConnect))
    request.on('error', reject)
    // Also without an error, as after a response that switches protocols.
    request.once('close', () => reject(new Error('the connection was closed without a response')))
    request.once('response', (response) => {
      const encoding = encodingOf(response.headers)
      if (encoding === undefined) return resolve(response)
      request.destroy()
      reject(new EncodedResponse(url.host, encoding, response.statusCode ?? 0))
    })
    request.end(body)
  })

/** Why there is no response, or none that may be read: in our own words, without anything that the server has sent. */
class OutboundError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OutboundError'
  }
}

/** What a library wraps in an error of its own; undefined if the error is about something else. */
export const outboundReason = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const { message, cause } = error
  if (!(error instanceof OutboundError)) return outboundReason(cause)
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}

/** The response is encoded, although `identity` was requested. Its body was not read. */
export class EncodedResponse extends OutboundError {
  readonly statusCode: number

  constructor(host: string, encoding: string, statusCode: number) {
    super(
      `${host} sent an encoded response (content-encoding: ${encoding.slice(0, 40)}), although it was asked not to: it was refused before decoding`,
    )
    this.name = 'EncodedResponse'
    this.statusCode = statusCode
  }
}

const encodingOf = ({ 'content-encoding': encoding = '' }: IncomingHttpHeaders) =>
  ['', 'identity'].includes(encoding.trim().toLowerCase()) ? undefined : encoding

export type Limits = {
  /** How long the head of the response may take, and then its body. */
  timeoutMs: number
  maxBytes: number
  /** For a body that is read no faster than it is passed on: how long that may take. */
  bodyTimeoutMs?: number
  /** `text/event-stream` may go on without an end: its reader limits each event, and when it gives up. */
  allowsEventStream?: boolean
}

/** The body has to be read, resumed or destroyed. */
export type Exchange = {
  status: number
  statusText: string
  headers: IncomingHttpHeaders
  /** Each header as it was sent, name and value in turn. */
  rawHeaders: readonly string[]
  body: Readable
}

/** Sends one request, and limits the size and time of the response: beyond them its body ends with an error. */
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
    // Whoever reads the body hears of its errors; nobody may be reading it any more.
    body.on('error', () => {})
    return { status: statusCode, statusText: statusMessage, headers, rawHeaders, body }
  } catch (error) {
    if (overdue.signal.aborted) throw late
    signal?.throwIfAborted()
    if (error instanceof OutboundError) throw error
    // Of several addresses that were tried, the first.
    const cause = error instanceof AggregateError ? error.errors[0] : error
    throw new OutboundError(`no response from ${url.host}`, { cause })
  } finally {
    clearTimeout(timer)
  }
}

const isEndless = (
  { statusCode, headers }: IncomingMessage,
  { allowsEventStream = false }: Limits,
): boolean =>
  allowsEventStream &&
  statusCode === 200 &&
  headers['content-type']?.startsWith('text/event-stream') === true

const limited = (
  response: IncomingMessage,
  host: string,
  { maxBytes, timeoutMs }: Limits,
): Readable => {
  const tooLong = () =>
    new OutboundError(`the response of ${host} is longer than ${maxBytes} bytes`)
  const body = limitBytes(maxBytes, tooLong)
  const tooSlow = () =>
    new OutboundError(`the response of ${host} took longer than ${timeoutMs} ms`)
  const timer = setTimeout(() => body.destroy(tooSlow()), timeoutMs)
  pipeline(response, body, () => clearTimeout(timer))
  if (Number(response.headers['content-length']) > maxBytes) body.destroy(tooLong())
  return body
}

/** Passes on bytes up to a limit, beyond which it fails. */
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

/** As `fetch` is called by libraries; it follows no redirect and decodes nothing. */
type BoundedFetch = (address: string | URL, init?: RequestInit) => Promise<Response>

/** `exchange` for libraries that expect `fetch`. */
export const boundedFetch =
  (limits: Limits): BoundedFetch =>
  async (address, init) => {
    // Reads whatever kinds of headers and bodies `fetch` takes.
    const request = new Request(address, init)
    const { url, method, signal } = request
    const { status, statusText, rawHeaders, body } = await exchange(
      new URL(url),
      {
        ...{ method, signal },
        headers: Object.fromEntries(request.headers),
        body: request.body ? new Uint8Array(await request.arrayBuffer()) : undefined,
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
      // The same stream by its other type.
      const stream = isEmpty ? null : (Readable.toWeb(body) as unknown as ReadableStream)
      return new Response(stream, { status, statusText, headers })
    } catch (error) {
      // A status that no `Response` can have.
      body.destroy()
      throw error
    }
  }

/** A `Response` of these has no body (Fetch standard, null body status). */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])
