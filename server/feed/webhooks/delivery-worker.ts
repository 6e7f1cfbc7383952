import type { Clock } from '../../platform/clock.ts'
import { every } from '../../platform/every.ts'
import type { Logger } from '../../platform/log.ts'
import { oneAtATime } from '../../platform/one-at-a-time.ts'
import type { Database } from '../../platform/storage/database.ts'
import { turns } from '../../platform/turns.ts'
import type { EventsService } from '../events/events.service.ts'
import { circuitBreaker } from './circuit-breaker.ts'
import { claimDeliveries, releaseLeases } from './claims.repository.ts'
import type { DeliveryKey } from './delivery.ts'
import type { AttemptResult, DeliveryAttempt } from './delivery-attempt.ts'
import { deliveryBudget } from './delivery-budget.ts'
import { deliverySlots, type Slot } from './delivery-slots.ts'
import type { SenderLease } from './sender-lease.ts'
import { listSubscriptions, type Taken, takeEvents } from './subscribers.repository.ts'
import { circuitOf, type Subscriber, subscribers } from './subscribers.ts'
import { listSent } from './webhook-keys.repository.ts'

type Deps = {
  database: Database
  clock: Clock
  lease: SenderLease
  attempt: DeliveryAttempt
  events: Pick<EventsService, 'onEvents' | 'end' | 'readHeads' | 'readFor'>
  log: Logger
  /** Whether sending is on hold: deliveries stay in the queue, and events in the feed. */
  isHeld: () => boolean
  /** The time limit of an attempt. */
  timeoutMs: number
  /** Aborts attempts. */
  brokenOff: AbortSignal
  /** Whether this is the only process that sends from this database: then leases from before the start are stale. */
  isAlone: boolean
  stopping: AbortSignal
}

type UnderWay = { webhookId: bigint; run: Promise<void>; breakOff: () => void }

/** A slot reserved for the next claimed delivery, and a function that returns its budget. */
type Reserved = { slot: Slot; unspend: () => void }

/** Deliveries of a webhook that are claimed together, including events that it has not read yet. */
type Claim = {
  subscriber: Subscriber
  reserved: Reserved[]
  sequences: bigint[]
  /** The position up to which the feed was searched. */
  through: bigint
}

/** How often to look for deliveries that have become due; new ones are announced at once. */
const POLL_MS = 1_000
/** Collects the events of many commits. */
const BATCH_MS = 20
/** How much longer a lease is than an attempt, so that the outcome can be recorded. */
const LEASE_MARGIN_MS = 5_000
/** The number of deliveries claimed per transaction, because other writes wait for it. */
const MAX_CLAIMED = 32
/** The number of rows read at a time. */
const PAGE = 250

/**
 * Reads the feed for each webhook and sends its events. A claimed delivery is leased: if this process dies, it is sent
 * again when the lease ends. So a receiver gets each event at least once.
 */
