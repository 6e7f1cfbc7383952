import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { ApiError } from './errors.ts'
import { parseJson } from './json.ts'

/** Largest body, in bytes. */
export const BODY_LIMIT = 64 * 1024

/** Bodies are JSON and nothing else; what the parser finds is judged with the schema, when the whole body is read. */
export const acceptJsonBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => {
    try {
      done(null, parseJson(bytes as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}

/** Refuses a body that is not plain JSON before it is read. */
export const checkMediaType: onRequestHookHandler = ({ headers, routeOptions }, _reply, done) => {
  if (!routeOptions.schema?.body) return done()
  const type = headers['content-type']
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  const encoding = headers['content-encoding'] ?? 'identity'
  if (type === undefined && !hasBody) return done()
  if (!isJson(type ?? '') || encoding.toLowerCase() !== 'identity') {
    return done(new ApiError('unsupported_media_type'))
  }
  done()
}

const isJson = (contentType: string): boolean => {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  return (
    type.trim() === 'application/json' &&
    parameters.every((parameter) => {
      const [name = '', value = ''] = parameter.split('=')
      return name.trim() !== 'charset' || /^"?utf-?8"?$/.test(value.trim())
    })
  )
}
