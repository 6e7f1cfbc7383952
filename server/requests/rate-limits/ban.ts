import { type Static, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import { ShownName } from '../../platform/http/name.ts'
import { showTime } from '../../platform/time.ts'

/** When a key is banned, and for how long. */
export type BanRules = {
  /** More strikes than this within `strikeWindowMs` lead to a ban. */
  strikes: number
  strikeWindowMs: number
  /** For this long after the key's first 429, requests are not strikes: they may have been in flight. */
  graceMs: number
  /**
   * The length of the first ban. Each further one within `memoryMs` of the end of the last doubles it, up to `maxMs`.
   */
  firstMs: number
  maxMs: number
  memoryMs: number
}

/** A ban as it is stored: in force until `untilMs` (wall time), and remembered for some time afterwards. */
export type StoredBan = { keyId: bigint; accountId: bigint; untilMs: number; level: number }

/** A ban in the API's format. */
export const Ban = Type.Object(
  {
    keyId: Int64({ description: 'The banned key.', examples: [1] }),
    accountId: Int64({
      description: 'The account of the key. Its other keys still work.',
      examples: [1],
    }),
    until: Type.String({ format: 'date-time', description: 'When it ends (RFC 3339, UTC).' }),
    level: Type.Integer({
      minimum: 1,
      description: 'The number of consecutive bans. Each is twice as long as the one before.',
    }),
  },
  { $id: 'Ban', description: 'A temporary ban of a key that kept sending requests after a 429.' },
)
export type Ban = Static<typeof Ban>

/** A ban as operators see it. */
export const ListedBan = Type.Object(
  {
    ...Ban.properties,
    keyName: ShownName({ description: 'The name of the key.', examples: ['Adoption site'] }),
    keyDisplay: Type.String({
      description: 'The first 13 and the last 4 characters of the key.',
      examples: ['aas_live_4fZk...x2Qa'],
    }),
    accountName: ShownName({
      description: 'The name of the account.',
      examples: ['Paws and Whiskers'],
    }),
  },
  {
    $id: 'ListedBan',
    description: 'A ban, with the names of its key and account.',
    examples: [
      {
        keyId: 2,
        accountId: 1,
        until: '2026-11-20T09:35:00.000Z',
        level: 1,
        keyName: 'Adoption site',
        keyDisplay: 'aas_live_4fZk...x2Qa',
        accountName: 'Paws and Whiskers',
      },
    ],
  },
)
export type ListedBan = Static<typeof ListedBan>

export const shownBan = ({ keyId, accountId, untilMs, level }: StoredBan): Ban => ({
  keyId,
  accountId,
  until: showTime(untilMs),
  level,
})

/** The level and length of the next ban. `previous` ended `endedAgoMs` ago (negative if it is still in force). */
export const nextBan = (
  { firstMs, maxMs, memoryMs }: BanRules,
  previous: { level: number; endedAgoMs: number } | undefined,
): { level: number; lengthMs: number } => {
  const level = previous && previous.endedAgoMs < memoryMs ? previous.level + 1 : 1
  // 2 ** 40 doublings exceed any maximum, and the product is still an exact number.
  return { level, lengthMs: Math.min(maxMs, firstMs * 2 ** Math.min(level - 1, 40)) }
}

/** The period in which a key gets 429: from the first one until the last `Retry-After` has passed. */
export type RejectionPeriod = {
  /** By the monotonic clock. */
  sinceMs: number
  untilMs: number
  /** The limits in force; a change of them begins a new period. */
  limits: string
  strikesAtMs: number[]
}

/** Continues or begins the period of rejections at `steadyMs`, and says whether this rejection is a strike. */
export const extendRejections = (
  { graceMs }: BanRules,
  last: RejectionPeriod | undefined,
  { steadyMs, waitMs, limits }: { steadyMs: number; waitMs: number; limits: string },
): { period: RejectionPeriod; isStrike: boolean } => {
  const untilMs = steadyMs + waitMs
  if (!last || steadyMs >= last.untilMs || last.limits !== limits) {
    const strikesAtMs = last?.strikesAtMs ?? []
    return { period: { sinceMs: steadyMs, untilMs, limits, strikesAtMs }, isStrike: false }
  }
  return { period: { ...last, untilMs }, isStrike: steadyMs - last.sinceMs > graceMs }
}

/**
 * Adds a strike to those of the last `strikeWindowMs`, and says whether there are too many. Times are of the monotonic
 * clock.
 */
export const addStrike = ({ strikes, strikeWindowMs }: BanRules, strikesAtMs: number[], steadyMs: number): boolean => {
  while (strikesAtMs[0] !== undefined && steadyMs - strikesAtMs[0] >= strikeWindowMs) {
    strikesAtMs.shift()
  }
  strikesAtMs.push(steadyMs)
  return strikesAtMs.length > strikes
}

export type BanChange = { kind: 'key banned'; ban: StoredBan } | { kind: 'ban lifted'; ban: StoredBan }
