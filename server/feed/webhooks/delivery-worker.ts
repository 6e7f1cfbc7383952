import type { Clock } from '../../platform/clock.ts'
import { every } from '../../platform/every.ts'
import type { Logger } from '../../platform/log.ts'
import { oneAtATime } from '../../platform/one-at-a-time.ts'
import type { Database } from '../../platform/storage/database.ts'
import { claimDeliveries, hasDue, listDueWebhooks, releaseLeases } from './claims.repository.ts'
import type { DeliveryKey } from './delivery.ts'
import type { DeliveryAttempt } from './delivery-attempt.ts'
import { deliveryConcurrency, type Holder } from './delivery-concurrency.ts'
import type { Dispatcher } from './dispatcher.ts'
import { listSent } from './webhook-keys.repository.ts'

type Deps = {
  database: Database
  clock: Clock
  dispatcher: Dispatcher
  attempt: DeliveryAttempt
  /** Calls back soon after events were committed. Returns what stops it. */
  onEvents: (listener: () => void) => () => void
  log: Logger
  /** Whether deliveries wait in the queue, and events in the feed. */
  isHeld: () => boolean
  /** How long an attempt may take at most. */
  timeoutMs: number
  /** Breaks attempts off. */
  brokenOff: AbortSignal
  /** Whether this is the only process that sends from this database: then no lease at our start has a live holder. */
  isAlone: boolean
  stopping: AbortSignal
}

export type DeliveryWorker = ReturnType<typeof deliveryWorker>

type UnderWay = { webhookId: bigint; run: Promise<void>; breakOff: () => void }

/** The interval for deliveries that become due; new ones are announced at once. */
const POLL_MS = 1_000
/** Gathers the events of many commits. */
const GATHER_MS = 20
/** What a lease is longer than an attempt, for it to be written down. */
const LEASE_MARGIN_MS = 5_000

/**
 * Turns events into deliveries and sends them. A claimed delivery is leased: if this process dies, another one sends
 * it again when the lease ends. So a receiver gets each event at least once.
 */
export const deliveryWorker = (deps: Deps) => {
  const { database, clock, dispatcher, attempt, log, isHeld, timeoutMs, stopping } = deps
  const concurrency = deliveryConcurrency()
  const underWay = new Map<string, UnderWay>()
  // As the only sender, we hold every lease that is left from before our start.
  let hasOldLeases = deps.isAlone
  let lastServed = 0n

  const sendDue = async (): Promise<void> => {
    if (hasOldLeases) {
      await database.write(({ query }) => releaseLeases(query, clock.nowMs()))
      hasOldLeases = false
    }
    while (!stopping.aborted && !isHeld() && concurrency.hasRoom()) {
      const nowMs = clock.nowMs()
      if (!(await hasDue(database.read, nowMs))) return
      const wanted = choose(await listDueWebhooks(database.read, nowMs))
      if (wanted.length === 0) return
      const claimed = await claim(wanted, nowMs)
      for (const { holder, key } of claimed) start(holder, key)
      if (claimed.length === 0) return
    }
  }

  type Wanted = { holder: Holder; count: number }

  /** Takes slots in turn, beginning after the webhook that was served last. */
  const choose = (due: Holder[]): Wanted[] => {
    const later = due.filter(({ webhookId }) => webhookId > lastServed)
    const earlier = due.filter(({ webhookId }) => webhookId <= lastServed)
    const wanted: Wanted[] = []
    for (const holder of [...later, ...earlier]) {
      const count = concurrency.roomFor(holder)
      if (count === 0) continue
      concurrency.take(holder, count)
      wanted.push({ holder, count })
      lastServed = holder.webhookId
    }
    return wanted
  }

  const claim = async (wanted: Wanted[], nowMs: number) => {
    const leasedUntilMs = nowMs + timeoutMs + LEASE_MARGIN_MS
    const claims = wanted.map(({ holder: { webhookId }, count }) => ({
      ...{ webhookId, limit: count },
      ...{ nowMs, leasedUntilMs },
    }))
    const found = await database
      .write(async ({ query }) => {
        const taken: bigint[][] = []
        for (const each of claims) taken.push(await claimDeliveries(query, each))
        return taken
      })
      .catch((error) => {
        for (const { holder, count } of wanted) concurrency.putBack(holder, count)
        throw error
      })
    return wanted.flatMap(({ holder, count }, at) => {
      const { webhookId } = holder
      // A lease of our own that expired during its attempt: that attempt will still record its result.
      const keys = (found[at] ?? [])
        .map((sequence): DeliveryKey => ({ webhookId, sequence }))
        .filter((key) => !underWay.has(nameOf(key)))
      concurrency.putBack(holder, count - keys.length)
      return keys.map((key) => ({ holder, key }))
    })
  }

  const start = (holder: Holder, key: DeliveryKey): void => {
    const startedAtMs = clock.steadyMs()
    const own = new AbortController()
    const run = attempt(key, AbortSignal.any([deps.brokenOff, own.signal]))
      .catch((error) => log.warn({ err: error, webhookId: key.webhookId }, 'delivery not noted'))
      .finally(() => {
        underWay.delete(nameOf(key))
        concurrency.remember(holder, clock.steadyMs() - startedAtMs)
        concurrency.putBack(holder, 1)
        sending.run()
      })
    underWay.set(nameOf(key), { webhookId: key.webhookId, run, breakOff: () => own.abort() })
  }

  const sending = oneAtATime(sendDue, log)

  const dispatching = oneAtATime(async () => {
    if (stopping.aborted || isHeld() || !(await dispatcher.isNeeded())) return
    await dispatcher.dispatch(sending.run)
    sending.run()
  }, log)

  let stopTimers = async () => {}
  return {
    /** Something is due. */
    wake: (): void => void sending.run(),

    /** Keys or accounts have changed: breaks off what may not be sent any more, and sends what may be again. */
    async recheck(): Promise<void> {
      const attempts = [...underWay.values()]
      const ids = [...new Set(attempts.map(({ webhookId }) => webhookId))]
      const sent = new Set(await listSent(database.read, ids, clock.nowMs()))
      for (const { webhookId, breakOff } of attempts) if (!sent.has(webhookId)) breakOff()
      sending.run()
    },

    start(): void {
      let gathering: NodeJS.Timeout | undefined
      const stopListening = deps.onEvents(() => {
        gathering ??= setTimeout(() => {
          gathering = undefined
          dispatching.run()
        }, GATHER_MS).unref()
      })
      const poll = async () => {
        if (isHeld()) return
        // Even without receivers: the feed is purged only as far as it was dispatched.
        await dispatcher.dispatch(sending.run)
        await sending.run()
      }
      const stopPolling = every(POLL_MS, poll, { log, stopping })
      stopTimers = async () => {
        stopListening()
        clearTimeout(gathering)
        await stopPolling()
      }
    },

    /** Ends with the last attempt that is under way. */
    async close(): Promise<void> {
      await stopTimers()
      await Promise.all([dispatching.ended(), sending.ended()])
      await Promise.all([...underWay.values()].map(({ run }) => run))
    },
  }
}

const nameOf = ({ webhookId, sequence }: DeliveryKey): string => `${webhookId} ${sequence}`
