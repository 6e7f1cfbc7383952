import type { PlanLimits } from '../plans/plan.ts'

export type WindowName = 'minute' | 'day'

/** A fixed window: at most `limit` requests in `lengthMs`, counted from the first of them. */
export type WindowRule = { name: WindowName; limit: number; lengthMs: number }

export type Policy = {
  /** The windows of the account, or of the address. */
  rules: readonly WindowRule[]
  /** The windows of the key itself, beside those of its account; mostly there are none. */
  keyRules: readonly WindowRule[]
  /** The value of `RateLimit-Policy`: of each window the smallest limit (IETF draft RateLimit header fields). */
  header: string
  /** All limits in one text: policies that have the same one are the same. */
  limits: string
}

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

export const lengthsMs = { minute: MINUTE_MS, day: DAY_MS } as const satisfies Record<
  WindowName,
  number
>

/** Limits of a key, each below the one of its account. */
export type KeyLimits = { perMinute?: number | undefined; perDay?: number | undefined }

/** What an account's plan allows, and what of it one of its keys may use. */
export const planPolicy = (plan: PlanLimits, key: KeyLimits = {}): Policy => {
  const rules = [rule('minute', plan.perMinute), rule('day', plan.perDay)]
  const own = [rule('minute', key.perMinute ?? Infinity), rule('day', key.perDay ?? Infinity)]
  // A limit that is not below the account's never decides anything.
  return policy(
    rules,
    own.filter(({ limit }, at) => limit < (rules[at]?.limit ?? 0)),
  )
}

/** What an address may send without a valid key, or ask of the portal. */
export const addressPolicy = (perMinute: number): Policy => policy([rule('minute', perMinute)], [])

const rule = (name: WindowName, limit: number): WindowRule => ({
  name,
  limit,
  lengthMs: lengthsMs[name],
})

const policy = (rules: readonly WindowRule[], keyRules: readonly WindowRule[]): Policy => ({
  rules,
  keyRules,
  header: rules
    .map(({ name, limit, lengthMs }) => {
      const own = keyRules.find((rule) => rule.name === name)
      return `"${name}";q=${own?.limit ?? limit};w=${lengthMs / 1_000}`
    })
    .join(', '),
  limits: [...rules, ...keyRules].map(({ name, limit }) => `${name} ${limit}`).join(' '),
})
