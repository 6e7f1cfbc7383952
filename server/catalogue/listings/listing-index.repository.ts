import { type Kysely, sql } from 'kysely'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { timeTokens } from './search-times.ts'
import type { Tokens } from './search-tokens.ts'

type Query = Kysely<Tables>

/** The index of words: an FTS5 table, or a table with a `tsvector`. Each listing has a row, identified by its `seq`. */

export const addToIndex = async (
  query: Query,
  added: readonly { seq: bigint; tokens: Tokens }[],
): Promise<void> => {
  if (added.length === 0) return
  const many = hasManyWriters(query)
  const rows = added.map(({ seq, tokens }) =>
    many ? sql`(${seq}, ${vectorOf(tokens, seq)}::tsvector)` : sql`(${seq}, ${textOf(tokens)})`,
  )
  const key = sql.ref(many ? 'seq' : 'rowid')
  await sql`insert into listing_search (${key}, tokens) values ${sql.join(rows)}`.execute(query)
}

export const removeFromIndex = async (query: Query, seq: bigint): Promise<void> => {
  const key = sql.ref(hasManyWriters(query) ? 'seq' : 'rowid')
  await sql`delete from listing_search where ${key} = ${seq}`.execute(query)
}

/** Parts come first and uninterrupted, so that a search for adjacent parts finds them. */
export const textOf = ({ parts, others }: Tokens): string => [...parts, ...others].join(' ')

export const vectorOf = ({ parts, others }: Tokens, seq: bigint): string =>
  [...parts.map((part, at) => `${part}:${at + 1}`), ...others, ...timeTokens(seq)].join(' ')
