import { type Kysely, type RawBuilder, sql } from 'kysely'
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { foldName } from './pet.ts'

// Animals by how their names begin. No index has those by id, so how a page is found depends on how many there are.

/** So many are found by their names, and sorted, where they are asked for. */
export const FEW_NAMES = 1_000
/** So many are still found that way; of more, the first ones are found sooner by walking all animals by id. */
export const MANY_NAMES = 20_000

/** The names that begin so, as the index has them: from the one text and before the other, if there is one. */
export type NameRange = { nameFrom: string; nameTo?: string | undefined }

/** The names that begin with `prefix`; undefined if there can be none. */
export const namesFrom = (prefix: string): NameRange | undefined => {
  const nameFrom = foldName(prefix)
  // No name has it, and PostgreSQL takes no text with it.
  return nameFrom.includes('\0') ? undefined : { nameFrom, nameTo: prefixEnd(nameFrom) }
}

/** Whether more than `than` names are in a range: looks at no more than that. */
export const hasMoreNames = (
  query: Kysely<Tables>,
  range: NameRange,
  than: number,
): MaybePromise<boolean> =>
  andThen(countNames(query, { ...range, limit: than + 1 }), ([row]) => Number(row?.total) > than)

const countNames = prepared((query, { limit, ...range }: NameRange & { limit: number }) => ({
  compile: () =>
    sql<{ total: bigint }>`
      select count(*) as total from ${idsOfNames(range, limit)} as found`.compile(query),
}))

/** The ids of at most `limit` of them. The limit keeps both planners from any other way to find them. */
const idsOfNames = (range: NameRange, limit: number): RawBuilder<unknown> =>
  sql`(select id from pets where ${isNamed(sql.ref('name_folded'), range)} limit ${limit})`

/** As a condition: the ids of at most `limit` of them, found once. PostgreSQL, left to `in`, may find them for each row anew. */
export const isAmongNames = (
  query: Kysely<Tables>,
  range: NameRange,
  limit: number,
): RawBuilder<boolean> => {
  const ids = idsOfNames(range, limit)
  return hasManyWriters(query) ? sql`id = any(array${ids})` : sql`id in ${ids}`
}

/** As a condition on rows found by other means: it keeps SQLite from searching by it. */
export const whoseNameBegins = (query: Kysely<Tables>, range: NameRange): RawBuilder<boolean> =>
  isNamed(hasManyWriters(query) ? sql.ref('name_folded') : sql`+name_folded`, range)

const isNamed = (
  column: RawBuilder<unknown>,
  { nameFrom, nameTo }: NameRange,
): RawBuilder<boolean> => {
  const from = sql<boolean>`${column} >= ${nameFrom}`
  return nameTo === undefined ? from : sql`${from} and ${column} < ${nameTo}`
}

/** The first text, in code point order, that sorts after all texts with this prefix; none after U+10FFFF alone. */
const prefixEnd = (prefix: string): string | undefined => {
  const points = [...prefix]
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    const point = last.codePointAt(0) ?? 0
    if (point === 0x10ffff) continue
    // Surrogates are no characters: the one after U+D7FF is U+E000.
    return points.join('') + String.fromCodePoint(point === 0xd7ff ? 0xe000 : point + 1)
  }
  return undefined
}
