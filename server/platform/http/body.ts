import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { HttpError, protocolError } from './http-error.ts'
import { type JsonDocument, parseJson } from './json.ts'
import { parseQuery, type Query } from './query.ts'

/** Largest body, in bytes. */
const BODY_LIMIT = 64 * 1024
/** Of the form of a page: of a long answer, each letter may take nine bytes. */
const PAGE_FORM_LIMIT = 256 * 1024
/** Of such a form; what is sent to waste time has more. */
const MAX_PAIRS = 2_000

/** From so many pieces on they have to be so long on average: what takes time is to receive each, and one may have a byte. */
const MANY_PIECES = 4_096
const MIN_PIECE_BYTES = 16

/** What a PATCH takes: JSON Merge Patch (RFC 7396), by either name. */
export const mergePatch = ['application/merge-patch+json', 'application/json']

/** A body as it was read: the document, or why it is none. */
export type Body = JsonDocument | HttpError

/** Why a body is not even read: it is not plain JSON, or too long. */
export const bodyFault = (
  request: IncomingMessage,
  accepted: readonly string[] = jsonOnly,
  limit = BODY_LIMIT,
): HttpError | undefined => {
  const { headers } = request
  const type = headers['content-type']
  const encoding = headers['content-encoding'] ?? 'identity'
  if (type === undefined && !announcesBody(request)) return undefined
  if (!isOneOf(accepted, type ?? '') || encoding.toLowerCase() !== 'identity') {
    const message = `The body must be ${accepted.join(' or ')} in UTF-8, not encoded.`
    return protocolError('unsupported_media_type', { message })
  }
  return Number(headers['content-length'] ?? 0) > limit ? tooLarge(limit) : undefined
}

const tooLarge = (limit: number): HttpError =>
  protocolError('body_too_large', { message: `The body is larger than ${limit / 1024} KiB.` })

/** The same of the form of a page. */
export const pageFormFault = (request: IncomingMessage): HttpError | undefined =>
  bodyFault(request, [FORM], PAGE_FORM_LIMIT)

/**
 * Reads the JSON, or the form, of a body; undefined where there is none. A client that waits to be told to send it (RFC 9110 section
 * 10.1.1) is told here, when nothing but the body itself can be wrong any more. What the parser finds is for the
 * operation's schema to say.
 */
export const readBody = async (
  request: IncomingMessage,
  response: Pick<ServerResponse, 'writeContinue'>,
): Promise<Body | undefined> => {
  const bytes = await readBytes(request, response, BODY_LIMIT)
  if (bytes.length === 0) return undefined
  return isOneOf([FORM], request.headers['content-type'] ?? '') ? readForm(bytes) : readJson(bytes)
}

/** What the form of a page has; a name may have many values. Throws `malformed_request`, `body_too_large`. */
export const readPageForm = async (
  request: IncomingMessage,
  response: Pick<ServerResponse, 'writeContinue'>,
): Promise<Query> => {
  const bytes = await readBytes(request, response, PAGE_FORM_LIMIT)
  const text = bytes.toString()
  if (text.split('&', MAX_PAIRS + 1).length > MAX_PAIRS)
    throw protocolError('malformed_request', { message: 'The form has too many fields.' })
  const form = parseQuery(text)
  const isText = isUtf8(bytes) && !form.values().some((texts) => texts.includes(undefined))
  if (!isText) throw badForm()
  return form
}

export const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

export const awaitsContinue = (request: IncomingMessage): boolean =>
  request.httpVersion === '1.1' &&
  /\b100-continue\b/i.test(request.headers.expect ?? '') &&
  announcesBody(request) &&
  !request.complete

/** Of bodies that cannot be read, while nobody had asked for them. */
const faults = new WeakMap<IncomingMessage, HttpError>()

/**
 * The body of a request that is being served cannot be read. Who has not asked for it by now is told if it ever does:
 * the operation may have begun, and must not be answered as if it had not. False if it is being read.
 */
export const refuseBody = (request: IncomingMessage, fault: HttpError): boolean => {
  if (request.readableFlowing !== null) return false
  faults.set(request, fault)
  return true
}

/** The whole body, or as much as shows that it is too long. */
const readBytes = (
  request: IncomingMessage,
  response: Pick<ServerResponse, 'writeContinue'>,
  limit: number,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // Node makes no stream for a request without a body, and none would end.
    if (!announcesBody(request)) return resolve(Buffer.alloc(0))
    if (awaitsContinue(request)) response.writeContinue()
    const fault = faults.get(request)
    if (fault) return reject(fault)
    const chunks: Buffer[] = []
    let size = 0
    const add = (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      const fault = size > limit ? tooLarge(limit) : piecesFault(chunks.length, size)
      if (!fault) return
      request.off('data', add).pause()
      reject(fault)
    }
    request
      .on('data', add)
      .once('end', () => resolve(Buffer.concat(chunks)))
      .once('error', (cause) => reject(cutOff(cause)))
  })

/** Why a body is read no further, of which so many bytes have come in so many pieces. */
export const piecesFault = (pieces: number, bytes: number): HttpError | undefined =>
  pieces > MANY_PIECES && bytes < pieces * MIN_PIECE_BYTES
    ? protocolError('malformed_request', { message: 'The body comes in too many chunks.' })
    : undefined

export const cutOff = (cause: unknown): HttpError =>
  protocolError('malformed_request', {
    message: 'The body is not as long as Content-Length says.',
    cause,
  })

const readJson = (bytes: Buffer): Body => {
  try {
    return parseJson(bytes)
  } catch (error) {
    if (error instanceof HttpError) return error
    throw error
  }
}

/** What HTML forms send: names with texts. */
export const FORM = 'application/x-www-form-urlencoded'

/** As a JSON object of texts would be read. */
const readForm = (bytes: Buffer): Body => {
  const fields = parseQuery(bytes.toString())
  const duplicates = [...fields].filter(([, texts]) => texts.length > 1).map(([name]) => name)
  const texts = [...fields].map(([name, [text]]) => [name, text] as const)
  if (!isUtf8(bytes) || texts.some(([, text]) => text === undefined)) return badForm()
  // Own properties, also for a field that is called __proto__.
  return { value: Object.fromEntries(texts), duplicates }
}

const badForm = (): HttpError =>
  protocolError('malformed_request', { message: 'The form is not percent-encoded UTF-8.' })

const jsonOnly = ['application/json']

const isOneOf = (accepted: readonly string[], contentType: string): boolean => {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  return (
    accepted.includes(type.trim()) &&
    parameters.every((parameter) => {
      const [name = '', value = ''] = parameter.split('=')
      return name.trim() !== 'charset' || /^"?utf-?8"?$/.test(value.trim())
    })
  )
}
