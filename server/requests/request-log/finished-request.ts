import type { Fault } from '../../platform/http/http-error.ts'
import type { Caller } from '../access/caller.ts'
import type { Decision } from '../rate-limits/limiter.ts'

/** The data of a finished request that stays in memory. */
export type FinishedRequest = {
  timeMs: number
  status: number
  durationMs: number
  method: string
  url: string
  /** The operation, as far as the log needs it. */
  route: LoggedRoute | undefined
  params: Readonly<Record<string, unknown>>
  requestId: string
  caller: Caller | undefined
  userAgent: string | undefined
  decision: Decision | undefined
  isDeprecated: boolean
  /** The error that was sent. */
  error: { code: string; errors: readonly Fault[] | undefined } | undefined
}

type LoggedRoute = {
  path: string
  operation: { id: string; isUnlogged?: true }
  fieldNames: () => ReadonlySet<string>
}

/** Requests on their way to the log. The end of the pipeline only fills an object and adds it here. */
export type FinishedRequests = {
  waiting: FinishedRequest[]
  /** Successes since the last flush, whether they wait or not. */
  successes: number
  /** Called when many wait; undefined if the log is off. */
  onMany: (() => void) | undefined
}

/** After so many successes between two flushes, only one in `SAMPLE` waits. */
export const BUSY = 2_000
export const SAMPLE = 16

/** How many requests are many. */
export const MANY = 256

/** 0 without an account: for unknown callers, and for staff, who belong to none. */
export const accountOf = ({ caller }: FinishedRequest): bigint =>
  caller && !caller.isStaff ? caller.accountId : 0n

/** 0 without a key. */
export const keyOf = ({ caller }: FinishedRequest): bigint =>
  caller && caller.kind !== 'session' ? caller.keyId : 0n
