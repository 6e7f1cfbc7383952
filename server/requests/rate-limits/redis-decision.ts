import { readFileSync } from 'node:fs'
import { type Script, script } from '../../platform/redis/script.ts'
import type { BanRules } from './ban.ts'
import { type Cost, type Decision, decisionOf, shareOf, type WindowState } from './limiter.ts'
import type { Policy } from './policy.ts'

/**
 * Builds the script with the ban rules inlined, as they never change. `news` is Lua that defines `newsSince`, to ask
 * something else in the same round trip.
 */
export const decisionScript = (rules: BanRules, news = ''): Script => {
  const text = readFileSync(new URL('redis-limiter.lua', import.meta.url), 'utf8')
  const { strikes, strikeWindowMs, graceMs, firstMs, maxMs, memoryMs } = rules
  return script(
    `local BAN = { strikes = ${strikes}, strikeWindow = ${strikeWindowMs}, grace = ${graceMs}, first = ${firstMs}, max = ${maxMs}, memory = ${memoryMs} }\n${news}\n${text}`,
  )
}

/** The script's result for the requests that it decided together. */
export type ScriptResult = {
  /** The number of requests that were allowed, which come first. */
  allowed: number
  /** The number that were rejected after them; the rest met a ban. */
  refused: number
  /** Whether the last rejected request caused the ban. */
  isNewBan: boolean
  /** By the clock of Redis. */
  nowMs: number
  /** 0 if no ban is in force. */
  banUntilMs: number
  banLevel: number
  /**
   * The windows after all requests, in the order of the policy's rules and key rules; `openedAtMs` is 0 for one that
   * is not open.
   */
  windows: { used: number; openedAtMs: number }[]
  /** Whether Redis had lost a window that this process knew. */
  isRestored: boolean
  /** The reply to `newsSince`, if that was asked. */
  news: unknown
}

/** Six integers, the reply to `newsSince` if that was asked, another integer, and two for each window. */
type Reply = [number, number, number, number, number, number, unknown, number, ...number[]]

export const readScriptResult = (reply: unknown): ScriptResult => {
  const [allowed, refused, isNewBan, nowMs, banUntilMs, banLevel, news, ...others] = reply as Reply
  const [isRestored, ...rest] = others
  const windows = []
  for (let at = 0; at < rest.length; at += 2) {
    windows.push({ used: rest[at] ?? 0, openedAtMs: rest[at + 1] ?? 0 })
  }
  return {
    allowed,
    refused,
    nowMs,
    banUntilMs,
    banLevel,
    windows,
    news,
    isNewBan: isNewBan === 1,
    isRestored: isRestored === 1,
  }
}

/** If the wall clock differs from that of Redis by more, clients see times by the wall clock. */
const CLOCKS_AGREE_MS = 1_000

/**
 * The decision on the `at`-th of the requests that were decided together, and its windows. `sentAtMs` is local wall
 * time.
 */
export const decisions = (
  result: ScriptResult,
  { policy, cost }: { policy: Policy; cost: Cost },
  { sentAtMs, readAtMs }: { sentAtMs: number; readAtMs: number },
): { decisionAt: (at: number) => Decision; counted: WindowState[] } => {
  const { allowed, refused, isNewBan, nowMs, banUntilMs } = result
  // The time of Redis is the same for all processes, and does not vary with the round trip.
  const doAgree = nowMs >= sentAtMs - CLOCKS_AGREE_MS && nowMs <= readAtMs + CLOCKS_AGREE_MS
  const shownNowMs = doAgree ? nowMs : readAtMs
  const windows = policy.rules.map(({ name, limit, lengthMs }, at) => {
    const { used, openedAtMs } = result.windows[at] ?? { used: 0, openedAtMs: 0 }
    const resetsInMs = openedAtMs === 0 ? lengthMs : openedAtMs + lengthMs - nowMs
    return { name, limit, used, resetAtMs: shownNowMs + resetsInMs, resetsInMs }
  })
  /** The windows as they were before the last `later` allowed requests. */
  const windowsBefore = (later: number): WindowState[] =>
    windows.map(({ name, limit, used, resetAtMs, resetsInMs }) => ({
      name,
      limit,
      remaining: Math.max(0, limit - used + later * shareOf(cost, limit)),
      resetAtMs,
      resetsInMs,
    }))
  const ban = () => ({ untilMs: shownNowMs + banUntilMs - nowMs, endsInMs: banUntilMs - nowMs })

  const decisionAt = (at: number): Decision => {
    if (at < allowed) return decisionOf(windowsBefore(allowed - 1 - at), { isRejected: false })
    const isRejected = at < allowed + refused
    const bringsBan = isNewBan && at === allowed + refused - 1
    const isBanned = banUntilMs !== 0 && (!isRejected || bringsBan)
    return decisionOf(windowsBefore(0), { isRejected, cost, ban: isBanned ? ban() : undefined })
  }
  return { decisionAt, counted: windowsBefore(0) }
}
