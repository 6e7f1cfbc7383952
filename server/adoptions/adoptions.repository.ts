import { type Kysely, sql } from 'kysely'
import { prepared } from '../platform/storage/prepared.ts'
import type { Tables } from '../platform/storage/tables.ts'
import { instant } from '../platform/time.ts'
import type { PublicFacts } from '../profiles/profile.ts'
import type { AdoptionStep } from './adoption.ts'

type Query = Kysely<Tables>

/**
 * Writes down adoptions and returns, in their order, before the animals are brought in step: since when one has waited
 * still stands in its row.
 */
export const recordAdoptions = async (
  query: Query,
  steps: readonly AdoptionStep[],
  nowMs: number,
): Promise<void> => {
  const now = instant(nowMs)
  for (const { petId, kind } of steps) {
    if (kind === 'adopted') await adopt(query, petId, now)
    else await takeBack(query, petId, now)
  }
}

const adopt = async (query: Query, petId: bigint, now: bigint): Promise<void> => {
  const [source] = await sourceRows(query, { petId })
  if (!source) return
  const { account_id, waiting_since: came_on, facts } = source
  const species = facts === null ? null : (JSON.parse(facts) as PublicFacts).species
  await insertRow(query, { pet_id: petId, account_id, species, came_on, adopted_at: now })
}

const sourceRows = prepared((query, { petId }: { petId: bigint }) =>
  query
    .selectFrom('pets')
    .leftJoin('profiles', 'profiles.pet_id', 'pets.id')
    .select(['pets.account_id', 'pets.waiting_since', 'profiles.facts'])
    .where('pets.id', '=', petId),
)

type NewRow = Pick<Tables['adoptions'], 'pet_id' | 'account_id' | 'species' | 'came_on'> & {
  adopted_at?: bigint
  returned_at?: bigint
}

const insertRow = prepared((query, row: NewRow) => query.insertInto('adoptions').values(row))

const takeBack = async (query: Query, petId: bigint, now: bigint): Promise<void> => {
  const [last] = await lastRows(query, { petId })
  if (last && last.returned_at === null) {
    await setReturn(query, { id: last.id, returned_at: now })
    return
  }
  // It was added as one that is adopted, or before adoptions were written down.
  const [source] = await sourceRows(query, { petId })
  if (!source) return
  const species = source.facts === null ? null : (JSON.parse(source.facts) as PublicFacts).species
  const { account_id } = source
  await insertRow(query, { pet_id: petId, account_id, species, came_on: null, returned_at: now })
}

const lastRows = prepared((query, { petId }: { petId: bigint }) =>
  query
    .selectFrom('adoptions')
    .select(['id', 'adopted_at', 'returned_at'])
    .where('pet_id', '=', petId)
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
)

const setReturn = prepared(
  (query, { id, returned_at }: { id: bigint; returned_at: bigint | null }) =>
    query.updateTable('adoptions').set({ returned_at }).where('id', '=', id),
)
