import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../platform/clock.ts'
import { deprecationHeaders } from '../api/deprecation.ts'
import type { Deprecation } from '../api/operation.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Step } from './exchange.ts'

// Steps of operations that are not there for everybody, or not for ever. Most operations take none of them.

/** Only a page of ours may send the request, or lead to it. */
export const originCheck =
  (isOwnOrigin: (request: IncomingMessage) => boolean): Step =>
  ({ isRead, request }) => {
    if (isRead ? isOwnVisit(request) : isOwnOrigin(request)) return
    const message = 'This is for pages of this server: `Origin` must be its own.'
    throw new ApiError('origin_not_allowed', { message })
  }

/** Browsers send no `Origin` with a link, but say what led to it: a page of ours, or the address bar. */
const isOwnVisit = ({ headers }: IncomingMessage): boolean =>
  ['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string | undefined)

export const announceRemoval =
  (deprecation: Deprecation, { nowMs }: Pick<Clock, 'nowMs'>): Step =>
  (exchange) => {
    exchange.deprecation = deprecationHeaders(deprecation, exchange.origin)
    if (nowMs() >= deprecation.sunsetMs) throw new ApiError('operation_removed')
  }
