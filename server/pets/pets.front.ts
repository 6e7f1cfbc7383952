import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller, Credential } from '../api-keys/api-keys.service.ts'
import { baseHeaders } from '../platform/http/base-headers.ts'
import { requestFault } from '../platform/http/malformed.ts'
import type { PageCache } from '../platform/http/page-cache.ts'
import { linkOf } from '../platform/http/paging.ts'
import { limitHeaders } from '../rate-limits/headers.ts'
import type { Limiter, Verdict } from '../rate-limits/limiter.ts'
import type { UsageService } from '../usage/usage.service.ts'

type Deps = {
  pages: PageCache
  credentialOf: (request: IncomingMessage) => Credential
  recall: (credential: Credential) => Caller | undefined
  limiter: Limiter
  usage: Pick<UsageService, 'count'>
  nextRequestId: (request: IncomingMessage) => string
  /** Address of links; undefined when it takes more than the request's Host to tell. */
  originOf: (host: string) => string | undefined
}

/** Decisions of the limiter that were made here, for requests that are answered elsewhere: nobody is counted twice. */
export type Decisions = WeakMap<IncomingMessage, Verdict | Promise<Verdict>>

/**
 * Answers the plain read of a kept page, which is almost every request there is, before a framework makes anything of
 * it: with the same checks, by the same functions, as the hooks of `app.ts`. Returns false for any other request, and
 * for one that has to be refused: those go the ordinary way.
 */
export const petsFront = (deps: Deps) => {
  const { pages, credentialOf, recall, limiter, usage, nextRequestId, originOf } = deps
  const decisions: Decisions = new WeakMap()

  const callerOf = (request: IncomingMessage): Caller | undefined => {
    try {
      return recall(credentialOf(request))
    } catch {
      return undefined
    }
  }

  const answer = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '', headers } = request
    const page = method === 'GET' ? pages.find(url) : undefined
    if (!page || headers['if-none-match'] !== undefined || headers.prefer !== undefined)
      return false
    const origin = page.next ? originOf(headers.host ?? '') : ''
    if (origin === undefined || requestFault(request)) return false
    const caller = callerOf(request)
    if (!caller?.scopes.has('pets:read')) return false

    const decision = limiter.take(caller, caller.policy)
    if (decision instanceof Promise || !decision.allowed) {
      decisions.set(request, decision)
      return false
    }
    usage.count(caller.accountId, true)
    const limits = limitHeaders(decision, caller.policy)
    const list = baseHeaders({ id: nextRequestId(request), limits })
    list.push(...page.headers)
    if (page.next) list.push('link', linkOf(page.next, origin))
    response.writeHead(200, list)
    response.end(page.body)
    return true
  }

  return { answer, decisions }
}
