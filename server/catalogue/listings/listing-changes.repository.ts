import { type Kysely, sql } from 'kysely'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import { prepared, preparedRows } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'

type Query = Kysely<Tables>

/**
 * Records which listings have changed, so that readers can keep copies of all listings. Each animal that was ever
 * listed has one row, with the number of its last change. Readers continue after the highest number they have seen, so
 * numbers must follow the order of commits: a transaction that calls this blocks others until it commits.
 */
export const noteChanges = async (query: Query, petIds: readonly bigint[]): Promise<void> => {
  if (petIds.length === 0) return
  if (hasManyWriters(query)) {
    await sql`select pg_advisory_xact_lock(hashtextextended('listing changes', 0))`.execute(query)
  }
  const change_id = (await lastChange(query)) + 1n
  const sorted = petIds.toSorted((one, other) => (one < other ? -1 : 1))
  await putChanges(
    query,
    sorted.map((pet_id) => ({ pet_id, change_id })),
  )
}

/** The number of the last change; zero if there was none. */
export const lastChange = async (query: Query): Promise<bigint> => {
  const [row] = await lastChangeRows(query, {})
  return row?.change_id ?? 0n
}

const lastChangeRows = prepared((query) =>
  query.selectFrom('listing_changes').select('change_id').orderBy('change_id', 'desc').limit(1),
)

const putChanges = preparedRows<Tables['listing_changes'], unknown>(['pet_id', 'change_id'], (query, rows) =>
  query
    .insertInto('listing_changes')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('pet_id').doUpdateSet(({ ref }) => ({ change_id: ref('excluded.change_id') })),
    ),
)

/** The position of a reader in the changes. */
export type ChangePlace = { changeId: bigint; petId: bigint }

/** Lists the next changed listings after a position, each once, in the order of their last changes. */
export const listChanged = async (
  query: Query,
  { after, limit }: { after: ChangePlace; limit: number },
): Promise<ChangePlace[]> =>
  (await changedRows(query, { ...after, limit })).map(({ change_id: changeId, pet_id: petId }) => ({ changeId, petId }))

const changedRows = prepared((query, { changeId, petId, limit }: ChangePlace & { limit: number }) =>
  query
    .selectFrom('listing_changes')
    .select(['change_id', 'pet_id'])
    .where(({ eb, refTuple, tuple }) => eb(refTuple('change_id', 'pet_id'), '>', tuple(changeId, petId)))
    .orderBy('change_id')
    .orderBy('pet_id')
    .limit(limit),
)
