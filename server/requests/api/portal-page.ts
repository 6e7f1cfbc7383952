import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Query } from '../../platform/http/query.ts'
import type { Decision } from '../rate-limits/limiter.ts'
import type { Reply } from './reply.ts'

/** A page outside the API that needs no key: docs, console, health. */
export type PortalPage = {
  /** With its parameters in braces; a final `*` matches any rest. */
  path: string
  /** Not charged to the limit of its visitor's address. */
  isFree?: true
  /** Costly enough to be rejected while the server is overloaded. */
  isRejectedUnderLoad?: true
  /** Specific to one visitor: no cache may store it, and no page of another site may read it. */
  isForVisitors?: true
  /** Returns `undefined` if there is no such page. */
  handle: PageHandler
  /** Handles a form that the page submits to its own address; a form of another site is rejected. */
  receive?: (visit: Visit, form: Query) => ReturnType<PageHandler>
}

type PageHandler = (visit: Visit) => Reply | undefined | Promise<Reply | undefined>

export type Visit = {
  /** The path parameters as texts, by their names in `path`. */
  readonly params: Readonly<Record<string, unknown>>
  readonly request: IncomingMessage
  readonly headers: IncomingHttpHeaders
  readonly requestId: string
  readonly origin: string
  /** The path and query as they were sent. */
  readonly url: string
  /** The query, without the question mark. */
  readonly query: unknown
  /** The IP address of the client. */
  readonly address: string
  /** The rate-limit decision about the request; undefined for a free page. */
  readonly decision: Decision | undefined
}
