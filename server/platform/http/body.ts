import type { FastifyInstance, preParsingHookHandler } from 'fastify'
import { ApiError } from './errors.ts'
import { type JsonDocument, parseJson } from './json.ts'

/** Largest body, in bytes. */
export const BODY_LIMIT = 64 * 1024

/** What a PATCH takes: JSON Merge Patch (RFC 7396), by either name. */
export const mergePatch = ['application/merge-patch+json', 'application/json']

/** A body as it was read: the document, or why it is none. */
export type Body = JsonDocument | ApiError

/** Bodies are JSON and nothing else; what the parser finds is judged with the schema, when the whole body is read. */
export const acceptJsonBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => {
    done(null, readJson(bytes as Buffer))
  })
}

/** Refuses a body that is not plain JSON before it is read. */
export const checkMediaType: preParsingHookHandler = (request, _reply, payload, done) => {
  const { headers, routeOptions } = request
  if (!routeOptions.schema?.body) return done(null, payload)
  const type = headers['content-type']
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  const encoding = headers['content-encoding'] ?? 'identity'
  if (type === undefined && !hasBody) return done(null, payload)
  const accepted = routeOptions.schema.consumes ?? jsonOnly
  if (!isOneOf(accepted, type ?? '') || encoding.toLowerCase() !== 'identity') {
    const message = `The body must be ${accepted.join(' or ')} in UTF-8, not encoded.`
    return done(new ApiError('unsupported_media_type', { message }))
  }
  done(null, payload)
}

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
