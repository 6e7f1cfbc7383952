import type { Expression } from './search-tokens.ts'

/**
 * PostgreSQL's index finds all that match, in no order; what is looked for are the newest. So each listing has a token for
 * each of some spans of time that it was published in, from a second to some years, and a search asks for those of the
 * last ones too. (SQLite's index is walked in the order of publication.)
 */

/** Bits of a time in milliseconds that a span leaves out. Each is sixteen of the one before. */
export const LEVELS = [10n, 14n, 18n, 22n, 26n, 30n, 34n, 38n]
/** Low bits of a `seq` that are no time. */
const SEQ_BITS = 20n
/** A stretch of time is made of so many spans at most, and one. */
const MAX_SPANS = 16n

export const timeTokens = (seq: bigint): string[] =>
  LEVELS.map((level) => tokenOf(level, spanOf(seq, level)))

/** All spans between two places, with what else is in the first and the last; undefined where it is nearly all. */
export const spansBetween = (one: bigint, other: bigint): Expression | undefined => {
  const [from, to] = one < other ? [one, other] : [other, one]
  const level = LEVELS.find((each) => spanOf(to, each) - spanOf(from, each) <= MAX_SPANS)
  if (level === undefined) return undefined
  const first = spanOf(from, level)
  const count = Number(spanOf(to, level) - first) + 1
  const any = Array.from({ length: count }, (_, n) => tokenOf(level, first + BigInt(n)))
  return { any: any.map((token) => ({ row: [token] })) }
}

const spanOf = (seq: bigint, level: bigint): bigint => seq >> (SEQ_BITS + level)

/** No other kind of token begins with this letter. */
const tokenOf = (level: bigint, span: bigint): string =>
  `z${level}x${BigInt.asUintN(64, span).toString(16)}`
