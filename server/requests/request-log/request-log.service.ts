import type { Clock } from '../../platform/clock.ts'
import { firstOf } from '../../platform/first-of.ts'
import type { Logger } from '../../platform/log.ts'
import { showTime } from '../../platform/time.ts'
import { turns } from '../../platform/turns.ts'
import type { Caller } from '../access/caller.ts'
import { requestedAccount } from '../access/ownership.ts'
import { ApiError } from '../errors/api-error.ts'
import { requestIdOf } from './entry-text.ts'
import type { FinishedRequests } from './finished-request.ts'
import { type BufferedRequest, requestBuffer } from './request-buffer.ts'
import {
  type EntryFilter,
  positionAt,
  type RequestEntry,
  type StoredEntry,
  timeAt,
} from './request-entry.ts'
import type { EntryPage, RequestLogStorage } from './request-log-storage.ts'
import { entryWriter } from './stored-entry.ts'

type Deps = {
  /** Undefined if the log is off. */
  storage: RequestLogStorage | undefined
  retentionMs: number
  clock: Pick<Clock, 'nowMs' | 'steadyMs'>
  log: Pick<Logger, 'warn'>
  /** Where the end of the pipeline adds requests. */
  finished: FinishedRequests
  /** Counts entries. */
  counts: { written: number; dropped: number }
  /** From 0 to 1. */
  random: () => number
}

/** The filters of callers. */
type EntryQuery = Pick<
  EntryFilter,
  'accountId' | 'keyId' | 'operationId' | 'requestId' | 'statuses'
> & {
  sinceMs?: number | undefined
}

export type RequestLogService = ReturnType<typeof requestLogService>

/** The log of API requests. Its own trouble never reaches a request: entries are dropped and counted. */
export const requestLogService = (deps: Deps) => {
  const { storage, clock, counts } = deps
  const buffer = requestBuffer({
    finished: deps.finished,
    nowMs: clock.nowMs,
    onDropped(count) {
      counts.dropped += count
    },
  })
  if (storage) deps.finished.onMany = buffer.sort
  const entryOf = entryWriter(deps.random)
  const isFirst = firstOf(QUIET_MS, clock.steadyMs)
  /** Accounts with new entries since the last purge. */
  let written = new Set<bigint>()
  let flushing: Promise<void> = Promise.resolve()

  const store = async (requests: readonly BufferedRequest[]): Promise<void> => {
    if (!storage || requests.length === 0) return
    try {
      const turn = turns(HELD_MS)
      const entries: StoredEntry[] = []
      for (const request of requests) {
        entries.push(entryOf(request))
        await turn()
      }
      await storage.append(entries)
      counts.written += entries.length
      for (const { accountId } of entries) written.add(accountId)
    } catch (error) {
      counts.dropped += requests.length
      if (isFirst()) deps.log.warn({ err: error }, 'the request log was not written')
    }
  }

  /** One after the other. */
  const flush = (options?: { isLast: boolean }): Promise<void> => {
    flushing = flushing.then(() => store(buffer.take(options)))
    return flushing
  }

  const purge = async (): Promise<void> => {
    const accounts = [...written]
    written = new Set()
    try {
      await storage?.purge(positionAt(clock.nowMs() - deps.retentionMs), accounts)
    } catch (error) {
      if (isFirst())
        deps.log.warn({ err: error }, 'old entries of the request log were not removed')
    }
  }

  return {
    flush: () => flush(),
    purge,

    /** Newest first. Throws `insufficient_scope` and `not_owner`. */
    async list(caller: Caller, query: EntryQuery, page: EntryPage): Promise<StoredEntry[]> {
      const filter = visibleTo(caller, query)
      return storage ? storage.list(filter, page) : []
    },

    async count(caller: Caller, query: EntryQuery): Promise<number> {
      const filter = visibleTo(caller, query)
      return storage ? storage.count(filter) : 0
    },

    /** The newest with this id that the caller may see. Throws `request_not_found` and `insufficient_scope`. */
    async get(caller: Caller, requestId: string): Promise<StoredEntry> {
      const [entry] = await this.list(caller, { requestId }, { before: undefined, limit: 1 })
      if (!entry) throw new ApiError('request_not_found')
      return entry
    },

    async close(): Promise<void> {
      await flush({ isLast: true })
      storage?.close()
    },
  }
}

/** Failures that are closer together are one for the operator. */
const QUIET_MS = 60_000
const HELD_MS = 2

/**
 * A key sees its own requests. Those who manage webhooks see their account's, and callers who act for the store all.
 * Publishable keys, which everybody can use, see none.
 */
const visibleTo = (caller: Caller, { sinceMs, ...query }: EntryQuery): EntryFilter => {
  const seesAccount = caller.scopes.has('webhooks:manage')
  if (caller.kind === 'publishable')
    throw new ApiError('insufficient_scope', {
      message: 'A publishable key cannot read the request log: use a secret key.',
    })
  if (caller.kind === 'session' && !seesAccount)
    throw new ApiError('insufficient_scope', {
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
    ...{ method, path },
    ...(operationId !== '' && { operationId }),
    status,
    ...rest,
    ...(keyId !== 0n && { keyId }),
    ...(seesAccounts && accountId !== 0n && { accountId }),
  }
}
