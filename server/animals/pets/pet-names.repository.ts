import { type Kysely, type RawBuilder, sql } from 'kysely'
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { foldName } from './pet.ts'

// Finds animals by prefixes of their names. No index has these by id, so the way to find a page
// depends on their number.

/** Up to this many are found by their names and sorted in the main thread. */
export const FEW_NAMES = 1_000
/**
 * Up to this many are still found that way; beyond it, walking all animals by id finds the first
 * ones sooner.
 */
export const MANY_NAMES = 20_000

/** A range of names in the index: from the one text and before the other, if there is one. */
export type NameRange = { nameFrom: string; nameTo?: string | undefined }

/** The range of names that begin with `prefix`; undefined if there can be none. */
export const namesFrom = (prefix: string): NameRange | undefined => {
  const nameFrom = foldName(prefix)
  // No name contains it, and PostgreSQL rejects a text with it.
  return nameFrom.includes('\0') ? undefined : { nameFrom, nameTo: prefixEnd(nameFrom) }
}

/** Whether a range has more than `than` names. Reads no more rows than that. */
export const hasMoreNames = (query: Kysely<Tables>, range: NameRange, than: number): MaybePromise<boolean> =>
  andThen(countNames(query, { ...range, limit: than + 1 }), ([row]) => Number(row?.total) > than)

const countNames = prepared((query, { limit, ...range }: NameRange & { limit: number }) => ({
  compile: () =>
    sql<{ total: bigint }>`
      select count(*) as total from ${idsOfNames(range, limit)} as found`.compile(query),
}))

/** The ids of at most `limit` of them. The limit makes both planners use the index on names. */
const idsOfNames = (range: NameRange, limit: number): RawBuilder<unknown> =>
  sql`(select id from pets where ${isNamed(sql.ref('name_folded'), range)} limit ${limit})`

/**
 * A condition: the id is among at most `limit` ids found once. With `in` alone, PostgreSQL may
 * search them again for each row.
 */
export const isAmongNames = (query: Kysely<Tables>, range: NameRange, limit: number): RawBuilder<boolean> => {
  const ids = idsOfNames(range, limit)
  return hasManyWriters(query) ? sql`id = any(array${ids})` : sql`id in ${ids}`
}

/** A condition on rows found by other means. It is written so that SQLite does not search by it. */
export const whoseNameBegins = (query: Kysely<Tables>, range: NameRange): RawBuilder<boolean> =>
  isNamed(hasManyWriters(query) ? sql.ref('name_folded') : sql`+name_folded`, range)

const isNamed = (column: RawBuilder<unknown>, { nameFrom, nameTo }: NameRange): RawBuilder<boolean> => {
  const from = sql<boolean>`${column} >= ${nameFrom}`
  return nameTo === undefined ? from : sql`${from} and ${column} < ${nameTo}`
}

/**
 * The first text, in code point order, after all texts with this prefix; none after U+10FFFF alone.
 */
const prefixEnd = (prefix: string): string | undefined => {
  const points = [...prefix]
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    const point = last.codePointAt(0) ?? 0
    if (point === 0x10ffff) continue
    // Surrogates are not characters: U+D7FF is followed by U+E000.
    return points.join('') + String.fromCodePoint(point === 0xd7ff ? 0xe000 : point + 1)
  }
  return undefined
}
