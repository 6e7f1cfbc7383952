import type { Kysely } from 'kysely'
import { searchedName } from '../../animals/pets/pet.ts'
import { dayOf } from '../../animals/profiles/age.ts'
import { kindOf, termsOf } from '../../animals/profiles/listing-terms.ts'
import type { PublicFacts } from '../../animals/profiles/profile.ts'
import { traitsOf } from '../../animals/profiles/traits.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { dayAt, instant } from '../../platform/time.ts'

type Query = Kysely<Tables>

const AT_ONCE = 250

/**
 * Updates the columns of `pets` that are derived from profiles and photos. The caller locks the animals until its
 * commit.
 */
export const refreshAnimals = async (query: Query, petIds: readonly bigint[], nowMs: number): Promise<void> => {
  const ids = [...new Set(petIds)]
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    for (const source of await sourceRows(query, { petIds: ids.slice(at, at + AT_ONCE) })) {
      await updateRow(query, { ...factsOf(source), id: source.id, updated_at: instant(nowMs) })
    }
  }
}

/** Fills the derived columns of all animals. */
export const fillAnimals = async (query: Query): Promise<void> => {
  await forEachBatch(
    (after) => nameRows(query, { after, limit: AT_ONCE }),
    async (rows) => {
      for (const { id, name, name_folded } of rows) {
        const name_search = searchedName(name, name_folded)
        if (name_search !== null) await updateName(query, { id, name_search })
      }
    },
  )
  await forEachBatch(
    (after) => describedIds(query, { after, limit: AT_ONCE }),
    async (rows) => {
      for (const source of await sourceRows(query, { petIds: rows.map(({ id }) => id) })) {
        const { id, updated_at } = source
        await updateRow(query, { ...factsOf(source), id, updated_at })
      }
    },
  )
}

const forEachBatch = async <Row extends { id: bigint }>(
  read: (after: bigint) => Promise<Row[]> | Row[],
  work: (rows: Row[]) => Promise<void>,
): Promise<void> => {
  // Ids use all 64 bits, and can be negative.
  let after = -(2n ** 63n)
  for (;;) {
    const rows = await read(after)
    if (rows.length === 0) return
    await work(rows)
    after = rows.at(-1)?.id ?? after
  }
}

type Facts = Pick<Tables['pets'], 'waiting_since' | 'published' | 'has_photo' | 'traits' | 'born' | 'labels'>
type Source = Pick<Tables['pets'], 'status' | 'added_at'> & {
  id: bigint
  updated_at: bigint | null
  published_at: bigint | null
  facts: string | null
  intake_date: string | null
  photo_id: bigint | null
  returned_at: bigint | null
}

const factsOf = (source: Source): Facts => ({
  waiting_since: waitingSince(source),
  published: source.published_at === null ? null : 1n,
  has_photo: source.photo_id === null ? null : 1n,
  ...profileFacts(source.facts),
})

/** The later of intake and return. Without an intake date, the day the animal was added counts. */
const waitingSince = ({ status, added_at, returned_at, intake_date }: Source): bigint | null => {
  if (status === 'sold') return null
  const added = added_at === null ? null : dayAt(Number(added_at))
  const came = intake_date === null ? added : BigInt(dayOf(intake_date))
  const back = returned_at === null ? null : dayAt(Number(returned_at))
  return back !== null && (came === null || came < back) ? back : came
}

const labelKinds = new Set(['breed', 'tag'])

/** The birth date instead of an age, which would go stale. */
export const profileFacts = (text: string | null): Pick<Facts, 'traits' | 'born' | 'labels'> => {
  if (text === null) return { traits: null, born: null, labels: null }
  // Only this program writes the column.
  const facts = JSON.parse(text) as PublicFacts
  const born = facts.birthDate === null ? null : BigInt(dayOf(facts.birthDate))
  const terms = termsOf({ facts, accountId: 0n, born: null }, 0)
  const labels = terms.filter((term) => labelKinds.has(kindOf(term)))
  return {
    traits: traitsOf(terms),
    born,
    labels: labels.length === 0 ? null : JSON.stringify(labels),
  }
}

const sourceRows = prepared((query, { petIds }: { petIds: readonly bigint[] }) =>
  query
    .selectFrom('pets')
    .leftJoin('profiles', 'profiles.pet_id', 'pets.id')
    .select(['pets.id', 'pets.status', 'pets.added_at'])
    .select(['profiles.updated_at', 'profiles.published_at', 'profiles.facts'])
    .select('profiles.intake_date')
    .select((eb) =>
      eb
        .selectFrom('photos')
        .select((photos) => photos.fn.min('photos.id').as('id'))
        .whereRef('photos.pet_id', '=', 'pets.id')
        .as('photo_id'),
    )
    .select((eb) =>
      eb
        .selectFrom('adoptions')
        .select((adoptions) => adoptions.fn.max('adoptions.returned_at').as('at'))
        .whereRef('adoptions.pet_id', '=', 'pets.id')
        .as('returned_at'),
    )
    .where('pets.id', 'in', petIds),
)

const updateRow = prepared(
  (query, { id, ...row }: Facts & { id: bigint; updated_at: bigint | null }) =>
    query.updateTable('pets').set(row).where('id', '=', id),
  { isAwaited: false },
)

type Batch = { after: bigint; limit: number }

const nameRows = prepared((query, { after, limit }: Batch) =>
  query.selectFrom('pets').select(['id', 'name', 'name_folded']).where('id', '>', after).orderBy('id').limit(limit),
)

const updateName = prepared(
  (query, { id, name_search }: { id: bigint; name_search: string }) =>
    query.updateTable('pets').set({ name_search }).where('id', '=', id),
  { isAwaited: false },
)

/** Animals with a profile or a photo. */
const describedIds = prepared((query, { after, limit }: Batch) =>
  query
    .selectFrom('pets')
    .select('id')
    .where('id', '>', after)
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(selectFrom('profiles').select('pet_id').whereRef('profiles.pet_id', '=', 'pets.id')),
        exists(selectFrom('photos').select('pet_id').whereRef('photos.pet_id', '=', 'pets.id')),
      ]),
    )
    .orderBy('id')
    .limit(limit),
)
