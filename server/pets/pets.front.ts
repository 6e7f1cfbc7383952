import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller, Credential } from '../api-keys/api-keys.service.ts'
import type { Answers } from '../platform/http/answers.ts'
import { baseHeaders } from '../platform/http/base-headers.ts'
import { requestFault } from '../platform/http/malformed.ts'
import type { PageCache } from '../platform/http/page-cache.ts'
import { linkOf } from '../platform/http/paging.ts'
import type { OperationTraffic } from '../platform/telemetry/traffic.ts'
import type { DecisionCounts } from '../rate-limits/decisions.ts'
import { limitHeaders } from '../rate-limits/headers.ts'
import type { Limiter, Verdict } from '../rate-limits/limiter.ts'
import type { UsageService } from '../usage/usage.service.ts'
import type { Catalogue } from './pets.service.ts'

type Deps = {
  pages: PageCache
  catalogue: Pick<Catalogue, 'version'>
  credentialOf: (request: IncomingMessage) => Credential
  recall: (credential: Credential) => Caller | undefined
  limiter: Limiter
  isOverloaded: () => boolean
  usage: Pick<UsageService, 'count'>
  nextRequestId: (request: IncomingMessage) => string
  /** Address of links; undefined when it takes more than the request's Host to tell. */
  originOf: (host: string) => string | undefined
  /** What else there is to do about an answer than to count it. */
  answers: Pick<Answers, 'began' | 'describe' | 'isTraced' | 'log' | 'logsFromMs' | 'steadyMs'>
  /** Where these answers are counted. */
  traffic: OperationTraffic
  counts: DecisionCounts
  /** Undefined when it takes more than the connection to tell. */
  addressOf: (request: IncomingMessage) => string | undefined
}

/** Decisions of the limiter that were made here, for requests that are answered elsewhere: nobody is counted twice. */
export type Decisions = WeakMap<IncomingMessage, Verdict | Promise<Verdict>>

/**
 * Answers the plain read of a kept page, which is almost every request there is, before a framework makes anything of
 * it: with the same checks, by the same functions, as the hooks of `app.ts`. Any other request, and one that has to be
 * refused, goes the ordinary way.
 */
export const petsFront = (deps: Deps) => {
  const { pages, catalogue, credentialOf, recall, limiter, usage, nextRequestId, originOf } = deps
  const { answers, traffic, counts, addressOf } = deps
  const { steadyMs, logsFromMs, isTraced } = answers
  const decisions: Decisions = new WeakMap()

  const callerOf = (request: IncomingMessage): Caller | undefined => {
    try {
      return recall(credentialOf(request))
    } catch {
      return undefined
    }
  }

  /** Whether it is for a kept page and nothing else of it matters. */
  const isPlain = ({ method, url = '', headers }: IncomingMessage): boolean =>
    method === 'GET' &&
    pages.has(url) &&
    !deps.isOverloaded() &&
    headers['if-none-match'] === undefined &&
    headers.prefer === undefined

  /** Answers, or hands over to `otherwise`. */
  const answer = (
    request: IncomingMessage,
    response: ServerResponse,
    otherwise: () => void,
  ): void => {
    const beganAtMs = steadyMs()
    const origin = isPlain(request) ? originOf(request.headers.host ?? '') : undefined
    const caller = origin !== undefined && !requestFault(request) ? callerOf(request) : undefined
    if (origin === undefined || !caller?.scopes.has('pets:read') || caller.isSuspended) {
      otherwise()
      return
    }

    const decision = limiter.take(caller, caller.policy)
    if (decision instanceof Promise) decision.then(proceed, () => handOver(decision))
    else proceed(decision)

    function proceed(verdict: Verdict) {
      const page = verdict.allowed
        ? pages.find(request.url ?? '', catalogue.version(verdict))
        : undefined
      if (!page || !caller) {
        handOver(verdict)
        return
      }
      usage.count(caller.accountId, true)
      const limits = limitHeaders(verdict, caller.policy)
      const id = nextRequestId(request)
      const list = baseHeaders({ id, limits })
      list.push(...page.headers)
      if (page.next) list.push('link', linkOf(page.next, origin ?? ''))
      response.writeHead(200, list)
      response.end(page.body)
      counts.allowed += 1
      const durationMs = steadyMs() - beganAtMs
      traffic.answered(200, durationMs)
      if (isTraced) answers.describe(request, traffic.name, ROUTE, id)
      if (durationMs >= logsFromMs) logAnswer(request, { id, caller, durationMs })
    }

    function handOver(decided: Verdict | Promise<Verdict>) {
      decisions.set(request, decided)
      answers.began(request, beganAtMs)
      otherwise()
    }
  }

  const logAnswer = (
    request: IncomingMessage,
    { id, caller, durationMs }: { id: string; caller: Caller; durationMs: number },
  ): void => {
    const address = addressOf(request)
    answers.log(request, {
      ...{
        requestId: id,
        method: request.method,
        operation: traffic.name,
        status: 200,
        durationMs,
      },
      ...{ accountId: String(caller.accountId), keyId: String(caller.keyId) },
      ...(address !== undefined && { address }),
    })
  }

  return { answer, decisions }
}

const ROUTE = '/v1/pets'
