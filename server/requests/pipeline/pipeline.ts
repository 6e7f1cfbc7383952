import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../platform/clock.ts'
import type { Schema } from '../../platform/http/checked-schema.ts'
import { isPreflight } from '../../platform/http/cors.ts'
import { prefersLenient, queryTidier } from '../../platform/http/query.ts'
import { readTarget, requestFault, withoutSlash } from '../../platform/http/request-head.ts'
import type { Handle } from '../../platform/http/request-queue.ts'
import type { Load } from '../../platform/overload.ts'
import { DatabaseUnavailable } from '../../platform/storage/database.ts'
import { trackCommits } from '../../platform/storage/writes.ts'
import type { Caller } from '../access/caller.ts'
import type { Guard, Presented } from '../access/callers.ts'
import { challenge } from '../access/challenge.ts'
import { atOther } from '../access/other-environment.ts'
import { isWrite, type Operation } from '../api/operation.ts'
import type { PortalPage } from '../api/portal-page.ts'
import { ownSurface, type Surface } from '../api/surface.ts'
import { requestError } from '../errors/request.errors.ts'
import { type Maintenance, readOnlyError } from '../maintenance/maintenance.ts'
import { addressBucket, portalBucket } from '../rate-limits/address.ts'
import { countRejection, type DecisionCounts } from '../rate-limits/decision-counts.ts'
import { type Decision, type Limiter, type Subject, tooMany } from '../rate-limits/limiter.ts'
import { type LookupGuard, LookupRejected } from '../rate-limits/lookup-guard.ts'
import { addressPolicy, type Policy } from '../rate-limits/policy.ts'
import type { RejectedKeys } from '../rate-limits/rejected-keys.ts'
import { announceRemoval, type CountDeprecated, originCheck, visitorOriginCheck } from './conditions.ts'
import { isAuthError, isCallerError, isKeyError, isMalformed, isUnavailable, unavailable } from './error-kinds.ts'
import {
  checkUpload,
  Exchange,
  type KeyIn,
  receiveBody,
  receiveKey,
  reportBody,
  type Step,
  type StepOutcome,
} from './exchange.ts'
import { innerRequests } from './inner-requests.ts'
import type { Responder } from './responder.ts'
import { type Route, router } from './router.ts'
import { unmatchedSteps } from './unmatched.ts'

type Deps = {
  originOf: (request: IncomingMessage) => string
  addressOf: (request: IncomingMessage) => string
  /** The address of the other environment, if it is known. */
  otherEnvironmentAt: (own: string) => string | undefined
  /** Whether one of our own pages sent the request. */
  isOwnOrigin: (request: IncomingMessage) => boolean
  /** The APIs to choose from for a path without a place. */
  surfaces: readonly Surface[]
  routes: readonly Route[]
  pages: readonly PortalPage[]
  responder: Responder
  /** Reads the credential of a request. */
  presentedBy: (request: IncomingMessage) => Presented
  /** Reads a key that was sent in a body. */
  presentedKey: (key: string) => Presented
  /** Limits lookups of unknown keys. */
  guard: LookupGuard
  limiter: Limiter
  /** Called for each request whose key was rejected. */
  rejectedKeys: Pick<RejectedKeys, 'note'>
  /** Counts the requests of an account today. */
  usage: { count(accountId: bigint, isAllowed: boolean, requests?: number): void }
  /** Counts calls of deprecated operations. */
  deprecatedCalls: CountDeprecated
  maintenance: Pick<Maintenance, 'isReadOnly'>
  addressPolicy: Policy
  portalPolicy: Policy
  counts: DecisionCounts
  load: Readonly<Load>
  nextRequestId: (request: IncomingMessage) => string
  clock: Pick<Clock, 'nowMs'>
  /** The real clock, for the durations of responses. */
  steadyMs: () => number
}

