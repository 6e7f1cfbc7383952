import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { foldText, partsOf } from '../search-text.ts'
import { contains } from './contains.ts'

/** The conditions of a search for a named row: each of `parts` in its name, its id, or `literal` in another column. */
export type NameSearch = {
  parts?: readonly string[]
  searchedId?: bigint | undefined
  literal?: string | undefined
}

/** Shorter texts occur in most random texts. */
const MIN_LITERAL = 4

/** Reads a search as a person types it; without one, everything matches. */
export const nameSearchOf = (q: string | undefined): NameSearch => {
  if (q === undefined) return {}
  const parts = partsOf(q)
  const literal = q.trim().toLowerCase()
  return {
    parts: parts.length > 0 ? parts : [foldText(q) || q],
    searchedId: idIn(literal),
    literal: literal.length < MIN_LITERAL ? undefined : literal,
  }
}

const MAX_ID = 2n ** 63n - 1n

/** Returns the id that a search consists of. */
const idIn = (text: string): bigint | undefined => {
  if (!/^[0-9]{1,19}$/.test(text)) return undefined
  const id = BigInt(text)
  return id <= MAX_ID ? id : undefined
}

/**
 * Whether a row of `table` matches a search, by its columns `search`, `name` and `id`, and by `literalColumn`, which is
 * not folded. An index would not help, because a part may be anywhere in a name.
 */
export const matchesName = <DB>(
  query: Kysely<DB>,
  table: string,
  { parts = [], searchedId, literal }: NameSearch,
  literalColumn?: string,
): RawBuilder<SqlBool> => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const name = sql`coalesce(${column('search')}, lower(${column('name')}))`
  const found = [
    sql`(${sql.join(
      parts.map((part) => contains(query, name, part)),
      sql` and `,
    )})`,
    ...(searchedId === undefined ? [] : [sql`${column('id')} = ${searchedId}`]),
    ...(literal === undefined || literalColumn === undefined
      ? []
      : [contains(query, sql`lower(${column(literalColumn)})`, literal)]),
  ]
  return sql`(${sql.join(found, sql` or `)})`
}
