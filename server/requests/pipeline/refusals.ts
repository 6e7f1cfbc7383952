import { HttpError } from '../../platform/http/http-error.ts'
import { ApiError } from '../errors/api-error.ts'

// What kind of refusal an error is.

/** The key is good, and its caller is not let in. */
export const isOfCaller = ({ code }: Pick<HttpError, 'code'>): boolean =>
  code === 'account_suspended' || code === 'origin_not_allowed' || code === 'passkey_required'

/** A request that is not HTTP, or was not looked up, always gets its own error, whoever the caller is. */
export const isMalformed = (fault: HttpError | undefined): boolean =>
  fault !== undefined && ![401, 403, 429].includes(fault.statusCode)

/** Whether the key itself is rejected, not the number of its requests. */
export const isOfKey = ({ statusCode, code }: HttpError): boolean =>
  statusCode === 401 || isOfCaller({ code }) || code === 'key_temporarily_banned'

export const isAuthError = (error: unknown): boolean =>
  error instanceof HttpError && error.statusCode === 401

export const unavailable = (cause?: Error): HttpError =>
  new ApiError('service_unavailable', { headers: { 'retry-after': '1' }, cause })
