import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../platform/clock.ts'
import { isPreflight } from '../../platform/http/cors.ts'
import type { Caller } from '../access/caller.ts'
import { deprecationHeaders } from '../api/deprecation.ts'
import type { Deprecation } from '../api/operation.ts'
import { requestError } from '../errors/request.errors.ts'
import type { Step } from './exchange.ts'

// Steps for operations that are restricted to our own pages, or deprecated. Most operations have none of them.

/** Only one of our own pages may send the request, or link to it. */
export const originCheck =
  (isOwnOrigin: (request: IncomingMessage) => boolean): Step =>
  ({ isRead, request }) => {
    if (isRead ? isOwnVisit(request) : isOwnOrigin(request)) return
    const message = 'This is only for pages of this server: `Origin` must be its own.'
    throw requestError('origin_not_allowed', { message })
  }

/** A visitor without a key may be a program, or one of our own pages, but no page of another site. */
export const visitorOriginCheck =
  (isOwnOrigin: (request: IncomingMessage) => boolean): Step =>
  (exchange) => {
    const { caller, headers, request } = exchange
    if (caller || headers.origin === undefined) return
    if (isPreflight(exchange) || isOwnOrigin(request)) return
    const message = 'Without a key, `Origin` must be that of this server, or left out.'
    throw requestError('origin_not_allowed', { message })
  }

/**
 * Browsers send no `Origin` when they follow a link, but say where it was: on one of our pages, or in the address bar.
 */
const isOwnVisit = ({ headers }: IncomingMessage): boolean =>
  ['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string | undefined)

export type CountDeprecated = {
  count(operationId: string, caller: Caller | undefined, nowMs: number): void
}

type Deps = { clock: Pick<Clock, 'nowMs'>; deprecatedCalls: CountDeprecated }

/** Comes before the response cache, so that each call is counted. */
export const announceRemoval =
  (operationId: string, deprecation: Deprecation, { clock, deprecatedCalls }: Deps): Step =>
  (exchange) => {
    const nowMs = clock.nowMs()
    exchange.deprecation = deprecationHeaders(deprecation, exchange.origin)
    deprecatedCalls.count(operationId, exchange.caller, nowMs)
    if (nowMs >= deprecation.sunsetMs) throw requestError('operation_removed')
  }
