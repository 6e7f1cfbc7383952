import type { Clock } from '../../platform/clock.ts'
import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Caller } from '../../requests/access/caller.ts'
import { type DeprecatedOperation, type DeprecatedUse, deprecatedUse, hourOf, RETENTION_HOURS } from './deprecation.ts'
import { addCalls, type CallsInHour, listCalls, removeCalls } from './deprecations.repository.ts'

type Deps = {
  database: Pick<Database, 'write' | 'readLong'>
  clock: Pick<Clock, 'nowMs'>
  operations: readonly DeprecatedOperation[]
  /** The calls through this process by operation, for metrics. */
  totals: Record<string, number>
}

/** Rows removed in one transaction, as all writes wait for it. */
const STEP = 500

export type DeprecatedCalls = ReturnType<typeof deprecatedCalls>

/** Calls of deprecated operations: counted in memory, and added to the database by each flush. */
export const deprecatedCalls = ({ database, clock, operations, totals }: Deps) => {
  /** The current hour of each operation and key. */
  const current = new Map<string, Map<bigint, CallsInHour>>(
    operations.map(({ operationId }) => [operationId, new Map()]),
  )
  /** Unsaved calls of hours that are over, or that could not be saved. */
  let older: CallsInHour[] = []
  let saving: Promise<void> = Promise.resolve()
  for (const { operationId } of operations) totals[operationId] = 0

  /** Counts a call, whatever its response. Those of people are not stored: only a program has to be changed. */
  const count = (operationId: string, caller: Caller | undefined, nowMs: number): void => {
    totals[operationId] = (totals[operationId] ?? 0) + 1
    const byKey = current.get(operationId)
    if (!byKey || caller === undefined || caller.kind === 'session') return
    const { accountId, keyId } = caller
    const hour = hourOf(nowMs)
    const found = byKey.get(keyId)
    if (found?.hour === hour) {
      found.calls += 1
      found.lastCalledAtMs = nowMs
      return
    }
    if (found) older.push(found)
    byKey.set(keyId, { operationId, accountId, keyId, hour, calls: 1, lastCalledAtMs: nowMs })
  }

  const takeUnsaved = (): CallsInHour[] => {
    const taken = [...older, ...[...current.values()].flatMap((byKey) => [...byKey.values()])]
    older = []
    for (const byKey of current.values()) byKey.clear()
    return merged(taken)
  }

  const save = async (): Promise<void> => {
    const taken = takeUnsaved()
    if (taken.length === 0) return
    try {
      await database.write(({ query }) => addCalls(query, taken))
    } catch (error) {
      older.push(...taken)
      throw error
    }
  }

  /** Adds new calls to the database; a crash loses them. Only one flush runs at a time. */
  const flush = (): Promise<void> => {
    saving = saving.catch(() => {}).then(save)
    return saving
  }

  return {
    count,
    flush,

    /** The operations that an account has called in the last 30 days. */
    async list(accountId: bigint): Promise<DeprecatedUse[]> {
      if (operations.length === 0) return []
      // A database that cannot be written can still be read.
      await flush().catch(() => {})
      const query = database.readLong(`account ${accountId}`)
      const operationIds = operations.map(({ operationId }) => operationId)
      const calls = await listCalls(query, { accountId, operationIds }, clock.nowMs())
      return operations.flatMap((operation) => deprecatedUse(operation, calls) ?? [])
    },

    /** Removes old calls, a bounded number at a time. */
    purge(stopping: AbortSignal): Promise<void> {
      const before = hourOf(clock.nowMs()) - RETENTION_HOURS
      const step = () => database.write(({ query }) => removeCalls(query, before, STEP))
      return repeatUntilDone(async () => (await step()) === STEP, stopping)
    },
  }
}

/** One entry for each row, in one order, so that servers that do the same cannot deadlock. */
const merged = (all: readonly CallsInHour[]): CallsInHour[] => {
  const rows = new Map<string, CallsInHour>()
  for (const one of all) {
    const { operationId, keyId, hour, calls, lastCalledAtMs } = one
    const name = `${operationId} ${keyId} ${hour}`
    const row = rows.get(name)
    if (!row) rows.set(name, { ...one })
    else {
      row.calls += calls
      row.lastCalledAtMs = Math.max(row.lastCalledAtMs, lastCalledAtMs)
    }
  }
  return [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}
