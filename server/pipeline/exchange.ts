import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '../access/caller.ts'
import type { Call } from '../api/operation.ts'
import { type Author, authorOf } from '../author/author.ts'
import type { HttpError } from '../platform/http/http-error.ts'
import { type LimitHeaders, limitHeaders } from '../rate-limits/headers.ts'
import type { Decision } from '../rate-limits/limiter.ts'
import type { Policy } from '../rate-limits/policy.ts'
import type { Found, Route } from './router.ts'

/** What depends on where the server runs. */
export type Surroundings = {
  originOf: (request: IncomingMessage) => string
  addressOf: (request: IncomingMessage) => string
}

/** One request and its response, with what the steps of the pipeline have found out by now. */
export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  /** Path and query as they were sent. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly isRead: boolean
  readonly requestId: string
  /** Steady time. */
  readonly startedAtMs: number
  readonly #surroundings: Surroundings

  /** Whether it is for the API, where requests are counted and responses carry limits. */
  isApi = false
  /** Whether it is for what only our own pages may ask, so that responses say nothing to pages of others. */
  isForVisitors = false
  /** What is at its path, whatever the method. */
  found: Found | undefined
  /** The operation there, of the request's own method. */
  route: Route | undefined
  caller: Caller | undefined
  /** The error of its response, once its limits are known. */
  error: HttpError | undefined
  decision: Decision | undefined
  limits: LimitHeaders | undefined
  /** As the path has them, and then as the operation's schema does. */
  params: Readonly<Record<string, unknown>> = {}
  query: unknown
  body: unknown
  /** Headers of an operation that goes, for each of its responses. */
  deprecation: readonly string[] | undefined

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    surroundings: Surroundings,
    about: { requestId: string; startedAtMs: number },
  ) {
    this.request = request
    this.response = response
    this.method = request.method ?? ''
    this.url = request.url ?? ''
    this.headers = request.headers
    this.isRead = this.method === 'GET' || this.method === 'HEAD'
    this.requestId = about.requestId
    this.startedAtMs = about.startedAtMs
    this.#surroundings = surroundings
  }

  get origin(): string {
    return this.#surroundings.originOf(this.request)
  }
  get address(): string {
    return this.#surroundings.addressOf(this.request)
  }
  get author(): Author {
    const { caller, requestId, address } = this
    if (!caller) throw new Error('only a caller can be named as an author')
    return authorOf({ caller, requestId, address })
  }
  /** What was decided of it, which its response says. */
  decide(decision: Decision, policy: Policy): void {
    this.decision = decision
    this.limits = limitHeaders(decision, policy)
  }
  write(value: unknown): string {
    if (!this.route) throw new Error('only an operation can write by its schema')
    return this.route.write(value)
  }
}

/** Whether an operation can be given it: one for visitors is asked by nobody in particular. */
export const isServed = (exchange: Exchange): exchange is Identified =>
  exchange.decision !== undefined &&
  (exchange.caller !== undefined || exchange.route?.operation.isForVisitors === true)

/** An exchange whose caller and limits are known: the input of an operation. */
export type Identified = Exchange & Call

export const isIdentified = (exchange: Exchange): exchange is Identified =>
  exchange.caller !== undefined && exchange.decision !== undefined
