import { type Kysely, type RawBuilder, sql } from 'kysely'
import { hasManyWriters } from '../platform/storage/engine.ts'
import type { Tables } from '../platform/storage/tables.ts'
import { foldName } from './pet.ts'

// Animals by how their names begin. No index has those by id, so how a page is found depends on how many there are.

/** So many are found by their names, and sorted, where they are asked for. */
export const FEW_NAMES = 1_000
/** So many are still found that way; of more, the first ones are found sooner by walking all animals by id. */
export const MANY_NAMES = 20_000

type Query = Kysely<Tables>

/** Whether more than `than` names begin so: looks at no more than that. */
export const hasMoreNames = async (
  query: Query,
  prefix: string,
  than: number,
): Promise<boolean> => {
  const { rows } = await sql<{ total: bigint }>`
    select count(*) as total from ${idsOfNames(prefix, than + 1)} as found`.execute(query)
  return Number(rows[0]?.total) > than
}

/** The ids of at most `limit` of them. The limit keeps both planners from any other way to find them. */
export const idsOfNames = (prefix: string, limit: number): RawBuilder<unknown> =>
  sql`(select id from pets where ${nameBegins(sql.ref('name_folded'), prefix)} limit ${limit})`

/** As a condition on the rows that something else finds: SQLite is kept from finding them by it. */
export const whoseNameBegins = (query: Query, prefix: string): RawBuilder<boolean> =>
  nameBegins(hasManyWriters(query) ? sql.ref('name_folded') : sql`+name_folded`, prefix)

const nameBegins = (column: RawBuilder<unknown>, prefix: string): RawBuilder<boolean> => {
  const folded = foldName(prefix)
  // No name has it, and PostgreSQL takes no text with it.
  if (folded.includes('\0')) return sql`1 = 0`
  const end = prefixEnd(folded)
  const from = sql<boolean>`${column} >= ${folded}`
  return end === undefined ? from : sql`${from} and ${column} < ${end}`
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
