import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyInstance, preParsingHookHandler } from 'fastify'
import { ApiError } from './errors.ts'
import { type JsonDocument, parseJson } from './json.ts'

/** Largest body, in bytes. */
export const BODY_LIMIT = 64 * 1024

/** What a PATCH takes: JSON Merge Patch (RFC 7396), by either name. */
export const mergePatch = ['application/merge-patch+json', 'application/json']

/** A body as it was read: the document, or why it is none. */
export type Body = JsonDocument | ApiError

/**
 * Bodies are JSON and nothing else, and read only for operations that take one; what the parser finds is judged with the
 * schema, when the whole body is read.
 */
export const acceptJsonBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', ({ routeOptions }, payload, done) => {
    if (!routeOptions.schema?.body) return done(null, undefined)
    readBytes(payload).then((bytes) => done(null, readJson(bytes)), done)
  })
}

/**
 * A body that nobody reads ends its connection: what follows it could not be told from it. Read to its end, it leaves
 * the connection as it was.
 */
export const closeUnlessRead = (request: IncomingMessage, response: ServerResponse): void => {
  const { shouldKeepAlive } = response
  response.shouldKeepAlive = false
  request.once('end', () => {
    response.shouldKeepAlive = shouldKeepAlive
  })
}

/**
 * Refuses a body that is not plain JSON, or too long, before it is read. A client that waits to be told to send it
 * (RFC 9110 section 10.1.1) is told here, when nothing but the body itself can be wrong any more.
 */
export const checkBody: preParsingHookHandler = (request, reply, payload, done) => {
  const { raw, headers, routeOptions } = request
  if (!routeOptions.schema?.body) return done(null, payload)
  const type = headers['content-type']
  const hasBody = announcesBody(raw)
  const encoding = headers['content-encoding'] ?? 'identity'
  if (type === undefined && !hasBody) return done(null, payload)
  const accepted = routeOptions.schema.consumes ?? jsonOnly
  if (!isOneOf(accepted, type ?? '') || encoding.toLowerCase() !== 'identity') {
    const message = `The body must be ${accepted.join(' or ')} in UTF-8, not encoded.`
    return done(new ApiError('unsupported_media_type', { message }))
  }
  if (Number(headers['content-length'] ?? 0) > BODY_LIMIT) {
    return done(new ApiError('body_too_large'))
  }
  if (awaitsContinue(raw)) reply.raw.writeContinue()
  done(null, payload)
}

export const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const awaitsContinue = (request: IncomingMessage): boolean =>
  request.httpVersion === '1.1' &&
  /\b100-continue\b/i.test(request.headers.expect ?? '') &&
  announcesBody(request) &&
  !request.complete

/** Of bodies that cannot be read, while nobody had asked for them. */
const faults = new WeakMap<Readable, ApiError>()

/**
 * The body of a request that is being served cannot be read. Who has not asked for it by now is told if it ever does:
 * the operation may have begun, and must not be answered as if it had not. False if it is being read.
 */
export const refuseBody = (request: IncomingMessage, fault: ApiError): boolean => {
  if (request.readableFlowing !== null) return false
  faults.set(request, fault)
  return true
}

/** The whole body, or as much as shows that it is too long. */
const readBytes = (payload: Readable): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const fault = faults.get(payload)
    if (fault) return reject(fault)
    const chunks: Buffer[] = []
    let size = 0
    const add = (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size <= BODY_LIMIT) return
      payload.off('data', add).pause()
      reject(new ApiError('body_too_large'))
    }
    payload
      .on('data', add)
      .once('end', () => resolve(Buffer.concat(chunks)))
      .once('error', reject)
  })

const readJson = (bytes: Buffer): Body => {
  try {
    return parseJson(bytes)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

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
