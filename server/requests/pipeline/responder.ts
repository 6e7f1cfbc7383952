import { pipeline } from 'node:stream'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { firstOf } from '../../platform/first-of.ts'
import { announcesBody } from '../../platform/http/body.ts'
import { commonHeaders, isolation } from '../../platform/http/cors.ts'
import { encodedEtag, etagOf, isKnown } from '../../platform/http/etag.ts'
import { UploadFolderUnavailable } from '../../platform/http/file-upload.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { chooseEncoding, type Encoding } from '../../platform/http/negotiation.ts'
import type { Logger } from '../../platform/log.ts'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import { DatabaseUnavailable, OutcomeUnknown } from '../../platform/storage/database.ts'
import { compressLater } from '../api/compression.ts'
import type { InnerResponse } from '../api/inner-request.ts'
import { type Reply, withHeaders } from '../api/reply.ts'
import { ownSurface } from '../api/surface.ts'
import { requestError } from '../errors/request.errors.ts'
import { addressBucket } from '../rate-limits/address.ts'
import { limitHeaders } from '../rate-limits/limiter.ts'
import type { Exchange } from './exchange.ts'
import type { Observer } from './observer.ts'

type Deps = {
  log: Pick<Logger, 'error'>
  observer: Pick<Observer, 'responded' | 'lineOf'>
  /** The real clock. */
  steadyMs: () => number
  /** Finds why the database is not as this program expects, to explain an unexpected failure. */
  findSchemaFault: () => Promise<Error | undefined>
  /** How long browsers must use only TLS for this host; 0 to leave the header out. */
  hstsSeconds: number
  /** The path below which the server is, for `Location`. */
  basePath?: string
  /** The page that a browser gets for an error; undefined for every other client. */
  errorPage?: ((exchange: Exchange, error: HttpError) => Promise<Reply> | undefined) | undefined
}

export type Responder = ReturnType<typeof responder>

