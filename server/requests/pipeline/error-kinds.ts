import { HttpError } from '../../platform/http/http-error.ts'
import { requestError } from '../errors/request.errors.ts'

/** Whether the key is valid, but its caller is not admitted. */
export const isCallerError = ({ code }: Pick<HttpError, 'code'>): boolean =>
  code === 'account_suspended' || code === 'origin_not_allowed' || code === 'passkey_required'

/** Whether a request is not valid HTTP or was not looked up: it always gets its own error, regardless of the caller. */
export const isMalformed = (fault: HttpError | undefined): boolean =>
  fault !== undefined && ![401, 403, 429].includes(fault.statusCode)

/** Whether the key itself is rejected, as opposed to the number of its requests. */
export const isKeyError = ({ statusCode, code }: HttpError): boolean =>
  statusCode === 401 || isCallerError({ code }) || code === 'key_temporarily_banned'

export const isAuthError = (error: unknown): boolean => error instanceof HttpError && error.statusCode === 401

/** Whether a request was rejected unread, because the server is overloaded or the database is unavailable. */
export const isUnavailable = (fault: HttpError | undefined): boolean => fault?.code === 'service_unavailable'

export const unavailable = (cause?: Error): HttpError =>
  requestError('service_unavailable', { headers: { 'retry-after': '1' }, cause })
