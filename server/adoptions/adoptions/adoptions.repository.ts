import { type Kysely, sql } from 'kysely'
import { petStatuses } from '../../animals/pets/pet.ts'
import type { PublicFacts } from '../../animals/profiles/profile.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import type { AdoptionStep } from './adoption.ts'

type Query = Kysely<Tables>

/**
 * Records adoptions and returns in order. This comes before the catalogue is updated, as only the
 * old row says since when an animal has waited.
 */
export const recordAdoptions = async (query: Query, steps: readonly AdoptionStep[], nowMs: number): Promise<void> => {
  const now = instant(nowMs)
  for (const { petId, kind } of steps) {
    await writers[kind](query, petId, now)
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
  const [left] = await lastMoves(query, { petId })
  if (left?.action === 'moved' && !isPetStatus(left.status)) return
  // It was created as adopted, or before adoptions were recorded.
  const [source] = await sourceRows(query, { petId })
  if (!source) return
  const species = source.facts === null ? null : (JSON.parse(source.facts) as PublicFacts).species
  const { account_id } = source
  await insertRow(query, { pet_id: petId, account_id, species, came_on: null, returned_at: now })
}

/** The last status of the animal. If it left without an adoption, no status of ours applies. */
const lastMoves = prepared((query, { petId }: { petId: bigint }) =>
  query
    .selectFrom('pet_history')
    .select(['action', 'status'])
    .where('pet_id', '=', petId)
    .where('action', 'in', [sql.lit('moved'), sql.lit('orderMoved')])
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
)

const isPetStatus = (status: string | null): boolean => petStatuses.some((known) => known === status)

/** Removes an adoption that was a mistake, so that neither it nor a return is counted. */
const undoAdoption = async (query: Query, petId: bigint): Promise<void> => {
  const [last] = await lastRows(query, { petId })
  if (last?.returned_at === null) await removeRow(query, { id: last.id })
}

const undoReturn = async (query: Query, petId: bigint): Promise<void> => {
  const [last] = await lastRows(query, { petId })
  if (!last || last.returned_at === null) return
  // Only its return was known.
  if (last.adopted_at === null) await removeRow(query, { id: last.id })
  else await setReturn(query, { id: last.id, returned_at: null })
}

const writers: Record<AdoptionStep['kind'], (query: Query, petId: bigint, now: bigint) => Promise<void>> = {
  adopted: adopt,
  returned: takeBack,
  'adoption undone': undoAdoption,
  'return undone': undoReturn,
}

const removeRow = prepared((query, { id }: { id: bigint }) => query.deleteFrom('adoptions').where('id', '=', id))

/** How many adoptions and returns of an animal were recorded since then. */
export const countAdoptionsSince = async (query: Query, since: { petId: bigint; sinceMs: number }): Promise<number> =>
  (await rowsSince(query, { petId: since.petId, since: instant(since.sinceMs) })).length

const rowsSince = prepared((query, { petId, since }: { petId: bigint; since: bigint }) =>
  query
    .selectFrom('adoptions')
    .select('id')
    .where('pet_id', '=', petId)
    .where(({ eb, or }) => or([eb('adopted_at', '>=', since), eb('returned_at', '>=', since)]))
    .limit(sql.lit(2)),
)

const lastRows = prepared((query, { petId }: { petId: bigint }) =>
  query
    .selectFrom('adoptions')
    .select(['id', 'adopted_at', 'returned_at'])
    .where('pet_id', '=', petId)
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
)

const setReturn = prepared((query, { id, returned_at }: { id: bigint; returned_at: bigint | null }) =>
  query.updateTable('adoptions').set({ returned_at }).where('id', '=', id),
)