/** Writes every response: adds the common headers, handles conditional requests, and converts errors. */
export const responder = (deps: Deps) => {
  const { log, observer, steadyMs, findSchemaFault, errorPage, hstsSeconds, basePath = '' } = deps
  const transport = hstsSeconds > 0 ? ['strict-transport-security', `max-age=${hstsSeconds}`] : []
  const isFirst = firstOf(QUIET_MS, steadyMs)

  /** An intended rejection is not a failure, and an unavailable database is one failure for all requests together. */
  const isLogged = ({ statusCode, code, cause }: HttpError): boolean => {
    if (code === 'read_only') return false
    if (code !== 'service_unavailable') return statusCode >= 500
    if (cause === undefined) return false
    return !(cause instanceof DatabaseUnavailable) || isFirst()
  }

  const send = (exchange: Exchange, reply: Reply): void => {
    const { request, isRead, surface, isForVisitors, decision, policy } = exchange
    let { status, body, etag, type } = reply
    // People read the reply's own headers first.
    const headers = [...(reply.headers ?? []), 'x-request-id', exchange.requestId]
    if (basePath !== '') moveLocation(headers, basePath)
    if (decision && policy) {
      const limits = limitHeaders(decision, policy)
      for (const name in limits) headers.push(name, limits[name as keyof typeof limits] ?? '')
    }
    const isLong = isCompressible(exchange, reply)
    if (isLong) headers.push(...ofKeyAndEncoding)
    else if (surface) headers.push(...(reply.noStore ? ofKeyAndNotStored : ofKey))
    else if (reply.isForBrowser) headers.push(...inBrowser)
    else if (reply.noStore || isForVisitors) headers.push(...notStored)
    if (exchange.deprecation) headers.push(...exchange.deprecation)
    if (exchange.isLenient && status < 300) headers.push('preference-applied', 'handling=lenient')
    headers.push(...(isForVisitors ? commonButCors : common))
    const policyAt = reply.headers?.indexOf(isolation[0]) ?? -1
    // Names are at even indexes.
    if (policyAt % 2 !== 0) headers.push(...isolation)
    headers.push(...transport)
    // After a partly read body, the start of the next request is unknown.
    if (!request.readableEnded && announcesBody(request)) headers.push('Connection', 'close')
    const { response } = exchange
    if (reply.stream) {
      headers.push('content-type', type ?? JSON_TYPE)
      response.writeHead(status, headers)
      observer.responded(exchange, status, true)
      reply.stream(response)
      return
    }
    if (isRead && status === 200) {
      if (typeof body === 'string') etag ??= etagOf(body)
      const known = request.headers['if-none-match']
      if (known !== undefined && etag !== undefined && isKnown(known, etag)) {
        status = 304
        body = type = undefined
      }
    }
    const accepted = request.headers['accept-encoding']
    const encoding = isLong && accepted ? chooseEncoding(String(accepted)) : 'identity'
    if (encoding !== 'identity' && etag !== undefined) etag = encodedEtag(etag, encoding)
    // An error page is not the resource at the address, so it needs no validator.
    if (etag !== undefined && !(isRead && status >= 400)) headers.push('etag', etag)
    if (type !== undefined) headers.push('content-type', type)
    if (reply.file && status !== 304) {
      headers.push('content-length', String(reply.file.bytes))
      sendFile(exchange, reply.file, [status, headers])
      return
    }
    if (encoding !== 'identity' && typeof body === 'string') {
      headers.push('content-encoding', encoding)
      const made = compress(exchange, reply, [body, encoding])
      if (made instanceof Promise) {
        made.then(
          (bytes) => end(exchange, [status, headers], bytes),
          (error: unknown) => fail(exchange, error),
        )
      } else end(exchange, [status, headers], made)
      return
    }
    end(exchange, [status, headers], body, reply.bodyBytes)
  }

  const end = (
    exchange: Exchange,
    [status, headers]: [status: number, headers: string[]],
    body: string | Buffer | undefined,
    bytes = Buffer.byteLength(body ?? ''),
  ): void => {
    const { request, response } = exchange
    // A response that cannot have a body must not state its length (RFC 9110 section 8.6).
    if (status !== 204 && status !== 304) headers.push('content-length', String(bytes))
    response.writeHead(status, headers)
    if (request.method === 'HEAD' || body === undefined) response.end()
    // ASCII is sent as latin1, which is faster than encoding it.
    else response.end(body, bytes === body.length ? 'latin1' : 'utf8')
    observer.responded(exchange, status)
  }

  const sendFile = (
    exchange: Exchange,
    { open }: NonNullable<Reply['file']>,
    head: [status: number, headers: string[]],
  ): void => {
    const { request, response } = exchange
    const [status] = head
    if (request.method === 'HEAD') {
      response.writeHead(...head).end()
      observer.responded(exchange, status)
      return
    }
    open().then(
      (file) => {
        response.writeHead(...head)
        pipeline(file, response, () => observer.responded(exchange, status))
      },
      (error: unknown) => fail(exchange, error),
    )
  }

  /** The only place where a thrown error becomes a response. */
  const fail = (exchange: Exchange, thrown: unknown): void => {
    const error = toApiError(thrown)
    if (error.code !== 'internal_error') {
      respond(exchange, error, thrown)
      return
    }
    void reasonOf(thrown).then((reason) => respond(exchange, toApiError(reason), reason))
  }

  const reasonOf = async (thrown: unknown): Promise<unknown> => {
    const fault = await findSchemaFault().catch(() => undefined)
    return fault ? new DatabaseUnavailable(fault) : thrown
  }

  const logFailure = (exchange: Exchange, error: HttpError, thrown: unknown): void => {
    if (!isLogged(error)) return
    const line = { ...observer.lineOf(exchange, error.statusCode), code: error.code }
    log.error({ err: thrown, ...line }, 'request failed')
  }

  /** Ends a request that was made within another one: counts and logs it, and writes nothing. */
  const settle = async (exchange: Exchange, result: { reply: Reply } | { thrown: unknown }): Promise<InnerResponse> => {
    if ('reply' in result) {
      observer.responded(exchange, result.reply.status)
      return result
    }
    let { thrown } = result
    if (toApiError(thrown).code === 'internal_error') thrown = await reasonOf(thrown)
    const error = toApiError(thrown)
    exchange.error = error
    logFailure(exchange, error, thrown)
    observer.responded(exchange, error.statusCode)
    return { error }
  }

  const respond = (exchange: Exchange, error: HttpError, thrown: unknown): void => {
    // The error has already been sent on the connection, or the connection is gone.
    if (exchange.response.destroyed || exchange.request.socket.writableEnded) return
    exchange.error = error
    logFailure(exchange, error, thrown)
    // Code that wrote the response itself must end it.
    if (exchange.response.headersSent) return void exchange.response.destroy()
    const { surface = ownSurface, requestId, route } = exchange
    const headers = Object.entries(error.headers).flat()
    const plain = {
      status: error.statusCode,
      type: surface.errorType,
      noStore: true as const,
      headers,
      body: surface.errorText(error, { requestId, operationId: route?.operation.id }),
    }
    const page = errorPage?.(exchange, error)
    if (!page) send(exchange, plain)
    else void page.then((reply) => sendPage(exchange, reply, headers)).catch(() => send(exchange, plain))
  }

  const sendPage = (exchange: Exchange, reply: Reply, headers: string[]): void =>
    send(exchange, { ...withHeaders(reply, headers), noStore: true })

  return { send, fail, settle }
}

