import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { HOUR_MS, MINUTE_MS } from '../durations.ts'
import type { Logger } from '../log.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { Routine } from '../routine.ts'
import type { Database } from '../storage/database.ts'
import {
  addWork,
  type ClaimedWork,
  claimWork,
  endWork,
  hasDueWork,
  hasLease,
  hasReadyWork,
  postponeWork,
  releaseAllLeases,
  releaseLease,
  renewLease,
} from './due-work.repository.ts'
import { type DueWorkHandler, type Job, LeaseLost } from './handler.ts'

type Deps = {
  database: Pick<Database, 'read' | 'write'>
  clock: Pick<Clock, 'nowMs'>
  log: Logger
  /** Whether work must wait, because the store is read-only. */
  isHeld: () => boolean
  /** Whether only this process works on this database, so that all leases found at its start are stale. */
  isAlone: boolean
  stopping: AbortSignal
  handlers: readonly DueWorkHandler[]
}

/** How often to look for work that has become due; work that this process adds is announced at once. */
const POLL_MS = 500
/** How long a process that has died delays the others. */
const LEASE_MS = 20_000
const RENEW_MS = 1_000
const FIRST_RETRY_MS = 5_000
const MAX_RETRY_MS = HOUR_MS
const UNQUEUED_MS = MINUTE_MS
const UNQUEUED_STEP = 100

export type DueWorker = ReturnType<typeof dueWorker>

/**
 * Runs the handlers of due work. Work is leased: one process at a time does it, and if that dies, another one does it
 * when the lease has expired. So it is done at least once.
 */
export const dueWorker = ({ database, clock, log, isHeld, isAlone, stopping, handlers }: Deps) => {
  const leasedBy = randomUUID()
  const kinds = handlers.map(({ kind }) => kind)
  const underWay = new Set<{ kind: string; key: string; done: Promise<void> }>()
  let hasOldLeases = isAlone
  const leasedUntilMs = () => clock.nowMs() + LEASE_MS
  const busyKeys = (kind: string) => [...underWay].filter((one) => one.kind === kind).map(({ key }) => key)

  const looking = oneAtATime(
    'dueWork.run',
    async () => {
      if (stopping.aborted || isHeld()) return
      if (hasOldLeases) {
        await database.write(({ query }) => releaseAllLeases(query))
        hasOldLeases = false
      }
      if (!(await hasDueWork(database.read, { kinds, nowMs: clock.nowMs() }))) return
      for (const handler of handlers) await startSome(handler)
    },
    log,
  )

  const startSome = async (handler: DueWorkHandler): Promise<void> => {
    const { kind, atOnce = 1 } = handler
    while (!stopping.aborted && busyKeys(kind).length < atOnce) {
      const claimed = await claim(handler)
      if (!claimed) return
      const done = attempt(handler, claimed)
        .catch((error) => log.warn({ err: error, kind, key: claimed.key }, 'due work failed; it will be retried'))
        .finally(() => {
          underWay.delete(started)
          if (!stopping.aborted) void looking.run()
        })
      const started = { kind, key: claimed.key, done }
      underWay.add(started)
    }
  }

  const claim = async ({ kind, isReady }: DueWorkHandler, key?: string): Promise<ClaimedWork | undefined> => {
    const nowMs = clock.nowMs()
    const ready = { kind, key, nowMs, busyKeys: busyKeys(kind), isReady: isReady?.(nowMs) }
    if (!(await hasReadyWork(database.read, ready))) return undefined
    return database.write(({ query }) => claimWork(query, { ...ready, leasedBy, leasedUntilMs: leasedUntilMs() }))
  }

  /** Throws what the handler throws, unless the work is continued later. */
  const attempt = async ({ kind, run }: DueWorkHandler, { key, payload, attempts }: ClaimedWork): Promise<void> => {
    const leased = { kind, key, leasedBy }
    const lost = new AbortController()
    const signal = AbortSignal.any([stopping, lost.signal])
    const lose = (reason: string) => lost.abort(new LeaseLost(reason))
    let saveProgress: Parameters<Job['onRenew']>[0] = async () => {}
    let hasEnded = false
    const renew = async () => {
      if (isHeld()) return lose('the store is read-only')
      await database.write(async ({ query }) => {
        const renewed = { ...leased, leasedUntilMs: leasedUntilMs() }
        if (await renewLease(query, renewed)) await saveProgress(query, renewed.leasedUntilMs)
        else lose(OVERTAKEN)
      })
    }
    const job: Job = {
      key,
      payload,
      signal,
      lose,
      renew,
      onRenew(listener) {
        saveProgress = listener
      },
      async check({ query }) {
        if (!(await hasLease(query, { ...leased, nowMs: clock.nowMs() }))) throw new LeaseLost(OVERTAKEN)
      },
      async end({ query }) {
        if (!(await endWork(query, leased))) throw new LeaseLost(OVERTAKEN)
        hasEnded = true
      },
    }
    // A failure to renew is harmless: while the database is unavailable, nothing proceeds anyway.
    const timer = setInterval(() => void renew().catch(() => {}), RENEW_MS)
    try {
      await run(job)
      if (hasEnded) return
      signal.throwIfAborted()
      await database.write(({ query }) => endWork(query, leased))
    } catch (error) {
      const isForLater = signal.aborted || error instanceof LeaseLost
      const retryMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20))
      await database
        .write(async ({ query }) => {
          if (isForLater) await releaseLease(query, leased)
          else await postponeWork(query, { ...leased, dueAtMs: clock.nowMs() + retryMs })
        })
        // Then the lease expires.
        .catch(() => {})
      if (!isForLater) throw error
    } finally {
      clearInterval(timer)
    }
  }

  /** Queues what programs of release 1.3.0 have added, beside which this one may run during an upgrade. */
  const queueUnqueued = async (): Promise<void> => {
    for (const { kind, listUnqueued } of handlers) {
      const some = (await listUnqueued?.(database.read, UNQUEUED_STEP)) ?? []
      if (some.length === 0) continue
      await database.write(async ({ query }) => {
        for (const work of some) await addWork(query, { kind, ...work })
      })
    }
  }

  const routines: readonly Routine[] = [
    { name: 'dueWork.run', everyMs: POLL_MS, run: looking.run },
    { name: 'dueWork.queueUnqueued', everyMs: UNQUEUED_MS, runsAtStart: true, run: queueUnqueued },
  ]
  return {
    routines,
    /** Work was added. */
    wake: (): void => void looking.run(),

    /** Does one piece of work now. Returns false if another process works on it, or it is not due. */
    async runOne(kind: string, key: string): Promise<boolean> {
      const handler = handlers.find((one) => one.kind === kind)
      const claimed = handler && (await claim(handler, key))
      if (claimed) await attempt(handler, claimed)
      return claimed !== undefined
    },

    /** Does all work that is due, and waits for it. */
    async runAll(): Promise<void> {
      for (;;) {
        await looking.run()
        if (underWay.size === 0) return
        await Promise.all([...underWay].map(({ done }) => done))
      }
    },

    /** Stops between two transactions. The rest is done after the next start, or by another process. */
    async close(): Promise<void> {
      await looking.ended()
      await Promise.all([...underWay].map(({ done }) => done))
    },
  }
}

const OVERTAKEN = 'another process works on it'