export const deliveryWorker = (deps: Deps) => {
  const { database, clock, lease, attempt, events, log, isHeld, timeoutMs, stopping } = deps
  const { steadyMs } = clock
  const slots = deliverySlots(steadyMs)
  const budget = deliveryBudget(steadyMs)
  const accountCircuits = circuitBreaker(steadyMs)
  const hostCircuits = circuitBreaker(steadyMs)
  const known = subscribers()
  const underWay = new Map<string, UnderWay>()
  // This process is the only sender, so it owns every lease from before its start.
  let hasOldLeases = deps.isAlone
  let isRefreshNeeded = true
  /** The position up to which events were noticed. */
  let tail = 0n

  const begin = async (): Promise<void> => {
    if (hasOldLeases) {
      await database.write(({ query }) => releaseLeases(query, clock.nowMs()))
      hasOldLeases = false
    }
    if (!isRefreshNeeded) return
    isRefreshNeeded = false
    await refresh().catch((error) => {
      isRefreshNeeded = true
      throw error
    })
  }

  const refresh = async (): Promise<void> => {
    const turn = turns()
    const all = []
    for (let after = 0n; ; ) {
      const page = { after, limit: PAGE, nowMs: clock.nowMs() }
      const found = await listSubscriptions(database.read, page)
      all.push(...found)
      const last = found.at(-1)
      if (!last || found.length < PAGE) break
      after = last.id
      await turn()
    }
    known.refresh(all)
    slots.findSlow()
    slots.keepOnly(known)
    hostCircuits.keepOnly(known.hosts())
    accountCircuits.keepOnly(known.hostsOfAccounts())
    for (const subscriber of known.requested()) {
      accountCircuits.allow(circuitOf(subscriber))
      hostCircuits.allow(subscriber.host)
    }
  }

  /** Reads new events once for all webhooks that wait for some. */
  const notice = async (): Promise<void> => {
    const turn = turns()
    while (!stopping.aborted && known.hasIdle()) {
      const heads = await events.readHeads(tail, PAGE)
      tail = heads.at(-1)?.sequence ?? tail
      known.notice(heads)
      if (heads.length < PAGE) return
      await turn()
    }
    tail = await events.end()
  }

  const sendDue = async (): Promise<void> => {
    if (isHeld() || stopping.aborted) return
    if (!(await lease.acquire())) return forget()
    await begin()
    if (known.isEmpty()) return
    await notice()
    while (!stopping.aborted && !isHeld() && lease.isHeld() && slots.hasRoom()) {
      const claims = choose()
      if (claims.length === 0) return
      await fill(claims)
    }
  }

  /** Called when another process has become the sender. */
  const forget = (): void => {
    known.clear()
    isRefreshNeeded = true
  }

  const choose = (): Claim[] => {
    const claims: Claim[] = []
    let count = 0
    for (const subscriber of known.ready()) {
      const reserved = reserve(subscriber, MAX_CLAIMED - count)
      if (reserved.length === 0) continue
      count += reserved.length
      claims.push({ subscriber, reserved, sequences: [], through: tail })
      if (count === MAX_CLAIMED) break
    }
    for (const { subscriber } of claims) known.served(subscriber)
    // In a fixed order, so that no two processes deadlock.
    return claims.sort((one, other) => (one.subscriber.id < other.subscriber.id ? -1 : 1))
  }

  const reserve = (subscriber: Subscriber, most: number): Reserved[] => {
    const allowed = Math.min(
      budget.left(subscriber),
      accountCircuits.room(circuitOf(subscriber)),
      hostCircuits.room(subscriber.host),
    )
    if (allowed === 0) known.change(subscriber, { isParked: true })
    const count = Math.min(most, allowed, slots.perTurn(subscriber), slots.roomFor(subscriber))
    return Array.from({ length: count }, () => {
      accountCircuits.began(circuitOf(subscriber))
      hostCircuits.began(subscriber.host)
      return { slot: slots.take(subscriber), unspend: budget.spend(subscriber.accountId) }
    })
  }

  const putBack = ({ subscriber, reserved }: Pick<Claim, 'subscriber' | 'reserved'>): void => {
    for (const { slot, unspend } of reserved) {
      unspend()
      slots.putBack(slot)
    }
    if (reserved.length === 0) return
    accountCircuits.ended(circuitOf(subscriber))
    hostCircuits.ended(subscriber.host)
  }

  /** Claims deliveries for the reserved slots, and starts them. */
  const fill = async (claims: Claim[]): Promise<void> => {
    try {
      await Promise.all(claims.map(read))
      const found = await write(claims)
      for (const [at, claim] of claims.entries()) begun(claim, found[at])
    } catch (error) {
      for (const claim of claims) {
        known.change(claim.subscriber, { isParked: true })
        putBack(claim)
      }
      throw error
    }
  }

  /** Reads the events of a claim outside its transaction, because that may take long. */
  const read = async (claim: Claim): Promise<void> => {
    const { subscriber, reserved, through } = claim
    if (!subscriber.hasEvents) return
    const { accountId, isAdmin, types, readThrough: after } = subscriber
    const next = { accountId, isAdmin, types, after, through, limit: reserved.length }
    claim.sequences = (await events.readFor(next)).map(({ sequence }) => sequence)
  }

  type Found = { due: bigint[]; taken: Taken | undefined }

  const write = (claims: readonly Claim[]): Promise<Found[]> =>
    database.write(async (trx) => {
      const nowMs = clock.nowMs()
      const leasedUntilMs = nowMs + timeoutMs + LEASE_MARGIN_MS
      const found: Found[] = []
      for (const { subscriber, reserved, sequences } of claims) {
        const { id, types, isDue, isRequested } = subscriber
        const claim = {
          webhookId: id,
          limit: reserved.length,
          nowMs,
          leasedUntilMs,
          isNewestFirst: isRequested,
        }
        const due = isDue ? await claimDeliveries(trx.query, claim) : []
        const some = sequences.slice(0, reserved.length - due.length)
        const taking = { id, types, sequences: some, nowMs, leasedUntilMs }
        const taken = some.length > 0 ? await takeEvents(trx, taking) : undefined
        found.push({ due, taken })
      }
      return found
    })

  const begun = (claim: Claim, { due, taken }: Found = { due: [], taken: undefined }): void => {
    const { subscriber, reserved } = claim
    note(claim, { due, taken })
    // If one of our own leases expired during its attempt, that attempt will still record its result.
    const keys = [...due, ...(taken?.taken ?? [])]
      .map((sequence): DeliveryKey => ({ webhookId: subscriber.id, sequence }))
      .filter((key) => !underWay.has(nameOf(key)))
    const used = reserved.slice(0, keys.length)
    putBack({ subscriber, reserved: reserved.slice(keys.length) })
    for (const [at, { slot }] of used.entries()) {
      const key = keys[at]
      if (key) start(subscriber, slot, key)
    }
  }

  /** Records how far a webhook has read. */
  const note = ({ subscriber, reserved, sequences, through }: Claim, { due, taken }: Found) => {
    subscriber.isRequested = false
    const isDue = subscriber.isDue && due.length === reserved.length
    const readAll = sequences.length < reserved.length
    const attempted = sequences.slice(0, reserved.length - due.length)
    if (!subscriber.hasEvents) known.change(subscriber, { isDue })
    else if (attempted.length === 0 && sequences.length > 0) known.change(subscriber, { isDue })
    else if (sequences.length === 0) {
      known.change(subscriber, { isDue, readThrough: through, hasEvents: through < tail })
    } else if (!taken) {
      // It was changed meanwhile, so it is read again.
      isRefreshNeeded = true
      known.change(subscriber, { isDue, isParked: true })
    } else {
      const tookAll = readAll && taken.through === sequences.at(-1)
      const readThrough = tookAll ? through : taken.through
      const hasEvents = !tookAll || through < tail
      known.change(subscriber, { isDue, readThrough, hasEvents, isParked: taken.isFull && !isDue })
    }
  }

  const start = (subscriber: Subscriber, slot: Slot, key: DeliveryKey): void => {
    const own = new AbortController()
    const run = attempt(key, AbortSignal.any([deps.brokenOff, own.signal]))
      .catch((error) => {
        log.warn({ err: error, webhookId: key.webhookId }, 'delivery not noted')
        return undefined
      })
      .then((result) => {
        underWay.delete(nameOf(key))
        ended(subscriber, slot, result)
        sending.run()
      })
    underWay.set(nameOf(key), { webhookId: key.webhookId, run, breakOff: () => own.abort() })
  }

  const ended = (subscriber: Subscriber, slot: Slot, result: AttemptResult | undefined): void => {
    const [circuit, { host }] = [circuitOf(subscriber), subscriber]
    if (result) slots.remember(slot, result === 'succeeded')
    slots.putBack(slot)
    if (result === 'unreachable') hostCircuits.failed(host)
    else if (result) hostCircuits.succeeded(host)
    else hostCircuits.ended(host)
    if (result === 'succeeded') accountCircuits.succeeded(circuit)
    else if (result) accountCircuits.failed(circuit)
    else accountCircuits.ended(circuit)
  }

  const sending = oneAtATime('webhooks.deliver', sendDue, log)

  /** Called when something is due, or webhooks have changed. */
  const wake = (): void => {
    isRefreshNeeded = true
    void sending.run()
  }

  let stopTimers = async () => {}
  return {
    wake,

    /** Keys or accounts have changed: aborts what may not be sent any more, and resumes what may be sent again. */
    async recheck(): Promise<void> {
      const attempts = [...underWay.values()]
      const ids = [...new Set(attempts.map(({ webhookId }) => webhookId))]
      const sent = new Set(await listSent(database.read, ids, clock.nowMs()))
      for (const { webhookId, breakOff } of attempts) if (!sent.has(webhookId)) breakOff()
      wake()
    },

    /** The number of unread events of the webhook that is furthest behind; 0 in a process that does not send. */
    furthestBehind: (limit: number) => known.furthestBehind(tail, limit),

    start(): void {
      let batchTimer: NodeJS.Timeout | undefined
      const stopListening = events.onEvents(() => {
        batchTimer ??= setTimeout(() => {
          batchTimer = undefined
          void sending.run()
        }, BATCH_MS).unref()
      })
      const poll = () => {
        isRefreshNeeded = true
        return sending.run()
      }
      const stopPolling = every(POLL_MS, poll, { routine: 'webhooks.poll', log, stopping })
      stopTimers = async () => {
        stopListening()
        clearTimeout(batchTimer)
        await stopPolling()
      }
    },

    /** Resolves when the last attempt in progress has ended. */
    async close(): Promise<void> {
      await stopTimers()
      await sending.ended()
      await Promise.all([...underWay.values()].map(({ run }) => run))
      await lease.release().catch((error) => log.warn({ err: error }, 'lease not ended'))
    },
  }
}

const nameOf = ({ webhookId, sequence }: DeliveryKey): string => `${webhookId} ${sequence}`
