import type { PetStatus } from '../../animals/pets/pet.ts'
import { addressed, type Photo, type Variant } from '../../animals/photos/photo.ts'
import { ageAt } from '../../animals/profiles/age.ts'
import type { StoredProfile } from '../../animals/profiles/profile.ts'
import { emptyProfile, readFacts, shownProfile } from '../../animals/profiles/profile-facts.ts'
import type { Clock } from '../../platform/clock.ts'
import { foldText } from '../../platform/search-text.ts'
import type { Database } from '../../platform/storage/database.ts'
import { showDay, showTime } from '../../platform/time.ts'
import { readsFor } from '../../requests/access/account-reads.ts'
import { type Actor, requestedAccount } from '../../requests/access/ownership.ts'
import type { Animal, AnimalCounts, AnimalFacets, Thumbnail } from './animal.ts'
import { breedRows, type FacetRow, tagRows } from './animal-facets.repository.ts'
import { type CountAnimals, checkInclude, filterOf, type ListAnimals, MAX_PLACE } from './animal-query.ts'
import {
  type AnimalRow,
  countAnimals,
  countApplicationsFor,
  countByStatus,
  findAnimals,
  listIds,
} from './animals.repository.ts'

type Query = Database['read']

type Deps = {
  database: Pick<Database, 'read' | 'readLong'>
  listProfiles: (query: Query, ids: readonly bigint[]) => Promise<Map<bigint, StoredProfile>>
  listPhotos: (query: Query, ids: readonly bigint[]) => Promise<Photo[]>
  clock: Pick<Clock, 'nowMs'>
}

export type AnimalsService = ReturnType<typeof animalsService>

/** Part of a list and its length. Unless `isExact`, `total` is a lower bound. */
export type AnimalPage = { animals: Animal[]; total: number; isExact: boolean }

/** All animals as their owners see them: published, drafts, and those without a profile. */
export const animalsService = ({ database, listProfiles, listPhotos, clock }: Deps) => {
  const reads = (caller: Actor) => readsFor(database, caller).beside()

  /** Throws `not_owner` if the query names another account. */
  const readFilter = (caller: Actor, query: CountAnimals) => {
    const accountId = requestedAccount(caller, query.accountId)
    return filterOf(query, { accountId, nowMs: clock.nowMs() })
  }

  const show = async (
    caller: Actor,
    { ids, include = [] }: { ids: readonly bigint[]; include: ListAnimals['include'] | undefined },
    origin: string,
  ) => {
    const mayCount = caller.scopes.has('applications:read')
    const [rows, open, profiles, photos] = await Promise.all([
      findAnimals(reads(caller), ids),
      mayCount ? countApplicationsFor(reads(caller), ids) : undefined,
      include.includes('profile') ? listProfiles(reads(caller), ids) : undefined,
      include.includes('photos') ? listPhotos(reads(caller), ids) : undefined,
    ])
    const photosByPet = photos && Map.groupBy(photos, ({ petId }) => petId)
    const byId = new Map(rows.map((row) => [row.id, row]))
    // An animal may have been deleted since it was found.
    return ids.flatMap((id): Animal[] => {
      const row = byId.get(id)
      if (!row) return []
      return [
        {
          ...animalOf(row, { nowMs: clock.nowMs(), origin }),
          ...(open && { openApplications: open.get(id) ?? 0 }),
          ...(caller.actsForStore && { accountId: row.account_id }),
          ...(profiles && { profile: shownProfile(profiles.get(id) ?? emptyProfile(id), true) }),
          ...(photosByPet && {
            photos: (photosByPet.get(id) ?? []).map((photo) => addressed(photo, origin)),
          }),
        },
      ]
    })
  }

  return {
    /** Throws `not_owner`. */
    async list(caller: Actor, query: ListAnimals, origin: string): Promise<AnimalPage> {
      checkInclude(query)
      const { sort = 'id', limit = 20, offset = 0, include } = query
      const filter = readFilter(caller, query)
      const ids = await listIds(reads(caller), { filter, sort, offset, limit })
      const isLast = ids.length < limit && (ids.length > 0 || offset === 0)
      const [animals, counted] = await Promise.all([
        show(caller, { ids, include }, origin),
        isLast ? offset + ids.length : countAnimals(reads(caller), filter),
      ])
      return { animals, total: Math.min(counted, MAX_PLACE), isExact: counted <= MAX_PLACE }
    },

    /** Throws `not_owner`. */
    async count(caller: Actor, query: CountAnimals): Promise<AnimalCounts> {
      const { available, pending, sold } = await countByStatus(reads(caller), readFilter(caller, query))
      const by = (name: 'all' | 'unpublished' | 'bare'): Record<PetStatus, number> => ({
        available: available[name],
        pending: pending[name],
        sold: sold[name],
      })
      const total = available.all + pending.all + sold.all
      return {
        total: Math.min(total, MAX_PLACE),
        isExact: total <= MAX_PLACE,
        status: by('all'),
        unpublished: by('unpublished'),
        withoutPhoto: by('bare'),
      }
    },

    /** Throws `not_owner`. */
    async facets(caller: Actor, query: CountAnimals): Promise<AnimalFacets> {
      const filter = readFilter(caller, query)
      const [breeds, tags] = await Promise.all([breedRows(reads(caller), filter), tagRows(reads(caller), filter)])
      return { breeds: facetOf(breeds), tags: facetOf(tags) }
    },
  }
}

const MAX_VALUES = 100

/** Spellings that differ only in case count as one value, shown in its most common form. */
const facetOf = (rows: readonly FacetRow[]): AnimalFacets['breeds'] => {
  const found = new Map<string, AnimalFacets['breeds'][number]>()
  for (const { value, total } of rows) {
    const known = found.get(foldText(value))
    if (known) known.count += Number(total)
    else found.set(foldText(value), { value, count: Number(total) })
  }
  return [...found.values()].sort((one, other) => other.count - one.count).slice(0, MAX_VALUES)
}

const animalOf = (row: AnimalRow, { nowMs, origin }: { nowMs: number; origin: string }): Animal => {
  const facts = row.facts === null ? emptyProfile(row.id).shown : readFacts(row.facts)
  const { species, breeds, sex, size, birthDate, tags, goodWith } = facts
  const isSold = row.status === 'sold'
  return {
    id: row.id,
    name: row.name,
    categoryId: row.category_id,
    // A check constraint of the table allows only known statuses.
    status: row.status as PetStatus,
    published: row.published !== null,
    species,
    breeds,
    sex,
    size,
    birthDate,
    age: ageAt(row.born, nowMs),
    tags,
    goodWith,
    photo: thumbnailOf(row, origin),
    waitingSince: isSold || row.waiting_since === null ? null : showDay(Number(row.waiting_since)),
    updatedAt: row.updated_at === null ? null : showTime(row.updated_at),
  }
}

const thumbnailOf = (row: AnimalRow, origin: string): Thumbnail | null => {
  const { photo_id: id, alt, focus_x: x, focus_y: y, placeholder, variants } = row
  if (id === null || placeholder === null || variants === null) return null
  // Only this program writes the column.
  const [smallest] = (JSON.parse(variants) as Variant[])
    .filter(({ format }) => format === 'webp')
    .sort((one, other) => one.width - other.width)
  if (!smallest) return null
  const { width, height, format, url } = smallest
  return {
    id,
    placeholder,
    width,
    height,
    format,
    url: origin + url,
    ...(alt !== null && { alt }),
    ...(x !== null && y !== null && { focus: { x, y } }),
  }
}
