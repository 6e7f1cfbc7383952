import type { IncomingMessage } from 'node:http'
import type { FastifyRequest, onRequestHookHandler, preHandlerHookHandler } from 'fastify'
import { isPreflight, preflightHeaders } from '../platform/http/cors.ts'
import { ApiError } from '../platform/http/errors.ts'
import type { UsageService } from '../usage/usage.service.ts'
import { addressBucket } from './address.ts'
import { countDecision, type DecisionCounts } from './decisions.ts'
import { limitHeaders, refusal } from './headers.ts'
import type { Limiter, Subject, Verdict } from './limiter.ts'
import type { Policy } from './policy.ts'
import type { RefusedKeys } from './refused-keys.ts'

declare module 'fastify' {
  interface FastifyRequest {
    verdict: Verdict | undefined
  }
  interface FastifyContextConfig {
    /** The operation is never counted nor refused for its number, not even during a ban. */
    uncounted?: true
    /** How many requests one counts as, by its body; one, where that is not said. */
    cost?: (request: FastifyRequest) => number
  }
}

type Deps = {
  limiter: Limiter
  usage: Pick<UsageService, 'count'>
  addressPolicy: Policy
  /** The operations that are `uncounted`. */
  uncounted: readonly Operation[]
  /** Decisions already made of a request. */
  decisions: Pick<WeakMap<IncomingMessage, Verdict | Promise<Verdict>>, 'get'>
  counts: DecisionCounts
  /** Told of each request whose key did not let it in. */
  refusedKeys: Pick<RefusedKeys, 'note'>
}

export type Operation = { method: string | string[]; url: string }

/** Counts each request against its account, or against its address when nobody is known, and refuses what is too much. */
export const rateLimit =
  ({
    limiter,
    usage,
    addressPolicy,
    uncounted,
    decisions,
    counts,
    refusedKeys,
  }: Deps): onRequestHookHandler =>
  (request, reply, done) => {
    const subject: Subject = request.caller ?? { address: addressBucket(request.ip) }
    const policy = request.caller?.policy ?? addressPolicy
    // The address has no quota left for keys that fail: this one was not looked at, and nothing is counted.
    const refused = request.verdict
    // Without a valid key there is nothing to show for free.
    const isFree =
      request.method === 'OPTIONS' ||
      (request.caller && isOneOf(uncounted, request)) ||
      // What is not even looked at is not counted, and before the limits it is asked whether there is an account.
      request.refusal?.code === 'service_unavailable' ||
      request.refusal?.code === 'account_suspended'
    const decision =
      refused ??
      decisions.get(request.raw) ??
      (isFree ? limiter.peek(subject, policy) : limiter.take(subject, policy))
    if (decision instanceof Promise) decision.then(proceed, done)
    else proceed(decision)

    function proceed(verdict: Verdict) {
      if (!isFree) countDecision(counts, verdict)
      request.verdict = verdict
      request.limits = limitHeaders(verdict, policy)
      if (request.caller && !isFree) usage.count(request.caller.accountId, verdict.allowed)
      const fault = request.refusal
      // What is not HTTP is said to be so, however often. Who calls is no matter to a preflight.
      const isOfCaller = fault?.statusCode === 401 || fault?.code === 'account_suspended'
      if (fault && !isOfCaller) return done(fault)
      if (isPreflight(request)) return void reply.code(204).headers(preflightHeaders).send()
      const error = verdict.allowed || (isFree && !refused) ? fault : tooMany(verdict)
      if (error && isOfKey(error)) {
        const { caller, ip } = request
        refusedKeys.note({ code: error.code, keyId: caller?.keyId, address: addressBucket(ip) })
      }
      done(error)
    }
  }

/** Whether it is the key that is refused, and not the number of its requests. */
const isOfKey = ({ statusCode, code }: ApiError): boolean =>
  statusCode === 401 || code === 'account_suspended' || code === 'key_temporarily_banned'

/** Counts what a request costs beyond the one that was counted before its body was read; all of it, or nothing. */
export const chargeRest =
  (
    { limiter, usage, counts }: Pick<Deps, 'limiter' | 'usage' | 'counts'>,
    cost: (request: FastifyRequest) => number,
  ): preHandlerHookHandler =>
  (request, _reply, done) => {
    const { caller } = request
    const total = cost(request)
    if (!caller || total <= 1) return done()
    const { accountId, policy } = caller
    const decision = limiter.take(caller, policy, { total, paid: 1 })
    if (decision instanceof Promise) decision.then(proceed, done)
    else proceed(decision)

    function proceed(verdict: Verdict) {
      request.verdict = verdict
      request.limits = limitHeaders(verdict, policy)
      if (verdict.allowed) {
        usage.count(accountId, true, total - 1)
        return done()
      }
      countDecision(counts, verdict)
      usage.count(accountId, false)
      done(tooMany(verdict))
    }
  }

/** The limit headers of an answer on a connection that never became a request. */
export const addressLimitHeaders = async (
  { limiter, addressPolicy, counts }: Pick<Deps, 'limiter' | 'addressPolicy' | 'counts'>,
  address: string,
): Promise<Record<string, string>> => {
  const verdict = await limiter.take({ address: addressBucket(address) }, addressPolicy)
  countDecision(counts, verdict)
  return limitHeaders(verdict, addressPolicy)
}

/** Runs for each request, so it builds no text to compare. */
const isOneOf = (operations: readonly Operation[], { method, url }: FastifyRequest): boolean =>
  operations.some(
    (operation) =>
      operation.method === method &&
      url.startsWith(operation.url) &&
      (url.length === operation.url.length || url[operation.url.length] === '?'),
  )

export const tooMany = (verdict: Verdict): ApiError => {
  const { code, retryAfterSeconds } = refusal(verdict)
  return new ApiError(code, { headers: { 'retry-after': String(retryAfterSeconds) } })
}
