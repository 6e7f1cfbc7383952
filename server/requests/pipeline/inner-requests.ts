import { protocolError } from '../../platform/http/http-error.ts'
import { visitorCaller } from '../access/visitor-caller.ts'
import type { InnerRequest, InnerResponse } from '../api/inner-request.ts'
import type { Policy } from '../rate-limits/policy.ts'
import { Exchange, type Step } from './exchange.ts'
import type { Responder } from './responder.ts'
import type { Route, Router } from './router.ts'

type Deps = {
  places: Router
  /** The steps of an operation once its caller is admitted. */
  stepsOf: (route: Route) => readonly Step[]
  /** The steps of a page once its visitor is admitted. */
  pageSteps: readonly Step[]
  /** Counts a request, and rejects it beyond the limit. */
  charge: readonly Step[]
  settle: Responder['settle']
  portalPolicy: Policy
  steadyMs: () => number
}

/**
 * Lets an operation make requests for its caller. They take the same steps as requests over HTTP from the same address,
 * so that they are checked, counted, logged and audited alike. The operation's own request pays for the first.
 */
export const innerRequests = (deps: Deps): Step => {
  const run = async (outer: Exchange, sent: InnerRequest, isPaid: boolean): Promise<InnerResponse> => {
    const exchange = innerExchange(outer, sent, deps.steadyMs())
    const place = deps.places.find('GET', sent.url)
    const route = place?.store?.routes.get(sent.method)
    exchange.place = place?.store ?? undefined
    exchange.surface = place?.store?.surface
    exchange.params = place?.params ?? {}
    exchange.query = place?.searchParams
    exchange.route = route
    exchange.write = route?.write
    exchange.decision = isPaid ? outer.decision : undefined
    if (route) exchange.caller = callerOf(outer, sent, deps.portalPolicy)
    const admitted = route ? deps.stepsOf(route) : deps.pageSteps
    const result = await replyOf(exchange, isPaid ? admitted : [...deps.charge, ...admitted])
    outer.decision = exchange.decision ?? outer.decision
    // A visitor has no account, under which it could be counted or logged.
    if (!outer.caller) exchange.caller = undefined
    return deps.settle(exchange, result)
  }

  return (outer) => {
    let isPaid = true
    outer.runInner = (sent) => {
      if (!isPaid && !outer.caller) throw new Error('a visitor makes one request at a time')
      const wasPaid = isPaid
      isPaid = false
      outer.hasRunInner = true
      return run(outer, sent, wasPaid)
    }
    return undefined
  }
}

/** A request from the same client. Its headers are its own, as those of the other request are about that. */
const innerExchange = (outer: Exchange, sent: InnerRequest, startedAtMs: number): Exchange => {
  const { host, 'user-agent': agent } = outer.headers
  const { method, url, body } = sent
  const headers = {
    ...(host !== undefined && { host }),
    ...(agent !== undefined && { 'user-agent': agent }),
    ...sent.headers,
  }
  const about = { requestId: outer.requestId, startedAtMs, addressOf: () => outer.address }
  const exchange = new Exchange(outer.request, outer.response, about, { method, url, headers })
  exchange.origin = outer.origin
  if (body !== undefined) exchange.body = { value: body, duplicates: [] }
  return exchange
}

const callerOf = (outer: Exchange, { grants = [] }: InnerRequest, portalPolicy: Policy) => {
  const caller = outer.caller ?? visitorCaller(outer.address, portalPolicy)
  return { ...caller, scopes: new Set([...caller.scopes, ...grants]) }
}

const replyOf = async (exchange: Exchange, steps: readonly Step[]): Promise<Parameters<Responder['settle']>[1]> => {
  try {
    for (const step of steps) {
      const reply = await step(exchange)
      if (reply) return { reply }
    }
    throw protocolError('route_not_found')
  } catch (error) {
    return { thrown: error }
  }
}
