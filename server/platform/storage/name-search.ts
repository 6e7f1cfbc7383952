import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { foldText, partsOf } from '../search-text.ts'
import { contains } from './contains.ts'

/** What a search looks for in a named row: each of `parts` in its name, or its id. */
export type NameSearch = { parts?: readonly string[]; searchedId?: bigint | undefined }

/** Reads a search as a person types it; without one, everything matches. */
export const nameSearchOf = (q: string | undefined): NameSearch => {
  if (q === undefined) return {}
  const parts = partsOf(q)
  return { parts: parts.length > 0 ? parts : [foldText(q) || q], searchedId: idIn(q.trim()) }
}

const MAX_ID = 2n ** 63n - 1n

/** Returns the id that a search consists of. */
const idIn = (text: string): bigint | undefined => {
  if (!/^[0-9]{1,19}$/.test(text)) return undefined
  const id = BigInt(text)
  return id <= MAX_ID ? id : undefined
}

/**
 * Whether a row of `table` matches a search, by its columns `search`, `name` and `id`, and by those of `others` that need
 * no folding. An index would not help, because a part may be anywhere in a name.
 */
export const matchesName = <DB>(
  query: Kysely<DB>,
  table: string,
  { parts = [], searchedId }: NameSearch,
  others: readonly string[] = [],
): RawBuilder<SqlBool> => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const texts = [
    sql`coalesce(${column('search')}, lower(${column('name')}))`,
    ...others.map(lowered),
  ]
  const found = parts.map((part) => any(texts.map((text) => contains(query, text, part))))
  const named = sql<SqlBool>`(${sql.join(found, sql` and `)})`
  return searchedId === undefined ? named : any([named, sql`${column('id')} = ${searchedId}`])
}

const lowered = (column: string) => sql`lower(${sql.ref(column)})`

const any = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> =>
  sql`(${sql.join(conditions, sql` or `)})`
