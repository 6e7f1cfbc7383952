import { type EventHead, isSeenBy } from '../events/event.ts'
import type { Destination } from './delivery-slots.ts'
import type { Subscription } from './subscribers.repository.ts'

/** A webhook as the sending process knows it. */
export type Subscriber = Subscription &
  Destination & {
    /** Whether there may be events that it has not read. */
    hasEvents: boolean
    /** It waits for the next refresh: nothing can be sent to it before. */
    isParked: boolean
  }

/**
 * The active webhooks. Those that have read the whole feed cost nothing until there is an event of their types; others
 * are listed in turn by account.
 */
export const subscribers = () => {
  const byId = new Map<bigint, Subscriber>()
  /** Webhooks with something to send, by account. The account that was served last is at the end. */
  const ready = new Map<bigint, Set<Subscriber>>()
  /** Webhooks that have read everything, by the types that they wait for. */
  const idle = new Map<string, Set<Subscriber>>()

  const place = (subscriber: Subscriber): void => {
    const { accountId, hasEvents, isDue, isParked } = subscriber
    const ofAccount = ready.get(accountId)
    if (byId.get(subscriber.id) === subscriber && !isParked && (hasEvents || isDue)) {
      if (ofAccount) ofAccount.add(subscriber)
      else ready.set(accountId, new Set([subscriber]))
    } else if (ofAccount?.delete(subscriber) && ofAccount.size === 0) ready.delete(accountId)
  }

  const setIdle = (subscriber: Subscriber, isIdle: boolean): void => {
    for (const type of subscriber.types) {
      const waiting = idle.get(type) ?? new Set()
      if (isIdle) idle.set(type, waiting.add(subscriber))
      else if (waiting.delete(subscriber) && waiting.size === 0) idle.delete(type)
    }
  }

  const remove = (subscriber: Subscriber): void => {
    byId.delete(subscriber.id)
    setIdle(subscriber, false)
    place(subscriber)
  }

  const change = (subscriber: Subscriber, changes: Partial<Subscriber>): void => {
    Object.assign(subscriber, changes)
    if (byId.get(subscriber.id) !== subscriber) return
    setIdle(subscriber, !subscriber.hasEvents)
    place(subscriber)
  }

  return {
    change,

    isEmpty: (): boolean => byId.size === 0,

    has: (id: bigint): boolean => byId.has(id),

    /** Updates to the stored state. Nothing is parked any more. */
    refresh(subscriptions: readonly Subscription[]): void {
      const current = new Set(subscriptions.map(({ id }) => id))
      for (const subscriber of byId.values()) if (!current.has(subscriber.id)) remove(subscriber)
      for (const subscription of subscriptions) {
        const known = byId.get(subscription.id)
        if (known && isSame(known, subscription)) {
          const { isDue, isRequested, isFailing, perMinute } = subscription
          change(known, { isDue, isRequested, isFailing, perMinute, isParked: false })
          continue
        }
        if (known) remove(known)
        const { id: webhookId, url } = subscription
        const reading = { webhookId, host: hostOf(url), hasEvents: true, isParked: false }
        const added = { ...subscription, ...reading }
        byId.set(webhookId, added)
        place(added)
      }
    },

    /** Handles new events: their receivers are no longer idle. */
    notice(events: readonly EventHead[]): void {
      for (const event of events) {
        if (event.isSilent) continue
        for (const subscriber of idle.get(event.type) ?? []) {
          const viewer = subscriber.isAdmin ? undefined : subscriber.accountId
          if (isSeenBy(event, viewer)) change(subscriber, { hasEvents: true })
        }
      }
    },

    /** Whether any webhook waits for new events. */
    hasIdle: (): boolean => idle.size > 0,

    /** Yields the webhooks with something to send, by account, those first that were served longest ago. */
    *ready(): Generator<Subscriber> {
      for (const ofAccount of [...ready.values()]) yield* [...ofAccount]
    },

    served(subscriber: Subscriber): void {
      const ofAccount = ready.get(subscriber.accountId)
      if (!ofAccount) return
      ready.delete(subscriber.accountId)
      ready.set(subscriber.accountId, ofAccount)
      if (ofAccount.delete(subscriber)) ofAccount.add(subscriber)
    },

    /** Webhooks with a delivery that somebody has requested. */
    requested: (): Subscriber[] => [...byId.values()].filter(({ isRequested }) => isRequested),

    hosts: (): Set<string> => new Set([...byId.values()].map(({ host }) => host)),
    hostsOfAccounts: (): Set<string> => new Set([...byId.values()].map(circuitOf)),

    /** The webhooks with the most unread events, the first with the most. */
    furthestBehind(last: bigint, limit: number): { webhookId: bigint; events: number }[] {
      return [...byId.values()]
        .filter(({ hasEvents, readThrough }) => hasEvents && last > readThrough)
        .map(({ id, readThrough }) => ({ webhookId: id, events: Number(last - readThrough) }))
        .sort((one, other) => other.events - one.events)
        .slice(0, limit)
    },

    clear(): void {
      byId.clear()
      ready.clear()
      idle.clear()
    },
  }
}

/** Whether the webhook still has the state that this process knows. */
const isSame = (known: Subscriber, { url, types, isAdmin, readThrough }: Subscription): boolean =>
  known.url === url &&
  known.isAdmin === isAdmin &&
  known.types.join() === types.join() &&
  known.readThrough >= readThrough

/** The name of the circuit of an account and a host. */
export const circuitOf = ({ accountId, host }: Destination): string => `${accountId} ${host}`

/** The host and port in normalized form. */
const hostOf = (text: string): string => {
  const { protocol, hostname, port } = new URL(text)
  return `${hostname.replace(/\.$/, '')}:${port || (protocol === 'https:' ? '443' : '80')}`
}
