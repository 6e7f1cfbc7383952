import { type Static, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import { ShownName } from '../../platform/http/name.ts'
import { showTime } from '../../platform/time.ts'

/** When a key is banned, and for how long. */
export type BanRules = {
  /** A key that has more strikes than this within `strikeWindowMs` is banned. */
  strikes: number
  strikeWindowMs: number
  /** After the key's first 429, requests are no strikes for this long: they may have been under way. */
  graceMs: number
  /** The first ban; each further one within `memoryMs` of the end of the last doubles it, up to `maxMs`. */
  firstMs: number
  maxMs: number
  memoryMs: number
}

/** A ban as it is stored: in force until `untilMs` (wall time), and remembered for a while after. */
export type StoredBan = { keyId: bigint; accountId: bigint; untilMs: number; level: number }

/** A ban as it is shown. */
export const Ban = Type.Object(
  {
    keyId: Int64({ description: 'The key that is refused.', examples: [1] }),
    accountId: Int64({ description: 'Its account, whose other keys go on.', examples: [1] }),
    until: Type.String({ format: 'date-time', description: 'When it ends (RFC 3339, UTC).' }),
    level: Type.Integer({
      minimum: 1,
      description: 'How many bans in a row, each twice as long as the one before.',
    }),
  },
  { $id: 'Ban', description: 'A temporary ban of a key that kept sending requests after 429.' },
)
export type Ban = Static<typeof Ban>

/** A ban as operators are shown it. */
export const ListedBan = Type.Object(
  {
    ...Ban.properties,
    keyName: ShownName({ description: 'What the key is for.', examples: ['Adoption site'] }),
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

/** The level and length of a ban. `previous` ended `endedAgoMs` ago (negative: it is still in force). */
export const nextBan = (
  { firstMs, maxMs, memoryMs }: BanRules,
  previous: { level: number; endedAgoMs: number } | undefined,
): { level: number; lengthMs: number } => {
  const level = previous && previous.endedAgoMs < memoryMs ? previous.level + 1 : 1
  // 2 ** 40 doublings are beyond any maximum, and the product is still an exact number.
  return { level, lengthMs: Math.min(maxMs, firstMs * 2 ** Math.min(level - 1, 40)) }
}

/** The time in which a key gets 429: from the first one until the last `Retry-After` is over. */
export type RefusedTime = {
  /** Times of the steady clock. */
  sinceMs: number
  untilMs: number
  /** The limits in force; under other limits a new period begins. */
  limits: string
  strikesAtMs: number[]
}

/** The period of rejections at `steadyMs`, which continues or begins; and whether this rejection is a strike. */
export const refuse = (
  { graceMs }: BanRules,
  last: RefusedTime | undefined,
  { steadyMs, waitMs, limits }: { steadyMs: number; waitMs: number; limits: string },
): { time: RefusedTime; isStrike: boolean } => {
  const untilMs = steadyMs + waitMs
  if (!last || steadyMs >= last.untilMs || last.limits !== limits) {
    const strikesAtMs = last?.strikesAtMs ?? []
    return { time: { sinceMs: steadyMs, untilMs, limits, strikesAtMs }, isStrike: false }
  }
  return { time: { ...last, untilMs }, isStrike: steadyMs - last.sinceMs > graceMs }
}

/**
 * Adds a strike to those of the last `strikeWindowMs`, and says whether there are too many. Times are of the
 * monotonic clock.
 */
export const addStrike = (
  { strikes, strikeWindowMs }: BanRules,
  strikesAtMs: number[],
  steadyMs: number,
): boolean => {
  while (strikesAtMs[0] !== undefined && steadyMs - strikesAtMs[0] >= strikeWindowMs) {
    strikesAtMs.shift()
  }
  strikesAtMs.push(steadyMs)
  return strikesAtMs.length > strikes
}

export type BanChange =
  | { kind: 'key banned'; ban: StoredBan }
  | { kind: 'ban lifted'; ban: StoredBan }
