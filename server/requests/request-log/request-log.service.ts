import type { Clock } from '../../platform/clock.ts'
import { firstOf } from '../../platform/first-of.ts'
import type { Logger } from '../../platform/log.ts'
import { MAX_COUNTED } from '../../platform/storage/bounded-count.ts'
import { showTime } from '../../platform/time.ts'
import type { Caller } from '../access/caller.ts'
import { requestedAccount } from '../access/ownership.ts'
import { requestError } from '../errors/request.errors.ts'
import { requestIdOf } from './entry-text.ts'
import type { RequestBuffer } from './request-buffer.ts'
import type { RequestEntry } from './request-entry.ts'
import { requestLogError } from './request-log.errors.ts'
import type { RequestLogThread } from './request-log.thread.ts'
import { type EntryFilter, type EntryPage, positionAt, type StoredEntry, timeAt } from './stored-entry.ts'

type Deps = {
  thread: RequestLogThread
  /** Where the end of the pipeline adds requests; undefined if the log is off. */
  buffer: RequestBuffer | undefined
  retentionMs: number
  clock: Pick<Clock, 'nowMs' | 'steadyMs'>
  log: Pick<Logger, 'warn'>
  /** Counts entries. */
  counts: { written: number; dropped: number }
}

/** The filters of callers. */
type EntryQuery = Omit<EntryFilter, 'fromPosition'> & { sinceMs?: number | undefined }

export type RequestLogService = ReturnType<typeof requestLogService>

/** The log of API requests. Its own trouble never reaches a request: entries are dropped and counted. */
export const requestLogService = (deps: Deps) => {
  const { thread, buffer, clock, counts } = deps
  const isFirst = firstOf(QUIET_MS, clock.steadyMs)
  let flushing: Promise<unknown> = Promise.resolve()

  const attempt = async (failure: string, work: Promise<unknown>): Promise<boolean> => {
    try {
      await work
      return true
    } catch (error) {
      if (isFirst()) deps.log.warn({ err: error }, failure)
      return false
    }
  }

  const store = async (options?: { isLast: boolean }): Promise<void> => {
    if (!buffer) return
    const { rows, unloggedUntil } = buffer.take(options)
    if (rows.length === 0 && unloggedUntil.length === 0) return
    const work = thread.call('append', rows, unloggedUntil)
    const isStored = await attempt('the request log was not written', work)
    counts[isStored ? 'written' : 'dropped'] += rows.length
  }

  /** One after the other. */
  const flush = async (options?: { isLast: boolean }): Promise<void> => {
    flushing = flushing.then(() => store(options))
    await flushing
  }

  return {
    flush: () => flush(),

    purge: () =>
      attempt(
        'old entries of the request log were not removed',
        thread.call('purge', clock.nowMs() - deps.retentionMs),
      ),

    /** Newest first. Throws `insufficient_scope` and `not_owner`. */
    async list(caller: Caller, query: EntryQuery, page: EntryPage): Promise<StoredEntry[]> {
      const filter = visibleTo(caller, query)
      return buffer ? thread.call('list', filter, page) : []
    },

    /** Counts entries, up to one more than `MAX_COUNTED`. */
    async count(caller: Caller, query: EntryQuery): Promise<number> {
      const filter = visibleTo(caller, query)
      return buffer ? thread.call('count', filter, MAX_COUNTED + 1) : 0
    },

    /** Until when successes are missing from a list; undefined if none are. */
    async findUnloggedUntil(caller: Caller, query: EntryQuery): Promise<string | undefined> {
      const { accountId } = visibleTo(caller, query)
      const untilMs = buffer && (await thread.call('findUnloggedUntil', accountId))
      return untilMs === undefined ? undefined : showTime(untilMs)
    },

    /** The newest with this id that the caller may see. Throws `request_not_found` and `insufficient_scope`. */
    async get(caller: Caller, requestId: string): Promise<StoredEntry> {
      const [entry] = await this.list(caller, { requestId }, { before: undefined, limit: 1 })
      if (!entry) throw requestLogError('request_not_found')
      return entry
    },

    async close(): Promise<void> {
      await flush({ isLast: true })
      await thread.close()
    },
  }
}

/** Failures that are closer together are one for the operator. */
const QUIET_MS = 60_000

/**
 * A key sees its own requests. Those who manage webhooks see their account's, and callers who act for the store all.
 * Publishable keys, which everybody can use, see none.
 */
const visibleTo = (caller: Caller, { sinceMs, ...query }: EntryQuery): EntryFilter => {
  const seesAccount = caller.scopes.has('webhooks:manage')
  if (caller.kind === 'publishable')
    throw requestError('insufficient_scope', {
      message: 'A publishable key cannot read the request log: use a secret key.',
    })
  if (caller.kind === 'session' && !seesAccount)
    throw requestError('insufficient_scope', {
      message: 'Your role lacks the scope this operation needs: webhooks:manage.',
      requiredScope: 'webhooks:manage',
    })
  const filter = {
    ...query,
    accountId: requestedAccount(caller, query.accountId),
    ...(query.requestId !== undefined && { requestId: requestIdOf(query.requestId) }),
    ...(sinceMs !== undefined && { fromPosition: positionAt(sinceMs) }),
  }
  if (seesAccount || caller.kind === 'session') return filter
  // Another key's entries are not among its own.
  if (query.keyId !== undefined && query.keyId !== caller.keyId) return { ...filter, keyId: NO_KEY }
  return { ...filter, keyId: caller.keyId }
}

const NO_KEY = -1n

/** The entry that callers see. */
export const showEntry = (
  { position, requestId, operationId, status, keyId, accountId, details }: StoredEntry,
  { seesAccounts }: { seesAccounts: boolean },
): RequestEntry => {
  const { method, path, ...rest } = details
  return {
    id: requestId,
    time: showTime(timeAt(position)),
    method,
    path,
    ...(operationId !== '' && { operationId }),
    status,
    ...rest,
    ...(keyId !== 0n && { keyId }),
    ...(seesAccounts && accountId !== 0n && { accountId }),
  }
}
