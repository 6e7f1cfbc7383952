import type { PlanLimits } from '../plans/plan.ts'

export type WindowName = 'minute' | 'day'

/** A fixed window: at most `limit` requests in `lengthMs`, counted from the first of them. */
export type WindowRule = { name: WindowName; limit: number; lengthMs: number }

export type Policy = {
  rules: readonly WindowRule[]
  /** The value of `RateLimit-Policy`, which says the same (IETF draft RateLimit header fields). */
  header: string
}

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

export const policy = (rules: readonly WindowRule[]): Policy => ({
  rules,
  header: rules
    .map(({ name, limit, lengthMs }) => `"${name}";q=${limit};w=${lengthMs / 1_000}`)
    .join(', '),
})

/** What an account's plan allows. */
export const planPolicy = ({ perMinute, perDay }: PlanLimits): Policy =>
  policy([
    { name: 'minute', limit: perMinute, lengthMs: MINUTE_MS },
    { name: 'day', limit: perDay, lengthMs: DAY_MS },
  ])

/** What an address may send without a valid key, or ask of the portal. */
export const addressPolicy = (perMinute: number): Policy =>
  policy([{ name: 'minute', limit: perMinute, lengthMs: MINUTE_MS }])
