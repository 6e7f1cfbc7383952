import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { makePrivateFolder } from '../private-folder.ts'
import { awaitsContinue, cutOff, piecesFault } from './body.ts'
import { type HttpError, protocolError } from './http-error.ts'
import { fileOfMultipart } from './multipart.ts'

/** A received file on the disk. The receiver deletes it, unless it has moved it elsewhere. */
export type ReceivedFile = {
  path: string
  bytes: number
  /** The hash of its bytes, in hexadecimal. */
  sha256: string
  [Symbol.asyncDispose](): Promise<void>
}

/** How an operation accepts a file: as the whole body, or as the only field of a form. */
export type FileUpload = {
  /** Prefixes of the accepted media types, such as `image/`. */
  mediaTypes: readonly string[]
  maxBytes: number
  /** Says what to do with a file of another media type, if it is known. */
  adviceFor?: (mediaType: string) => string | undefined
  /** The folder to write the file to, under a generated name. */
  folder: string
}

/** An upload cannot be written: the folder is missing, read-only or full. */
export class UploadFolderUnavailable extends Error {
  constructor(cause: unknown) {
    super('uploads cannot be written', { cause })
    this.name = 'UploadFolderUnavailable'
  }
}

const FORM = 'multipart/form-data'
/** Room for the boundaries and headers of a form with one file. */
const FORM_BYTES = 16 * 1024
/** In each step at least this much must arrive, and the whole file within this many steps. */
const STEP_MS = 8_000
const STEP_BYTES = 8 * 16 * 1024
const MAX_STEPS = 15

/** Lets the caller follow and stop the upload. */
export type UploadWatch = {
  /** Aborted, with an error as its reason, if the rest of the file is not wanted. */
  signal: AbortSignal
  received(bytes: number): void
}

const receiving = new WeakSet<Socket>()

/**
 * Whether a file is being received on this connection. Uploads have their own deadlines, later than those of other
 * requests.
 */
export const isReceivingFile = (socket: Socket): boolean => receiving.has(socket)

/** Runs work that must finish before a file is received, exempt from the deadlines of other requests. */
export const beforeReceiving = async <T>(socket: Socket, work: () => Promise<T>): Promise<T> => {
  receiving.add(socket)
  try {
    return await work()
  } finally {
    receiving.delete(socket)
  }
}

/** Returns why a file must not be read. */
export const uploadFault = (
  { headers }: IncomingMessage,
  { mediaTypes, maxBytes, adviceFor }: FileUpload,
): HttpError | undefined => {
  const type = (headers['content-type'] ?? '').toLowerCase()
  const [mediaType = ''] = type.split(';')
  const isForm = mediaType.trim() === FORM
  const isKnown = isForm || mediaTypes.some((beginning) => type.startsWith(beginning))
  if (!isKnown || (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    const message = `The body must be ${mediaTypes.map((one) => `${one}*`).join(' or ')} or ${FORM} with the field file, not encoded.`
    const advice = isKnown ? undefined : adviceFor?.(mediaType.trim())
    return protocolError('unsupported_media_type', { message: advice ?? message })
  }
  const most = maxBytes + (isForm ? FORM_BYTES : 0)
  return Number(headers['content-length'] ?? 0) > most ? tooLarge(maxBytes) : undefined
}

/** Streams a file to the disk, with at most one chunk of it in memory. */
export const receiveFile = async (
  request: IncomingMessage,
  response: Pick<ServerResponse, 'writeContinue'>,
  { maxBytes, folder }: FileUpload,
  watch?: UploadWatch,
): Promise<ReceivedFile> => {
  const path = join(folder, `${randomUUID()}.upload`)
  const handle = await orUnavailable(createFile(folder, path))
  const hash = createHash('sha256')
  let bytes = 0
  try {
    if (awaitsContinue(request)) response.writeContinue()
    for await (const chunk of fileOf(request, maxBytes, watch)) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      hash.update(chunk)
      await orUnavailable(handle.appendFile(chunk))
    }
    await orUnavailable(handle.close())
  } catch (error) {
    await handle.close()
    await rm(path, { force: true })
    throw error
  }
  return {
    path,
    bytes,
    sha256: hash.digest('hex'),
    [Symbol.asyncDispose]: () => rm(path, { force: true }),
  }
}

const createFile = async (folder: string, path: string): Promise<FileHandle> => {
  await makePrivateFolder(folder)
  return open(path, 'wx', 0o600)
}

const orUnavailable = async <T>(written: Promise<T>): Promise<T> => {
  try {
    return await written
  } catch (error) {
    throw new UploadFolderUnavailable(error)
  }
}

const fileOf = (request: IncomingMessage, maxBytes: number, watch: UploadWatch | undefined): AsyncIterable<Buffer> => {
  const type = request.headers['content-type'] ?? ''
  const chunks = chunksOf(request, watch)
  if (!type.toLowerCase().startsWith(FORM)) return chunks
  return fileOfMultipart(chunks, type, maxBytes)
}

/** Yields the chunks of the request while they arrive fast enough. The request stays open for its response. */
async function* chunksOf(request: IncomingMessage, watch: UploadWatch | undefined): AsyncGenerator<Buffer> {
  let late: unknown
  let end = (_fault: unknown): void => {}
  let steps = 0
  let since = 0
  let [pieces, bytes] = [0, 0]
  const timer = setInterval(() => {
    steps += 1
    if (since < STEP_BYTES || steps >= MAX_STEPS) {
      late ??= protocolError('request_timeout')
      end(late)
    }
    since = 0
  }, STEP_MS)
  const stop = (): void => {
    late ??= watch?.signal.reason
    end(late)
  }
  watch?.signal.addEventListener('abort', stop)
  if (watch?.signal.aborted) stop()
  receiving.add(request.socket)
  const chunks = request.iterator({ destroyOnReturn: false })
  // One promise raced against every chunk would retain something for each chunk until the end.
  const nextInTime = (): Promise<IteratorResult<Buffer>> => {
    if (late !== undefined) return Promise.reject(late)
    const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<Buffer>>()
    end = reject
    nextOf(chunks).then(resolve, reject)
    return promise
  }
  try {
    for (;;) {
      const { value, done } = await nextInTime()
      if (done) return
      since += value.length
      pieces += 1
      bytes += value.length
      watch?.received(value.length)
      const fault = piecesFault(pieces, bytes)
      if (fault) throw fault
      yield value
    }
  } finally {
    clearInterval(timer)
    watch?.signal.removeEventListener('abort', stop)
    receiving.delete(request.socket)
    request.pause()
  }
}

const nextOf = (chunks: AsyncIterator<Buffer>): Promise<IteratorResult<Buffer>> =>
  chunks.next().catch((cause) => {
    throw cutOff(cause)
  })

const tooLarge = (maxBytes: number): HttpError =>
  protocolError('body_too_large', { message: `The file is larger than ${maxBytes / 1e6} MB.` })
