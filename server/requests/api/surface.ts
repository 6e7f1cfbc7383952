import type { HttpError } from '../../platform/http/http-error.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import { errorBody } from '../errors/error-body.ts'

/** One of the APIs of this server: the paths of its operations, and the format of its errors. */
export type Surface = {
  /** The prefix of the paths of its operations. */
  prefix: string
  /** Whether a path, with or without a query, belongs to this API even if there is no such operation. */
  has: (path: string) => boolean
  /** The media type of its errors. */
  errorType: string
  errorText: (error: HttpError, about: ErrorContext) => string
  /** A request without a key is that of a visitor, and counts against the address as a page of the site does. */
  isKeyOptional?: true
  /** Request headers that its clients send from pages of other origins, in addition to those of every API. */
  allowedHeaders?: string
}

/** The request that failed; `operationId` is undefined if there is no such operation. */
export type ErrorContext = { requestId: string; operationId: string | undefined }

/** Our own API. */
export const ownSurface: Surface = {
  prefix: '/v1',
  has: (path) => /^\/v1(?:[/?]|$)/.test(path),
  errorType: 'application/json; charset=utf-8',
  errorText: (error, { requestId }) => stringifyJson(errorBody(error, requestId)),
}
