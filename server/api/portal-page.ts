import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Reply } from './reply.ts'

/** What is outside the API and needs no key: docs, console, health. */
export type PortalPage = {
  /** With its parameters in braces; a last `*` takes any rest. */
  path: string
  /** Not charged to the bucket of its visitor's address. */
  isFree?: true
  /** `undefined` where there is no such page. */
  handle: (visit: Visit) => Reply | undefined | Promise<Reply | undefined>
}

export type Visit = {
  /** Texts, by the names in `path`. */
  readonly params: Readonly<Record<string, unknown>>
  readonly request: IncomingMessage
  readonly headers: IncomingHttpHeaders
  readonly requestId: string
  readonly origin: string
}
