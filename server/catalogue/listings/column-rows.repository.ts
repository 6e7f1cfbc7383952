import { type Kysely, sql } from 'kysely'
import { compilable, prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'

type Query = Kysely<Tables>

/** Listings as lines (see `readColumnRow`), and the id of the last animal; `null` if there are none. */
type ColumnLines = { lines: string | null; last: bigint | null }

/** Whether there are at least `count` listings. */
export const hasListings = async (query: Query, count: number): Promise<boolean> =>
  (await distantRows(query, { offset: count - 1 })).length > 0

const distantRows = prepared((query, { offset }: { offset: number }) =>
  query.selectFrom('listings').select('pet_id').orderBy('pet_id').offset(offset).limit(1),
)

/** Reads the next listings after an animal, by id. */
export const readColumns = async (query: Query, page: { afterId: bigint; limit: number }): Promise<ColumnLines> => {
  const [found] = await nextRows(query, page)
  return found ?? { lines: null, last: null }
}

/** Reads the listings of animals. Animals without a listing have no line. */
export const findColumns = async (query: Query, petIds: readonly bigint[]): Promise<ColumnLines> => {
  const [found] = await someRows(query, { petIds })
  return found ?? { lines: null, last: null }
}

const line = sql<string>`l.pet_id || ' ' || l.account_id || ' ' || l.traits || ' ' || l.published_at
  || ' ' || coalesce(pets.updated_at, pets.added_at, 0) || ' ' || coalesce(cast(l.born as text), '-')
  || ' ' || l.status || ' ' || l.terms || ${'\t'} || l.name_folded`

const listings = sql`listings as l inner join pets on pets.id = l.pet_id where l.seq is not null`

const nextRows = prepared((query, { afterId, limit }: { afterId: bigint; limit: number }) =>
  asLines(
    query,
    // The second condition on the id lets a merge join begin in the middle of both tables.
    sql`select l.pet_id, ${line} as line from ${listings}
      and l.pet_id > ${afterId} and pets.id > ${afterId} order by l.pet_id limit ${limit}`,
  ),
)

const someRows = prepared((query, { petIds }: { petIds: readonly bigint[] }) =>
  asLines(
    query,
    sql`select l.pet_id, ${line} as line from ${listings}
      and l.pet_id in (${sql.join(petIds)})`,
  ),
)

const asLines = (query: Query, rows: ReturnType<typeof sql>) =>
  compilable<ColumnLines>(
    query,
    sql`select string_agg(line, ${'\n'}) as lines, max(pet_id) as last from (${rows}) as found`,
  )