/** The steps of every request, in reading order: the first failing check determines the error. */
export const pipeline = (deps: Deps): Handle => {
  const { guard, limiter, rejectedKeys, responder, counts } = deps
  const places = router(deps.routes, deps.pages)
  const checkOrigin = originCheck(deps.isOwnOrigin)
  const checkVisitor = visitorOriginCheck(deps.isOwnOrigin)

  const findPlace: Step = (exchange) => {
    const { request } = exchange
    const path = readTarget(request)
    // The target may have named another host.
    exchange.origin = deps.originOf(request)
    const found = places.find('GET', path)
    const place = found?.store
    const pathWithoutSlash = withoutSlash(path)
    if (!place || (place.surface === ownSurface && pathWithoutSlash !== undefined)) {
      if (pathWithoutSlash !== undefined && places.find('GET', pathWithoutSlash)?.store?.surface)
        exchange.pathWithoutSlash = pathWithoutSlash
      exchange.isForVisitors = /^\/auth(?:[/?]|$)/.test(path)
      exchange.surface = deps.surfaces.find((surface) => surface.has(path))
      return
    }
    const route = place.routes.get(exchange.method)
    exchange.place = place
    exchange.params = found.params
    exchange.query = found.searchParams
    // Decided by the place and not by the spelling of the path: `%76` is also a v.
    exchange.isForVisitors = place.isForVisitors === true
    exchange.surface = place.surface
    if (!route) return
    exchange.route = route
    exchange.write = route.write
    exchange.steps = stepsOf.get(route) ?? unmatched
  }

  /** Errors found before the limits are known are deferred, so that their responses include the limits. */
  const checkForm: Step = (exchange) => {
    const { surface, isForVisitors, place } = exchange
    const isWork = surface !== undefined || isForVisitors || place?.page?.isRejectedUnderLoad === true
    const isTooMuch = isWork && deps.load.isOverloaded
    exchange.error = isTooMuch ? unavailable() : requestFault(exchange.request)
  }

  const identify: Step = (exchange) => {
    const isShed = isUnavailable(exchange.error)
    if (!exchange.surface || (exchange.error && !isShed) || exchange.bodyError) return
    if (exchange.surface.isKeyOptional && isVisit(exchange)) return
    const reject = (error: unknown): undefined => {
      if (isShed) return
      // The address has no quota left for invalid keys, so this key was not looked up.
      if (error instanceof LookupRejected) {
        exchange.decision = error.decision
        exchange.error = tooMany(error.decision)
      } else if (error instanceof DatabaseUnavailable) exchange.error = unavailable(error)
      else exchange.error = challenge(atOther(error, deps.otherEnvironmentAt(exchange.origin)))
    }
    try {
      const { credential, callers } = exchange.presented ?? deps.presentedBy(exchange.request)
      exchange.caller = callers.recall(credential)
      // A preflight needs no credential, so its key is not looked up.
      if (exchange.caller || isPreflight(exchange)) return
      // Under overload, only keys that were valid before are looked up.
      const guarded: Guard = isShed
        ? () => Promise.reject(unavailable())
        : (look) => guard(exchange.address, look, isAuthError)
      return callers.identify(credential, guarded).then((caller): undefined => {
        exchange.caller = caller
      }, reject)
    } catch (error) {
      return reject(error)
    }
  }

  /** Checks that a caller with a valid key is admitted. */
  const checkCaller: Step = (exchange) => {
    const { caller, headers } = exchange
    if (caller?.isSuspended) exchange.error = requestError('account_suspended')
    else if (caller?.kind === 'session' && caller.needsPasskey) exchange.error = requestError('passkey_required')
    else if (caller?.kind === 'publishable' && caller.allowedOrigins && headers.origin !== undefined) {
      // Programs send no `Origin`. A browser sends one with each request to another origin, and pages cannot change
      // it.
      if (!caller.allowedOrigins.has(headers.origin)) exchange.error = requestError('origin_not_allowed')
    }
  }

  /** Counts the request against its account, or else its address; for portal pages, against the address alone. */
  const decide = (
    exchange: Exchange,
    isFree = exchange.route?.operation.isFree === true,
  ): StepOutcome | Promise<StepOutcome> => {
    const { caller, surface, error, place } = exchange
    exchange.isCounted = !(
      exchange.method === 'OPTIONS' ||
      place?.page?.isFree === true ||
      // A request that was rejected unread is not counted, and a caller is admitted before its limits are checked.
      (error !== undefined && (isUnavailable(error) || isCallerError(error))) ||
      // Without a valid key, a free operation is counted too.
      (caller !== undefined && isFree)
    )
    if (!exchange.isCounted && !surface) return
    const policy = caller?.policy ?? (isVisit(exchange) ? deps.portalPolicy : deps.addressPolicy)
    exchange.policy = policy
    if (exchange.decision) return
    const subject = caller?.subject ?? subjectOf(exchange)
    const decided = limiter[exchange.isCounted ? 'take' : 'peek'](subject, policy)
    return decided instanceof Promise
      ? decided.then((decision) => obey(exchange, decision, isFree))
      : obey(exchange, decided, isFree)
  }

  const obey = (exchange: Exchange, decision: Decision, isFree: boolean): StepOutcome | Promise<StepOutcome> => {
    exchange.decision = decision
    if (!isUnavailable(exchange.error) || !exchange.caller || isFree) return
    if (decision.allowed && decision.windows.every(({ remaining }) => remaining > 0)) return
    // Under overload, a caller beyond its own limit is rejected for that, which also counts as a strike.
    exchange.error = undefined
    exchange.decision = undefined
    return decide(exchange, isFree)
  }

  /** Only the first requests of a minute are free, whichever server they reach. */
  const decideSomeFree = (operationId: string, perMinute: number): Step => {
    const policy = addressPolicy(perMinute)
    return (exchange) => {
      const { caller } = exchange
      if (!caller) return decide(exchange)
      const free = limiter.take({ address: `${operationId} ${nameOf(caller)}` }, policy)
      return free instanceof Promise
        ? free.then(({ allowed }) => decide(exchange, allowed))
        : decide(exchange, free.allowed)
    }
  }

  const reject: Step = (exchange) => {
    const { caller, surface, decision } = exchange
    if (decision && exchange.isCounted) {
      if (surface && decision.allowed) counts.allowed += 1
      else if (surface) countRejection(counts, decision)
      if (caller && !caller.isStaff) deps.usage.count(caller.accountId, decision.allowed)
      if (!decision.allowed && !isMalformed(exchange.error)) exchange.error = tooMany(decision)
    }
    const fault = exchange.error
    if (!fault || (!isMalformed(fault) && isPreflight(exchange))) return
    if (isKeyError(fault))
      rejectedKeys.note({
        code: fault.code,
        keyId: caller?.kind === 'session' ? undefined : caller?.keyId,
        address: addressBucket(exchange.address),
      })
    throw fault
  }

  const checkScope: Step = ({ route, caller }) => {
    const { scope, alsoScope, right, isForStore } = route?.operation ?? {}
    for (const needed of [scope, alsoScope]) {
      if (needed === undefined || caller?.scopes.has(needed)) continue
      const who = caller?.kind === 'session' ? 'Your role' : 'The API key'
      const message = `${who} lacks the scope this operation needs: ${needed}.`
      throw requestError('insufficient_scope', { message, requiredScope: needed })
    }
    if (right !== undefined && !caller?.rights.has(right)) {
      throw requestError('insufficient_scope', { message: 'Your role does not permit this.' })
    }
    if (isForStore && !caller?.actsForStore) {
      const message = 'Only staff may do this: your role is limited to your account.'
      throw requestError('insufficient_scope', { message })
    }
  }

  const checkWritable: Step = () => {
    if (deps.maintenance.isReadOnly()) throw readOnlyError()
  }

  /**
   * Charges the rest of the cost of a request, of which one was charged before its body was read; all of it or
   * nothing.
   */
  const chargeRest: Step = (exchange) => {
    const { caller, route } = exchange
    const total = route?.operation.cost?.(exchange) ?? 1
    if (!caller || total <= 1) return
    const subject = caller.subject ?? subjectOf(exchange)
    const decided = limiter.take(subject, caller.policy, { total, paid: 1 })
    const obey = (decision: Decision): undefined => {
      exchange.decision = decision
      if (!caller.isStaff) {
        deps.usage.count(caller.accountId, decision.allowed, decision.allowed ? total - 1 : 1)
      }
      if (decision.allowed) return
      countRejection(counts, decision)
      throw tooMany(decision)
    }
    return decided instanceof Promise ? decided.then(obey) : obey(decided)
  }

  const allowRecheck: Step = (exchange) => {
    exchange.recheckCaller = async () => {
      await identify(exchange)
      checkCaller(exchange)
      if (exchange.error) throw exchange.error
      checkScope(exchange)
    }
    return undefined
  }

  const admissionBy = (decision: Step): Step[] => [findPlace, checkForm, identify, checkCaller, decision, reject]
  const admission = admissionBy(decide)
  const admissionWithKey = (keyIn: KeyIn): Step[] => [
    findPlace,
    checkForm,
    receiveKey(keyIn, deps.presentedKey),
    identify,
    checkCaller,
    decide,
    reject,
    reportBody,
  ]

  /** The steps if there is no operation for the path and method. */
  const pageSteps = unmatchedSteps({ checkOrigin })
  const checkOptionalKey: Step = (exchange) => (exchange.surface?.isKeyOptional ? checkVisitor(exchange) : undefined)
  const unmatched: readonly Step[] = [...admission, checkOptionalKey, ...pageSteps]

  /** The steps of an operation, as it declares them. */
  const stepsFor = (route: Route): readonly Step[] => {
    const { isForVisitors, isFromElsewhere, scope, right, isForStore } = route.operation
    const { id, isFree, deprecation, body, upload, cost, keyIn, surface, makesRequests } = route.operation
    // Earlier steps set what these rely on: the caller and the decision.
    const { recall, handle } = route.operation as unknown as { recall?: Step; handle: Step }
    const mayWrite = route.operation.method !== 'GET' || isForVisitors
    return [
      ...(keyIn
        ? admissionWithKey(keyIn)
        : typeof isFree === 'object'
          ? admissionBy(decideSomeFree(id, isFree.perMinute))
          : admission),
      ...(isForVisitors && !isFromElsewhere ? [checkOrigin] : []),
      ...(surface?.isKeyOptional ? [checkVisitor] : []),
      ...(scope || right || isForStore ? [checkScope] : []),
      ...(deprecation ? [announceRemoval(id, deprecation, deps)] : []),
      ...(surface || isForVisitors ? [] : [tidyQuery(route.operation)]),
      ...(isWrite(route.operation) ? [checkWritable] : []),
      ...(recall ? [recall] : []),
      ...(body && !keyIn ? [receiveBody] : []),
      ...(upload ? [checkUpload(upload), allowRecheck] : []),
      ...validate(route),
      ...(cost ? [chargeRest] : []),
      ...(makesRequests ? [allowRequests] : []),
      mayWrite ? (exchange: Exchange) => trackCommits(() => handle(exchange)) : handle,
    ]
  }
  /** Created last, because it needs the steps of every operation. */
  const allowRequests: Step = (exchange) => allowInner(exchange)
  const stepsOf = new Map(deps.routes.map((route) => [route, stepsFor(route)]))
  const allowInner = innerRequests({
    places,
    pageSteps,
    settle: responder.settle,
    portalPolicy: deps.portalPolicy,
    steadyMs: deps.steadyMs,
    charge: [decide, reject],
    stepsOf: (route) => stepsOf.get(route)?.slice(admission.length) ?? [],
  })

  /** Runs the steps from `at` on, in this turn of the event loop as long as none of them waits. */
  const proceed = (exchange: Exchange, at: number): void => {
    try {
      // The first step decides which steps follow.
      for (let next = at; next < exchange.steps.length; next += 1) {
        const outcome = exchange.steps[next]?.(exchange)
        if (outcome === undefined) continue
        if (outcome instanceof Promise) waitFor(exchange, outcome, next + 1)
        else responder.send(exchange, outcome)
        return
      }
    } catch (error) {
      responder.fail(exchange, error)
    }
  }

  const waitFor = (exchange: Exchange, outcome: Promise<StepOutcome>, next: number): void => {
    outcome
      .then((reply) => (reply ? responder.send(exchange, reply) : proceed(exchange, next)))
      .catch((error: unknown) => responder.fail(exchange, error))
  }

  return (request, response) => {
    const about = {
      requestId: deps.nextRequestId(request),
      startedAtMs: deps.steadyMs(),
      addressOf: deps.addressOf,
      steps: unmatched,
    }
    proceed(new Exchange(request, response, about), 0)
  }
}

