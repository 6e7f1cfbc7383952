import type { HttpError } from '../../platform/http/http-error.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import { errorBody } from '../errors/error-body.ts'

/** One of the APIs of this server: where its operations are, and what its errors look like. */
export type Surface = {
  /** Stands before the path of each of its operations. */
  prefix: string
  /** Whether a path, with or without a query, is of this API although nothing is there. */
  has: (path: string) => boolean
  /** Media type of its errors. */
  errorType: string
  errorText: (error: HttpError, about: ErrorContext) => string
  /** Request headers that its clients send from pages of other origins, beyond those of every API here. */
  allowedHeaders?: string
}

/** Of the request that failed; `operationId` is undefined where there is no operation. */
export type ErrorContext = { requestId: string; operationId: string | undefined }

/** Our own. */
export const ownSurface: Surface = {
  prefix: '/v1',
  has: (path) => /^\/v1(?:[/?]|$)/.test(path),
  errorType: 'application/json; charset=utf-8',
  errorText: (error, { requestId }) => stringifyJson(errorBody(error, requestId)),
}