/** Outages of the database that are closer together count as one. */
const QUIET_MS = 10_000

const JSON_TYPE = 'application/json; charset=utf-8'
const common = Object.entries(commonHeaders).flat()
const commonButCors = Object.entries(commonHeaders)
  .filter(([name]) => !name.startsWith('access-control-'))
  .flat()
const notStored = ['cache-control', 'no-store']
const inBrowser = ['cache-control', 'private, no-cache']
/** A response depends on its key. The client may store it, and must revalidate it each time. */
const vary = ['vary', 'Authorization, Prefer']
const ofKey = ['cache-control', 'private, no-cache', ...vary]
const ofKeyAndEncoding = ['cache-control', 'private, no-cache', 'vary', 'Authorization, Prefer, Accept-Encoding']
const ofKeyAndNotStored = [...notStored, ...vary]

const toApiError = (thrown: unknown): HttpError => {
  if (thrown instanceof HttpError) return thrown
  if (thrown instanceof OutcomeUnknown) return requestError('outcome_unknown', { cause: thrown })
  if (thrown instanceof DatabaseUnavailable || thrown instanceof UploadFolderUnavailable) {
    return requestError('service_unavailable', { headers: { 'retry-after': '1' }, cause: thrown })
  }
  return requestError('internal_error', { cause: thrown })
}

/** Operations name paths as if the server were at the root. */
const moveLocation = (headers: string[], basePath: string): void => {
  const at = headers.indexOf('location') + 1
  const path = at % 2 === 1 ? headers[at] : undefined
  if (path?.startsWith('/')) headers[at] = basePath + path
}

type Compressed = Exclude<Encoding, 'identity'>

/** Below this, the header fields of compression take about as much as it saves. */
const MIN_BYTES = 1_024
/** A larger body is compressed on another thread: this much takes about half a millisecond. */
const MAX_AT_ONCE = 32 * 1024
const BROTLI_QUALITY = 4
const GZIP_LEVEL = 6

/** Whether to compress it for clients that accept that. */
const isCompressible = ({ isRead, surface }: Exchange, reply: Reply): boolean => {
  const { status, type, body, bodyBytes, noStore } = reply
  if (!isRead || surface !== ownSurface || status !== 200 || typeof body !== 'string') return false
  if (noStore || !type?.startsWith('application/json')) return false
  return (bodyBytes ?? Buffer.byteLength(body)) >= MIN_BYTES
}

/** Compresses the body. A body that is sent often is compressed only once. */
const compress = (
  exchange: Exchange,
  { compressed }: Reply,
  [body, encoding]: [string, Compressed],
): MaybePromise<Buffer> => {
  if (!compressed) return compressText(exchange, body, encoding)
  compressed[encoding] ??= compressText(exchange, body, encoding)
  return compressed[encoding]
}

const gzipOptions = { level: GZIP_LEVEL }
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }

const compressText = ({ caller, address }: Exchange, text: string, encoding: Compressed): MaybePromise<Buffer> => {
  if (text.length > MAX_AT_ONCE) {
    const owner = caller ? `account ${caller.accountId}` : addressBucket(address)
    const options = encoding === 'gzip' ? { gzip: gzipOptions } : { br: brotliOptions }
    return compressLater(owner, text, options)
  }
  return encoding === 'gzip' ? gzipSync(text, gzipOptions) : brotliCompressSync(text, brotliOptions)
}
