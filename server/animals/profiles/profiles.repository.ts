import type { Kysely, Selectable } from 'kysely'
import { stringifyJson } from '../../platform/http/json.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import type { StoredProfile } from './profile.ts'
import { emptyProfile, readFacts } from './profile-facts.ts'

/**
 * The SQL of profiles. Each function takes the connection or transaction it runs on. Returns the
 * profile of an animal, or an empty one.
 */
export const findProfile = async (query: Kysely<Tables>, petId: bigint): Promise<StoredProfile> => {
  const [row] = await findRow(query, { petId })
  return row ? toProfile(row) : emptyProfile(petId)
}

const findRow = prepared((query, { petId }: { petId: bigint }) =>
  query.selectFrom('profiles').selectAll().where('pet_id', '=', petId),
)

type OwnedProfile = {
  profile: StoredProfile
  ownerId: bigint
  /** Whether the animal has a profile. */
  isDescribed: boolean
  /** Whether its account is not suspended. */
  isOffered: boolean
}

/** With the owner, and whether their animals are published; undefined if there is no animal. */
export const findOwnedProfile = async (query: Kysely<Tables>, petId: bigint): Promise<OwnedProfile | undefined> => {
  const [row] = await ownedRow(query, { petId })
  if (!row) return undefined
  const { account_id: ownerId, suspended_at, updated_at, facts, ...rest } = row
  const profile =
    updated_at === null || facts === null
      ? emptyProfile(petId)
      : toProfile({ ...rest, updated_at, facts, pet_id: petId })
  return { profile, ownerId, isDescribed: facts !== null, isOffered: suspended_at === null }
}

const ownedRow = prepared((query, { petId }: { petId: bigint }) =>
  query
    .selectFrom('pets')
    .leftJoin('profiles', 'profiles.pet_id', 'pets.id')
    .leftJoin('accounts', 'accounts.id', 'pets.account_id')
    .select(['pets.account_id', 'suspended_at', 'published_at', 'profiles.updated_at', 'facts'])
    .select(['external_id', 'microchip', 'intake_date'])
    .where('pets.id', '=', petId),
)

export const putProfile = async (query: Kysely<Tables>, profile: StoredProfile): Promise<void> => {
  await putRow(query, toRow(profile))
}

const putRow = prepared((query, row: Row) =>
  query
    .insertInto('profiles')
    .values({
      pet_id: row.pet_id,
      published_at: row.published_at,
      updated_at: row.updated_at,
      facts: row.facts,
      external_id: row.external_id,
      microchip: row.microchip,
      intake_date: row.intake_date,
    })
    .onConflict((conflict) =>
      conflict.column('pet_id').doUpdateSet(({ ref }) => ({
        published_at: ref('excluded.published_at'),
        updated_at: ref('excluded.updated_at'),
        facts: ref('excluded.facts'),
        external_id: ref('excluded.external_id'),
        microchip: ref('excluded.microchip'),
        intake_date: ref('excluded.intake_date'),
      })),
    ),
)

/** Those of `petIds` that belong to an account. */
export const listOwnedPets = async (
  query: Kysely<Tables>,
  { petIds, ownerId }: { petIds: readonly bigint[]; ownerId: bigint },
): Promise<bigint[]> => {
  const rows = await ownedIds(query, { petIds, ownerId })
  return rows.map(({ id }) => id)
}

const ownedIds = prepared((query, { petIds, ownerId }: { petIds: readonly bigint[]; ownerId: bigint }) =>
  query.selectFrom('pets').select('id').where('id', 'in', petIds).where('account_id', '=', ownerId),
)

/** The fields by which people identify an animal. */
export type KnownAnimal = { id: bigint; name: string; categoryId: bigint }

/** Whether any animal has a profile. */
export const hasProfiles = async (query: Kysely<Tables>): Promise<boolean> =>
  (await query.selectFrom('profiles').select('pet_id').limit(1).executeTakeFirst()) !== undefined

/** Animals of an account by their ids in another system; the oldest of several with one id. */
export const findByExternalIds = async (
  query: Kysely<Tables>,
  { externalIds, ownerId }: { externalIds: readonly string[]; ownerId: bigint },
): Promise<Map<string, KnownAnimal>> => {
  if (externalIds.length === 0) return new Map()
  const rows = await query
    .selectFrom('profiles')
    .innerJoin('pets', 'pets.id', 'profiles.pet_id')
    .select(['profiles.external_id', 'pets.id', 'pets.name', 'pets.category_id'])
    .where('profiles.external_id', 'in', externalIds)
    .where('pets.account_id', '=', ownerId)
    .orderBy('pets.id', 'desc')
    .execute()
  return new Map(
    rows.map(({ external_id, id, name, category_id: categoryId }) => [external_id ?? '', { id, name, categoryId }]),
  )
}

/** The profiles of those animals that have one. */
export const listProfiles = async (
  query: Kysely<Tables>,
  petIds: readonly bigint[],
): Promise<Map<bigint, StoredProfile>> => {
  if (petIds.length === 0) return new Map()
  const rows = await query.selectFrom('profiles').selectAll().where('pet_id', 'in', petIds).execute()
  return new Map(rows.map((row) => [row.pet_id, toProfile(row)]))
}

/** Removes a profile. Returns whether it was published. */
export const removeProfile = async (query: Kysely<Tables>, petId: bigint): Promise<boolean> => {
  const [removed] = await deleteRow(query, { petId })
  return removed?.published_at != null
}

const deleteRow = prepared((query, { petId }: { petId: bigint }) =>
  query.deleteFrom('profiles').where('pet_id', '=', petId).returning('published_at'),
)

type Row = Selectable<Tables['profiles']>

const toRow = ({ petId, publishedAtMs, updatedAtMs = 0, shown, hidden }: StoredProfile): Row => ({
  pet_id: petId,
  published_at: publishedAtMs === undefined ? null : instant(publishedAtMs),
  updated_at: instant(updatedAtMs),
  facts: stringifyJson(shown),
  external_id: hidden.externalId,
  microchip: hidden.microchip,
  intake_date: hidden.intakeDate,
})

const toProfile = (row: Row): StoredProfile => ({
  petId: row.pet_id,
  published: row.published_at !== null,
  publishedAtMs: row.published_at === null ? undefined : Number(row.published_at),
  updatedAtMs: Number(row.updated_at),
  shown: readFacts(row.facts),
  hidden: {
    externalId: row.external_id,
    microchip: row.microchip,
    intakeDate: row.intake_date,
  },
})
