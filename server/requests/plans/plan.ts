import { Type } from 'typebox'

/** The limits of each plan (docs/guides/limits.md). Enterprise limits are set per account; these are the defaults. */
export const plans = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
  business: { perMinute: 1_000, perDay: 100_000 },
  enterprise: { perMinute: 1_000_000, perDay: 1_000_000_000 },
} as const satisfies Record<string, PlanLimits>

export type PlanName = keyof typeof plans

/** The event streams that an account may have open; for enterprise accounts it is a setting. */
export const planStreams = { free: 2, pro: 10, business: 100 } as const satisfies Record<
  Exclude<PlanName, 'enterprise'>,
  number
>

/** The open orders that an account may have for others' animals; for enterprise accounts it is a setting. */
export const planOpenOrders = { free: 5, pro: 20, business: 100 } as const satisfies Record<
  Exclude<PlanName, 'enterprise'>,
  number
>

/** The webhooks that an account may have; for enterprise accounts it is a setting. */
export const planWebhooks = { free: 2, pro: 10, business: 50 } as const satisfies Record<
  Exclude<PlanName, 'enterprise'>,
  number
>

/** The files that an account may upload at the same time. */
export const planUploads = {
  free: 2,
  pro: 5,
  business: 20,
  enterprise: 50,
} as const satisfies Record<PlanName, number>

/**
 * The bytes of photos that an account may have rendered in 24 hours. A large photo needs about 4 MB, so
 * a Free account can move in with more than 700 in a day.
 */
export const planPhotoBytes = {
  free: 3_000_000_000,
  pro: 15_000_000_000,
  business: 60_000_000_000,
  enterprise: 1_000_000_000_000,
} as const satisfies Record<PlanName, number>

/** The stored import files that an account may have. */
export const planImports = {
  free: 2,
  pro: 5,
  business: 20,
  enterprise: 50,
} as const satisfies Record<PlanName, number>

/** The rows that an account may import in 24 hours. */
export const planImportRows = {
  free: 25_000,
  pro: 100_000,
  business: 500_000,
  enterprise: 10_000_000,
} as const satisfies Record<PlanName, number>

/** The requests that an account may make per minute and per day. */
export type PlanLimits = { perMinute: number; perDay: number }

/** The largest limit that an account can have: more than any machine serves. */
export const MAX_LIMIT = 1_000_000_000_000

export const planNames = Object.keys(plans) as PlanName[]

export const Plan = Type.Unsafe<PlanName>(
  Type.Enum([...planNames], {
    $id: 'Plan',
    description: 'A plan, which sets the limits of an account.',
  }),
)
