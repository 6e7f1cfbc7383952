import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { systemClock } from '../clock.ts'
import { firstOf } from '../first-of.ts'
import type { Logger } from '../log.ts'
import { StoreUnavailable } from '../storage/database.ts'
import { ApiError, errorBody } from './errors.ts'
import { stringifyJson } from './json.ts'

/** The one place where what was thrown becomes an answer. */
export const errorHandler = (
  log: Logger,
  lineOf: (request: FastifyRequest, reply: FastifyReply) => object,
) => {
  const isFirst = firstOf(QUIET_MS, systemClock.steadyMs)

  /** What we refuse on purpose is no failure, and a store that is away is one for all requests together. */
  const isLogged = ({ statusCode, code, cause }: ApiError): boolean => {
    if (code !== 'service_unavailable') return statusCode >= 500
    if (cause === undefined) return false
    return !(cause instanceof StoreUnavailable) || isFirst()
  }

  return (thrown: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const error = toApiError(thrown)
    if (isLogged(error)) {
      const line = { ...lineOf(request, reply), status: error.statusCode, code: error.code }
      log.error({ err: thrown, ...line }, 'request failed')
    }
    for (const [name, value] of Object.entries(error.headers)) reply.header(name, value)
    return reply
      .code(error.statusCode)
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(stringifyJson(errorBody(error, request.id)))
  }
}

/** A store that comes and goes is away once. */
const QUIET_MS = 10_000

const toApiError = (thrown: Error): ApiError => {
  if (thrown instanceof ApiError) return thrown
  if (thrown instanceof StoreUnavailable) {
    return new ApiError('service_unavailable', { headers: { 'retry-after': '1' }, cause: thrown })
  }
  switch ((thrown as FastifyError).code) {
    case 'ECONNRESET':
      return new ApiError('malformed_request', {
        message: 'The body is not as long as Content-Length says.',
      })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('unsupported_media_type')
    default:
      return new ApiError('internal_error', { cause: thrown })
  }
}
