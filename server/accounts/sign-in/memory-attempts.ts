import { hash } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { type RecentlyUsed, recentlyUsed } from '../../platform/recently-used.ts'
import { countedUnder } from '../../requests/rate-limits/address.ts'
import { type Attempt, type Attempts, attemptRules, KNOWN_MS, MAX_WAIT_MS, TURN_MS, waitAfter } from './attempts.ts'

/** Consecutive failures, and when the next attempt is allowed, by the monotonic clock. */
type Failures = { count: number; lastAtMs: number; freeAtMs: number }
type Failing = Failures & { emails: Set<string>; sinceMs: number }

/**
 * The most entries, evicting the least recently used, so that made-up emails cannot fill the
 * memory.
 */
const MAX_ENTRIES = 50_000
/**
 * Divided by the number of emails that each may have, so that networks take no more memory than
 * addresses.
 */
const MAX_ADDRESSES = 5_000

/** Failed sign-ins as counted by this process alone. */
export const memoryAttempts = (clock: Pick<Clock, 'steadyMs'>): Attempts => {
  const pairs = recentlyUsed<Failures>(MAX_ENTRIES)
  const emails = recentlyUsed<Failures>(MAX_ENTRIES)
  /** By their multiple of the limit, so that networks cannot evict addresses. */
  const addresses = new Map<number, RecentlyUsed<Failing>>()
  /** Pairs that have signed in, and when. */
  const known = recentlyUsed<number>(MAX_ENTRIES)
  /** Pairs that wait only because of the email, and since when. */
  const turns = recentlyUsed<number>(MAX_ENTRIES)

  const found = (table: RecentlyUsed<Failures>, key: string, forgetMs: number): Failures => {
    const failures = table.get(key)
    return failures && clock.steadyMs() - failures.lastAtMs < forgetMs
      ? failures
      : { count: 0, lastAtMs: 0, freeAtMs: -Infinity }
  }

  const tableOf = (times: number): RecentlyUsed<Failing> => {
    const table = addresses.get(times) ?? recentlyUsed<Failing>(Math.ceil(MAX_ADDRESSES / times))
    addresses.set(times, table)
    return table
  }

  const ofPlace = ({ address, times }: AttemptKeys): Failing => {
    const failing = tableOf(times).get(address)
    const nowMs = clock.steadyMs()
    return failing && nowMs - failing.sinceMs < attemptRules.address.forgetMs
      ? failing
      : { count: 0, lastAtMs: 0, freeAtMs: -Infinity, emails: new Set(), sinceMs: nowMs }
  }

  const pairIn = ({ pairKey }: AttemptKeys): Failures => found(pairs, pairKey, attemptRules.pair.forgetMs)

  /**
   * When the failures of an email allow a pair to try. Starts the pair's turn, after which it need
   * not wait.
   */
  const freeAtOfEmail = (pairKey: string, pair: Failures, email: Failures): number => {
    const nowMs = clock.steadyMs()
    const isKnown = nowMs - (known.get(pairKey) ?? -Infinity) < KNOWN_MS
    if (isKnown || email.freeAtMs <= nowMs) return -Infinity
    if (pair.count >= attemptRules.pair.free) return email.freeAtMs
    const turn = turns.get(pairKey)
    const isKept = turn !== undefined && nowMs - turn < TURN_MS
    if (!isKept) turns.set(pairKey, nowMs)
    return Math.min(email.freeAtMs, (isKept ? turn : nowMs) + MAX_WAIT_MS)
  }

  const failed = (before: Failures, free: number): Failures => {
    const nowMs = clock.steadyMs()
    const count = before.count + 1
    return { count, lastAtMs: nowMs, freeAtMs: nowMs + waitAfter(count, free) }
  }

  /** Counts a failure of the email in an address or a network. */
  const failIn = (place: AttemptKeys, emailKey: string): void => {
    const { pairKey, address, times } = place
    pairs.set(pairKey, failed(pairIn(place), attemptRules.pair.free * times))
    const failing = ofPlace(place)
    const free = attemptRules.address.free * times
    if (failing.emails.size < free) failing.emails.add(emailKey)
    const isMany = failing.emails.size >= free
    const { count, freeAtMs } = isMany ? failed(failing, 1) : failing
    tableOf(times).set(address, { ...failing, count, lastAtMs: clock.steadyMs(), freeAtMs })
  }

  return {
    reserve(attempt) {
      const nowMs = clock.steadyMs()
      const { pairKey, emailKey, places } = keysOf(attempt)
      const pair = found(pairs, pairKey, attemptRules.pair.forgetMs)
      const email = found(emails, emailKey, attemptRules.email.forgetMs)
      const ofEmailMs = freeAtOfEmail(pairKey, pair, email)
      const ofPlacesMs = places.flatMap((place) => [pairIn(place), ofPlace(place)])
      const freeAtMs = Math.max(ofEmailMs, ...ofPlacesMs.map((failures) => failures.freeAtMs))
      if (freeAtMs > nowMs) return freeAtMs - nowMs
      turns.delete(pairKey)
      emails.set(emailKey, failed(email, attemptRules.email.free))
      for (const place of places) failIn(place, emailKey)
      return 0
    },

    takeBack(attempt) {
      const { pairKey, emailKey, places } = keysOf(attempt)
      emails.delete(emailKey)
      known.set(pairKey, clock.steadyMs())
      for (const place of places) {
        pairs.delete(place.pairKey)
        const failing = tableOf(place.times).get(place.address)
        if (!failing) continue
        failing.emails.delete(emailKey)
        const count = Math.max(0, failing.count - 1)
        tableOf(place.times).set(place.address, { ...failing, count, freeAtMs: -Infinity })
      }
    },
  }
}

/**
 * An address or one of its networks, with the email that is tried there, and its multiple of the
 * limit.
 */
type AttemptKeys = { pairKey: string; address: string; times: number }

/** Digests, so that nothing typed is stored, and all keys have the same length. */
export const keysOf = ({ email, address }: Attempt) => {
  const emailKey = hash('sha256', email, 'base64url').slice(0, 22)
  const pairIn = (name: string): string => `${emailKey} ${name}`
  const places = countedUnder(address).map(
    ({ name, times }): AttemptKeys => ({ pairKey: pairIn(name), address: name, times }),
  )
  return { pairKey: pairIn(address), emailKey, places }
}
