import { hash } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { type RecentlyUsed, recentlyUsed } from '../../platform/recently-used.ts'
import {
  type Attempt,
  type Attempts,
  attemptRules,
  KNOWN_MS,
  MAX_WAIT_MS,
  TURN_MS,
  waitAfter,
} from './attempts.ts'

/** Failures in a row, and from when on another attempt is let through; by the steady clock. */
type Failures = { count: number; lastAtMs: number; freeAtMs: number }
type Failing = Failures & { emails: Set<string>; sinceMs: number }

/** Entries kept at most, those used last: nobody fills the memory by making up emails. */
const MAX_ENTRIES = 50_000
const MAX_ADDRESSES = 5_000

/** Failed sign-ins, as this process alone counts them. */
export const memoryAttempts = (clock: Pick<Clock, 'steadyMs'>): Attempts => {
  const pairs = recentlyUsed<Failures>(MAX_ENTRIES)
  const emails = recentlyUsed<Failures>(MAX_ENTRIES)
  const addresses = recentlyUsed<Failing>(MAX_ADDRESSES)
  /** Pairs that have signed in, and when. */
  const known = recentlyUsed<number>(MAX_ENTRIES)
  /** Pairs that wait because of the email alone, and since when. */
  const turns = recentlyUsed<number>(MAX_ENTRIES)

  const found = (table: RecentlyUsed<Failures>, key: string, forgetMs: number): Failures => {
    const failures = table.get(key)
    return failures && clock.steadyMs() - failures.lastAtMs < forgetMs
      ? failures
      : { count: 0, lastAtMs: 0, freeAtMs: -Infinity }
  }

  const ofAddress = (address: string): Failing => {
    const failing = addresses.get(address)
    const nowMs = clock.steadyMs()
    return failing && nowMs - failing.sinceMs < attemptRules.address.forgetMs
      ? failing
      : { count: 0, lastAtMs: 0, freeAtMs: -Infinity, emails: new Set(), sinceMs: nowMs }
  }

  /** When the failures of an email let a pair try: not later than its turn, which it is given here. */
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

  return {
    reserve(attempt) {
      const nowMs = clock.steadyMs()
      const { pairKey, emailKey, address } = keysOf(attempt)
      const pair = found(pairs, pairKey, attemptRules.pair.forgetMs)
      const email = found(emails, emailKey, attemptRules.email.forgetMs)
      const failing = ofAddress(address)
      const ofEmailMs = freeAtOfEmail(pairKey, pair, email)
      const freeAtMs = Math.max(pair.freeAtMs, ofEmailMs, failing.freeAtMs)
      if (freeAtMs > nowMs) return freeAtMs - nowMs
      turns.delete(pairKey)
      const failed = (before: Failures, free: number): Failures => {
        const count = before.count + 1
        return { count, lastAtMs: nowMs, freeAtMs: nowMs + waitAfter(count, free) }
      }
      pairs.set(pairKey, failed(pair, attemptRules.pair.free))
      emails.set(emailKey, failed(email, attemptRules.email.free))
      const { free } = attemptRules.address
      if (failing.emails.size < free) failing.emails.add(emailKey)
      const isMany = failing.emails.size >= free
      const { count, freeAtMs: next } = isMany ? failed(failing, 1) : failing
      addresses.set(address, { ...failing, count, lastAtMs: nowMs, freeAtMs: next })
      return 0
    },

    takeBack(attempt) {
      const { pairKey, emailKey, address } = keysOf(attempt)
      pairs.delete(pairKey)
      emails.delete(emailKey)
      known.set(pairKey, clock.steadyMs())
      const failing = addresses.get(address)
      if (!failing) return
      failing.emails.delete(emailKey)
      const count = Math.max(0, failing.count - 1)
      addresses.set(address, { ...failing, count, freeAtMs: -Infinity })
    },
  }
}

/** Digests: what people typed is kept nowhere, and none is longer than the others. */
export const keysOf = ({ email, address }: Attempt) => {
  const emailKey = hash('sha256', email, 'base64url').slice(0, 22)
  return { pairKey: `${emailKey} ${address}`, emailKey, address }
}
