import { type Kysely, type RawBuilder, sql } from 'kysely'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import type { Tables } from '../../platform/storage/tables.ts'

type Sql = RawBuilder<unknown>

/** How many listings have the same traits. */
export type TraitCount = { traits: number; total: number }
/** The same as text: one row that is long is read in a tenth of the time of many. */
export type TallyRow = { counts: string | null }

/** Sums up rows with `traits`: one for each listing, or, where they are `counted`, one with their `total`. */
export const tallied = (
  query: Kysely<Tables>,
  rows: Sql,
  { counted = false }: { counted?: boolean } = {},
): Sql => {
  if (hasManyWriters(query)) {
    const total = sql.raw(counted ? 'sum(total)' : 'count(*)')
    return sql`select string_agg(traits || ':' || total, ',') as counts
      from (select traits, ${total} as total from (${rows}) as found group by traits) as summed`
  }
  const each = sql.raw(counted ? "traits || ':' || total" : 'traits')
  return sql`select tally(group_concat(${each})) as counts from (${rows})`
}

export const readTally = ([row]: readonly TallyRow[]): TraitCount[] =>
  (row?.counts ?? '').split(',').flatMap((pair) => {
    const [traits, total] = pair.split(':')
    return total === undefined ? [] : [{ traits: Number(traits), total: Number(total) }]
  })
