import type { Fault } from '../../platform/http/http-error.ts'
import type { Caller } from '../access/caller.ts'
import type { Decision } from '../rate-limits/limiter.ts'
import { issuesOf, pathOf, unknownPathOf, userAgentOf } from './entry-text.ts'
import type { RequestEntry } from './request-entry.ts'
import type { StoredEntry } from './stored-entry.ts'

/** A finished exchange, as far as the log needs it. */
export type FinishedExchange = {
  method: string
  url: string
  route:
    | {
        path: string
        operation: { id: string; isUnlogged?: true }
        fieldNames: () => ReadonlySet<string>
      }
    | undefined
  params: Readonly<Record<string, unknown>>
  requestId: string
  caller: Caller | undefined
  headers: { readonly 'user-agent'?: string | undefined }
  decision: Decision | undefined
  deprecation: unknown
  /** The error that was sent. */
  error: { code: string; errors: readonly Fault[] | undefined } | undefined
}

export const detailsOf = (exchange: FinishedExchange, status: number, durationMs: number): StoredEntry['details'] => {
  const { method, route, decision } = exchange
  const error = status < 400 ? undefined : exchange.error
  const userAgent = userAgentOf(exchange.headers['user-agent'])
  const rateLimit = decision && windowOf(decision)
  return {
    method,
    path: route ? pathOf(route.path, exchange.params) : unknownPathOf(exchange.url),
    ...(error && { code: error.code }),
    ...(error?.errors?.length && {
      errors: issuesOf(error.errors, route?.fieldNames() ?? new Set()),
    }),
    durationMs: Math.round(durationMs * 10) / 10,
    ...(userAgent !== undefined && { userAgent }),
    ...(rateLimit && { rateLimit }),
    ...(exchange.deprecation !== undefined && { deprecated: true }),
  }
}

/** The window that rejected the request, or else the one with the smallest share left. */
const windowOf = ({ windows, rejectedBy }: Decision): RequestEntry['rateLimit'] => {
  const rejecting = windows.find(({ name }) => rejectedBy.includes(name))
  const [scarcest] = windows.toSorted((one, other) => one.remaining / one.limit - other.remaining / other.limit)
  const shown = rejecting ?? scarcest
  return shown && { window: shown.name, remaining: Math.max(0, shown.remaining) }
}

/** 0 without an account: for unknown callers, and for staff, who belong to none. */
export const accountOf = ({ caller }: FinishedExchange): bigint => (caller && !caller.isStaff ? caller.accountId : 0n)

/** 0 without a key. */
export const keyOf = ({ caller }: FinishedExchange): bigint => (caller && caller.kind !== 'session' ? caller.keyId : 0n)
