import { readFileSync } from 'node:fs'
import { type Script, script } from '../platform/redis/script.ts'
import type { BanRules } from './ban.ts'
import type { Verdict } from './limiter.ts'
import type { Policy, WindowName } from './policy.ts'
import type { WindowState } from './window.ts'

/** The script with the figures of the rules in front: they are the same for each of its runs. */
export const decisionScript = (rules: BanRules): Script => {
  const text = readFileSync(new URL('redis-limiter.lua', import.meta.url), 'utf8')
  const { strikes, strikeWindowMs, graceMs, firstMs, maxMs, memoryMs } = rules
  return script(
    `local BAN = { strikes = ${strikes}, strikeWindow = ${strikeWindowMs}, grace = ${graceMs}, first = ${firstMs}, max = ${maxMs}, memory = ${memoryMs} }\n${text}`,
  )
}

/** What the script said of the requests that it decided together. */
export type Decision = {
  /** That many got in, first. */
  allowed: number
  /** That many were refused after them; the rest met a ban. */
  refused: number
  /** The last one refused brought the ban. */
  isNewBan: boolean
  /** Time of Redis. */
  nowMs: number
  /** 0: none is in force. */
  banUntilMs: number
  banLevel: number
  /** After all of them, in the order of the policy; `openedAtMs` is 0 of a window that is not open. */
  windows: { used: number; openedAtMs: number }[]
  /** What the key holds whose version was asked for, as Redis tells it. */
  version: unknown
}

type Five = [number, number, number, number, number]
/** Ten whole numbers, and a version if one was asked for. */
type Reply = [...Five, ...Five, unknown]

export const readDecision = (reply: unknown): Decision => {
  const [allowed, refused, isNewBan, nowMs, banUntilMs, banLevel, ...rest] = reply as Reply
  const [used1, opened1, used2, opened2, version] = rest
  return {
    allowed,
    refused,
    isNewBan: isNewBan === 1,
    nowMs,
    banUntilMs,
    banLevel,
    windows: [
      { used: used1, openedAtMs: opened1 },
      { used: used2, openedAtMs: opened2 },
    ],
    version,
  }
}

/** A wall clock here that differs from that of Redis by more is the one that clients are told. */
const CLOCKS_AGREE_MS = 1_000

const nobody: readonly WindowName[] = []

/** The verdict on each request, for the `at`-th of those that were decided together. `sentAtMs`: wall time here. */
export const verdicts = (
  decision: Decision,
  policy: Policy,
  { sentAtMs, readAtMs }: { sentAtMs: number; readAtMs: number },
): ((at: number) => Verdict) => {
  const { allowed, refused, isNewBan, nowMs, banUntilMs } = decision
  // The time of Redis, told by all processes alike, does not waver with the way of its answer.
  const doAgree = nowMs >= sentAtMs - CLOCKS_AGREE_MS && nowMs <= readAtMs + CLOCKS_AGREE_MS
  const toldNowMs = doAgree ? nowMs : readAtMs
  const windows = policy.rules.map(({ name, limit, lengthMs }, at) => {
    const { used, openedAtMs } = decision.windows[at] ?? { used: 0, openedAtMs: 0 }
    const resetsInMs = openedAtMs === 0 ? lengthMs : openedAtMs + lengthMs - nowMs
    return { name, limit, used, resetAtMs: toldNowMs + resetsInMs, resetsInMs }
  })
  /** The windows as the request left them after which `later` more got in. */
  const windowsBefore = (later: number): WindowState[] =>
    windows.map(({ name, limit, used, resetAtMs, resetsInMs }) => ({
      name,
      limit,
      remaining: Math.max(0, limit - used + later),
      resetAtMs,
      resetsInMs,
    }))
  const ban = () => ({ untilMs: toldNowMs + banUntilMs - nowMs, endsInMs: banUntilMs - nowMs })

  return (at) => {
    if (at < allowed) {
      return { allowed: true, windows: windowsBefore(allowed - 1 - at), refusedBy: nobody }
    }
    const states = windowsBefore(0)
    const isRefused = at < allowed + refused
    const bringsBan = isNewBan && at === allowed + refused - 1
    const full = states.filter(({ remaining }) => remaining === 0).map(({ name }) => name)
    const refusedBy = isRefused ? full : nobody
    const isBanned = banUntilMs !== 0 && (!isRefused || bringsBan)
    return isBanned
      ? { allowed: false, windows: states, refusedBy, ban: ban() }
      : { allowed: !isRefused, windows: states, refusedBy }
  }
}