const nameOf = (caller: Caller): string => (caller.kind === 'session' ? `user ${caller.userId}` : `key ${caller.keyId}`)

/** Whether it is for a page, or for an API that visitors use without a key. */
const isVisit = ({ surface, headers }: Exchange): boolean =>
  !surface || (surface.isKeyOptional === true && headers.authorization === undefined)

/** For callers without a fixed subject. */
const subjectOf = (exchange: Exchange): Subject => {
  const { caller, address } = exchange
  if (caller?.kind !== 'publishable') return { address: (isVisit(exchange) ? portalBucket : addressBucket)(address) }
  const { accountId, keyId } = caller
  return { accountId, keyId, visitor: addressBucket(address) }
}

/** Must run before anything reads the query. */
const tidyQuery = ({ query }: Operation): Step => {
  const tidy = queryTidier((query ?? {}) as Schema)
  return (exchange) => {
    exchange.isLenient = prefersLenient(exchange.headers.prefer)
    const sent = exchange.query as string
    const kept = tidy(sent, exchange.isLenient)
    if (kept === sent) return
    const path = exchange.url.slice(0, exchange.url.indexOf('?'))
    exchange.query = kept
    exchange.url = kept === '' ? path : `${path}?${kept}`
  }
}

/** Validates and parses each part by the operation's schemas. */
const validate = ({ operation, checkParams, checkQuery, checkBody }: Route): Step[] => {
  const body: Step = (exchange) => {
    exchange.body = checkBody?.(exchange.body)
  }
  const isChecked = operation.keyIn !== undefined
  return [...(checkParams ? [checkParams] : []), checkQuery, ...(checkBody && !isChecked ? [body] : [])]
}
