import type { Expression } from './search-tokens.ts'

/**
 * PostgreSQL's index finds all matches in no order, but searches want the newest. So each listing also has tokens for
 * the spans of time it was published in, from a second to years, and a search includes tokens for the latest spans.
 * (SQLite walks its index in the order of publication.)
 */

/** The bits of a time in milliseconds that a span ignores. Each level is sixteen times as long as the one before. */
export const LEVELS = [10n, 14n, 18n, 22n, 26n, 30n, 34n, 38n]
/** The low bits of a `seq` that are not part of the time. */
const SEQ_BITS = 20n
/** An interval is covered by at most one more span than this. */
const MAX_SPANS = 16n

export const timeTokens = (seq: bigint): string[] => LEVELS.map((level) => tokenOf(level, spanOf(seq, level)))

/**
 * All spans that touch an interval, so their ends reach beyond it; undefined if it is longer than the spans can cover.
 */
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
const tokenOf = (level: bigint, span: bigint): string => `z${level}x${BigInt.asUintN(64, span).toString(16)}`
