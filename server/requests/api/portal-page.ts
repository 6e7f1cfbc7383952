import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Query } from '../../platform/http/query.ts'
import type { Decision } from '../rate-limits/limiter.ts'
import type { Reply } from './reply.ts'

/** What is outside the API and needs no key: docs, console, health. */
export type PortalPage = {
  /** With its parameters in braces; a last `*` takes any rest. */
  path: string
  /** Not charged to the bucket of its visitor's address. */
  isFree?: true
  /** It takes enough work to be refused while there is more to do than can be done. */
  isRefusedUnderLoad?: true
  /** Of one visitor: no cache may store it, and no page of another site may read it. */
  isForVisitors?: true
  /** `undefined` where there is no such page. */
  handle: PageHandler
  /** A form that the page sends to its own address; one that comes from another site is refused. */
  receive?: (visit: Visit, form: Query) => ReturnType<PageHandler>
}

export type PageHandler = (visit: Visit) => Reply | undefined | Promise<Reply | undefined>

export type Visit = {
  /** Texts, by the names in `path`. */
  readonly params: Readonly<Record<string, unknown>>
  readonly request: IncomingMessage
  readonly headers: IncomingHttpHeaders
  readonly requestId: string
  readonly origin: string
  /** Path and query as they were sent. */
  readonly url: string
  /** The query of it, without the question mark. */
  readonly query: unknown
  /** The IP address of the client. */
  readonly address: string
  /** What was decided of the request by its limits; none where a page is free. */
  readonly decision: Decision | undefined
}
