import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { HttpError, protocolError } from './http-error.ts'
import { type JsonDocument, parseJson } from './json.ts'
import { fieldsOfMultipart } from './multipart.ts'
import { parseQuery, type Query } from './query.ts'

const BODY_LIMIT = 64 * 1024
/** The limit for the form of a page. It is larger because percent-encoding may take nine bytes for a character. */
const PAGE_FORM_LIMIT = 256 * 1024
/** The most fields that the form of a page may have; no form of ours comes close. */
const MAX_PAIRS = 2_000

/**
 * A body in very many pieces must have a minimum average size, because receiving a piece costs time even if it has one
 * byte.
 */
const MANY_PIECES = 4_096
const MIN_PIECE_BYTES = 16

/** The media types that a PATCH accepts: JSON Merge Patch (RFC 7396) and plain JSON. */
export const mergePatch = ['application/merge-patch+json', 'application/json']

/** A parsed body, or the error that explains why it could not be parsed. */
export type Body = JsonDocument | HttpError

/** Returns why a body must not be read: its media type is not accepted, it is encoded, or it is too long. */
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

/** Returns why the form of a page must not be read. */
export const pageFormFault = (request: IncomingMessage): HttpError | undefined =>
  bodyFault(request, [FORM], PAGE_FORM_LIMIT)

/**
 * Reads a JSON or form body, and returns undefined if there is none. If the client waits for `100 Continue` (RFC 9110
 * section 10.1.1), it is sent here, after every other check has passed. The body is not validated yet: the operation's
 * schema does that.
 */
export const readBody = async (
  request: IncomingMessage,
  response: Pick<ServerResponse, 'writeContinue'>,
): Promise<Body | undefined> => {
  const bytes = await readBytes(request, response, BODY_LIMIT)
  if (bytes.length === 0) return undefined
  const type = request.headers['content-type'] ?? ''
  if (isOneOf([MULTIPART], type)) return readMultipart(bytes, type)
  return isOneOf([FORM], type) ? readForm(bytes) : readJson(bytes)
}

/**
 * Reads the form of a page, in which a name may have several values. Throws `malformed_request` and `body_too_large`.
 */
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

/** Errors of bodies that turned out to be unreadable before anything asked for them. */
const faults = new WeakMap<IncomingMessage, HttpError>()

/**
 * Marks the body of a request in progress as unreadable. The error is thrown only if the operation asks for the body:
 * the operation may have begun, and its outcome must be reported. Returns false if the body is already being read.
 */
export const rejectBody = (request: IncomingMessage, fault: HttpError): boolean => {
  if (request.readableFlowing !== null) return false
  faults.set(request, fault)
  return true
}

/** Reads the whole body, up to the limit. */
const readBytes = (
  request: IncomingMessage,
  response: Pick<ServerResponse, 'writeContinue'>,
  limit: number,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // Node creates no stream for a request without a body, so waiting for its end would never finish.
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

/** Returns an error if a body comes in too many small pieces. */
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

/** The media type of HTML forms. */
export const FORM = 'application/x-www-form-urlencoded'
/** The media type of forms in parts (RFC 7578). */
export const MULTIPART = 'multipart/form-data'

/** Parses a form to the value that the equivalent JSON object would have. */
const readForm = (bytes: Buffer): Body => {
  const fields = parseQuery(bytes.toString())
  const duplicates = [...fields].filter(([, texts]) => texts.length > 1).map(([name]) => name)
  const texts = [...fields].map(([name, [text]]) => [name, text] as const)
  if (!isUtf8(bytes) || texts.some(([, text]) => text === undefined)) return badForm()
  // `Object.fromEntries` defines own properties, even for a field named __proto__.
  return { value: Object.fromEntries(texts), duplicates }
}

/** Parses the text fields of a form in parts to the value that the equivalent JSON object would have. */
const readMultipart = async (bytes: Buffer, type: string): Promise<Body> => {
  try {
    const fields = await fieldsOfMultipart(bytes, type)
    const names = fields.map(([name]) => name)
    const duplicates = names.filter((name, at) => names.indexOf(name) !== at)
    return { value: Object.fromEntries(fields), duplicates: [...new Set(duplicates)] }
  } catch (error) {
    if (error instanceof HttpError) return error
    throw error
  }
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
