import type { HttpError } from '../../platform/http/http-error.ts'
import type { Scope } from '../access/scope.ts'
import type { Reply } from './reply.ts'

/** A request that an operation makes for its caller, within its own request. */
export type InnerRequest = {
  method: 'GET' | 'POST' | 'PATCH'
  /** The path and the query. */
  url: string
  /** With lower-case names. */
  headers?: Readonly<Record<string, string>>
  /** A JSON value. */
  body?: unknown
  /** Scopes that the request has besides those of its caller, for what everybody may read on the site. */
  grants?: readonly Scope[]
}

export type InnerResponse = { reply: Reply } | { error: HttpError }
