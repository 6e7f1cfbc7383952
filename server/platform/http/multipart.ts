import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { Busboy, type BusboyConfig, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { HttpError, protocolError, validationFailed } from './http-error.ts'

const FIELD = 'file'

/** A part may have no name, although the parser's types do not allow it. */
type Name = string | undefined

/**
 * Yields the bytes of the only file in a form (RFC 7578), the field `file`. Any other field is rejected. Throws
 * `validation_failed` and `malformed_request`.
 */
export async function* fileOfMultipart(
  chunks: AsyncIterable<Buffer>,
  type: string,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  // One more byte than allowed shows that the file is too long.
  const limits = { fields: 1, files: 2, parts: 2, fileSize: maxBytes + 1, fieldSize: 1 }
  const file = new PassThrough()
  const fed = feed(chunks, parserOf(type, limits), file)
  // The reader of the file sees the error; this only keeps it from being unhandled.
  fed.catch((error) => file.destroy(error))
  for await (const chunk of file) yield chunk
  await fed
}

const MAX_FIELDS = 20

/** The text fields of a form (RFC 7578), in order. Throws `validation_failed` for a file, and `malformed_request`. */
export const fieldsOfMultipart = async (bytes: Buffer, type: string): Promise<[name: string, text: string][]> => {
  const fields: [string, string][] = []
  const parser = parserOf(type, {
    fields: MAX_FIELDS,
    files: 1,
    parts: MAX_FIELDS,
    fieldSize: bytes.length,
  })
  const { promise: failed, reject } = Promise.withResolvers<never>()
  failed.catch(() => {})
  const rejectForm = (cause: unknown) => reject(malformed(cause))
  parser.on('field', (name: Name, text: string) => fields.push([name ?? '', text]))
  parser.on('file', (name: Name, part: Readable) => {
    part.on('error', rejectForm).resume()
    const field = (name ?? '').slice(0, 100)
    reject(validationFailed([{ field, code: 'invalid_type', message: 'must be a text, not a file' }]))
  })
  for (const limit of ['fieldsLimit', 'partsLimit'] as const)
    parser.on(limit, () => rejectForm(new Error('too many fields')))
  parser.on('error', rejectForm)
  const finished = once(parser, 'finish')
  finished.catch(() => {})
  parser.end(bytes)
  await Promise.race([finished, failed])
  if (!isUtf8(bytes)) throw malformed(new Error('not UTF-8'))
  return fields
}

type Limits = NonNullable<BusboyConfig['limits']>

const parserOf = (type: string, limits: Limits): BusboyInstance => {
  try {
    const headers: BusboyHeaders = { 'content-type': type }
    return new Busboy({ headers, limits: { ...limits, headerPairs: 20 } })
  } catch (cause) {
    throw malformed(cause)
  }
}

const feed = async (chunks: AsyncIterable<Buffer>, parser: BusboyInstance, file: PassThrough): Promise<void> => {
  const { promise: failed, reject } = Promise.withResolvers<never>()
  failed.catch(() => {})
  let files = 0
  const rejectField = (name: Name, code: string, message: string) =>
    reject(validationFailed([{ field: (name ?? '').slice(0, 100), code, message }]))
  // Rejected parts need a listener too: an unhandled error would end the process.
  const rejectForm = (cause: unknown) => reject(malformed(cause))
  parser.on('file', (name: Name, part: Readable) => {
    files += 1
    part.on('error', rejectForm)
    if (name !== FIELD || files > 1) {
      part.resume()
      if (name === FIELD) rejectField(FIELD, 'duplicate_field', 'must not be given twice')
      else rejectField(name, 'unknown_field', 'is not known')
      return
    }
    part.pipe(file)
  })
  parser.on('field', (name: Name) =>
    rejectField(name, 'unknown_field', 'must not be sent: the form must have one field, file, with a file name'),
  )
  parser.on('error', rejectForm)
  // The reader has stopped early.
  file.once('close', () => {
    if (!file.readableEnded) reject(malformed(new Error('not read any further')))
  })
  const finished = once(parser, 'finish')
  finished.catch(() => {})
  for await (const chunk of chunks) {
    if (!parser.write(chunk)) await Promise.race([once(parser, 'drain'), failed])
  }
  parser.end()
  await Promise.race([finished, failed])
  if (files === 0) throw validationFailed([{ field: FIELD, code: 'required', message: 'is required' }])
}

const malformed = (cause: unknown): HttpError =>
  cause instanceof HttpError ? cause : protocolError('malformed_request', { message: 'The form is malformed.', cause })
