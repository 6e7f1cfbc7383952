import { type Client, readsFor } from '../access/account-reads.ts'
import type { Clock } from '../platform/clock.ts'
import { foreignCursor } from '../platform/http/cursor.ts'
import { parseInt64 } from '../platform/http/int64.ts'
import { stringifyJson } from '../platform/http/json.ts'
import type { Database } from '../platform/storage/database.ts'
import type { Reads } from '../platform/storage/reads.ts'
import { showTime } from '../platform/time.ts'
import { companions, sexes, sizes, species } from '../profiles/profile-values.ts'
import { ageAt, ageBands, birthsOf } from './age.ts'
import { type Details, findDetails, findLocated } from './listing-details.repository.ts'
import { pageByName, pageByTime, pageOfTerms } from './listing-pages.service.ts'
import type { ListingSearch, ListingSort } from './listing-query.ts'
import { termOf } from './listing-terms.ts'
import { type Conditions, countAll, countEach } from './listings.repository.ts'
import { boxAround, metresBetween, type Point } from './place.ts'

type Deps = { database: Pick<Database, 'read' | 'readLong'>; clock: Clock }

export type ListingsService = ReturnType<typeof listingsService>

/** A listing as JSON, and its place in the list: values for a cursor. */
export type ListedJson = { json: string; place: string[] }

type List = {
  search: ListingSearch
  sort: ListingSort
  /** The place of the last listing already seen. */
  after: string[] | undefined
  limit: number
  origin: string
}

const SOLD_SHOWN_MS = 30 * 24 * 60 * 60 * 1_000
/** Organizations that are looked at on the serving thread. */
const MAX_NEAR = 2_000
/** Most organizations that one list is made of. */
const MAX_PLACES = 20_000
/** Organizations whose listings are looked for on the serving thread, the nearest first. */
const MAX_VISITS = 3

type Near = { accountId: bigint; metres: number }
type Listed = { petId: bigint; place: (string | bigint)[] }

/** Published animals, as everybody may see them. */
export const listingsService = ({ database, clock }: Deps) => {
  /** Organizations that have a place, the nearest first. */
  const listNear = async (
    reads: Reads,
    near: Point,
    withinMetres: number | undefined,
  ): Promise<Near[]> => {
    const box = withinMetres === undefined ? undefined : boxAround(near, withinMetres)
    const some = await findLocated(reads.here, { box, limit: MAX_NEAR })
    const all =
      some.length < MAX_NEAR ? some : await findLocated(reads.beside(), { box, limit: MAX_PLACES })
    return all
      .map(({ accountId, ...at }) => ({ accountId, metres: metresBetween(near, at) }))
      .filter(({ metres }) => metres <= (withinMetres ?? Infinity))
      .sort((one, other) => one.metres - other.metres || (one.accountId < other.accountId ? -1 : 1))
  }

  /** The conditions with those of the place among them; undefined where nothing is within it. */
  const inPlace = async (
    reads: Reads,
    { conditions, near, withinMetres }: ListingSearch,
  ): Promise<Conditions | undefined> => {
    if (!near || withinMetres === undefined) return conditions
    const around = await listNear(reads, near, withinMetres)
    if (around.length === 0) return undefined
    const terms = around.map(({ accountId }) => termOf('organization', accountId))
    return { ...conditions, groups: [...conditions.groups, terms] }
  }

  const listByDistance = async (
    reads: Reads,
    { search: { conditions, near, withinMetres }, after, limit }: List,
  ): Promise<Listed[]> => {
    if (!near) return []
    const [afterMetres, afterAccount, publishedAt, petId] = after?.map(readInt) ?? []
    const found: Listed[] = []
    let visits = 0
    for (const { accountId, metres } of await listNear(reads, near, withinMetres)) {
      const at = BigInt(metres)
      const isSeen =
        afterMetres !== undefined &&
        afterAccount !== undefined &&
        (at < afterMetres || (at === afterMetres && accountId < afterAccount))
      if (isSeen) continue
      const isSame = at === afterMetres && accountId === afterAccount
      const isOn = isSame && publishedAt !== undefined && petId !== undefined
      visits += 1
      const query = visits > MAX_VISITS ? { here: reads.beside(), beside: reads.beside } : reads
      const page = await pageOfTerms(query, conditions, {
        terms: [termOf('organization', accountId)],
        newest: true,
        limit: limit - found.length,
        ...(isOn && { after: { publishedAt, petId } }),
      })
      for (const { publishedAt, petId } of page) {
        found.push({ petId, place: [at, accountId, publishedAt, petId] })
      }
      if (found.length >= limit) break
    }
    return found
  }

  const listPlaces = async (reads: Reads, list: List): Promise<Listed[]> => {
    const { search, sort, after, limit } = list
    if (sort === 'distance') return listByDistance(reads, list)
    const conditions = await inPlace(reads, search)
    if (!conditions) return []
    if (sort === 'name') {
      const [name, id] = after ?? []
      const place =
        name === undefined || id === undefined ? undefined : { name, petId: readInt(id) }
      const page = await pageByName(reads, conditions, { after: place, limit })
      return page.map(({ name, petId }) => ({ petId, place: [name, petId] }))
    }
    const [publishedAt, petId] = after?.map(readInt) ?? []
    const place =
      publishedAt === undefined || petId === undefined ? undefined : { publishedAt, petId }
    const newest = sort === '-publishedAt'
    const page = await pageByTime(reads, conditions, { after: place, limit, newest })
    return page.map(({ publishedAt, petId }) => ({ petId, place: [publishedAt, petId] }))
  }

  const jsonOf = (details: Details, origin: string, near?: Point): string =>
    listingJson(details, { nowMs: clock.nowMs(), origin, near })

  return {
    /** A page; what is not listed any more by the time it is read is left out. */
    async list(client: Client, list: List): Promise<ListedJson[]> {
      const reads = readsFor(database, client)
      const places = await listPlaces(reads, list)
      const ids = places.map(({ petId }) => petId)
      const details = new Map((await findDetails(reads.here, ids)).map((one) => [one.id, one]))
      return places.map(({ petId, place }) => {
        const found = details.get(petId)
        const json = found ? jsonOf(found, list.origin, list.search.near) : ''
        return { json, place: place.map(String) }
      })
    },

    /** One of an animal that is offered, or was until lately; undefined for others. */
    async find(petId: bigint, origin: string): Promise<string | undefined> {
      const [found] = await findDetails(database.read, [petId])
      if (!found) return undefined
      const isLongSold =
        found.sold_at !== null && Number(found.sold_at) + SOLD_SHOWN_MS <= clock.nowMs()
      return isLongSold ? undefined : jsonOf(found, origin)
    },

    /** How many match, by value. */
    async facets(client: Client, search: ListingSearch) {
      const reads = readsFor(database, client)
      const conditions = await inPlace(reads, search)
      const query = reads.beside()
      const counts = conditions
        ? await countEach(query, conditions, allTerms)
        : new Map<string, number>()
      const ages: [string, number][] = []
      for (const band of ageBands) {
        const isWanted = conditions && (search.ages?.includes(band) ?? true)
        const births = [birthsOf(band, clock.nowMs())]
        ages.push([band, isWanted ? await countAll(query, { ...conditions, births }) : 0])
      }
      const byKind = Object.entries(facetValues).map(([kind, values]) => [
        kind,
        Object.fromEntries(values.map((one) => [one, counts.get(termOf(kind, one)) ?? 0])),
      ])
      const { goodWith, ...rest } = Object.fromEntries(byKind)
      return { ...rest, age: Object.fromEntries(ages), goodWith }
    },
  }
}

const facetValues = { species, sex: sexes, size: sizes, goodWith: companions }
const allTerms = Object.entries(facetValues).flatMap(([kind, values]) =>
  values.map((one) => termOf(kind, one)),
)

const readInt = (text: string): bigint => {
  const value = parseInt64(text)
  if (value === undefined) throw foreignCursor()
  return value
}

type Shown = { nowMs: number; origin: string; near: Point | undefined }

/** Its facts go in as they were stored: nothing of them is read to be written again. */
const listingJson = (row: Details, { nowMs, origin, near }: Shown): string => {
  const { id, name, status, category_id: categoryId, latitude: lat, longitude: lng } = row
  const head = stringifyJson({ id, name, status, categoryId, age: ageAt(row.born, nowMs) })
  const profile = stringifyJson({
    petId: id,
    published: true,
    publishedAt: showTime(row.published_at ?? 0n),
  })
  const isNear = near && lat !== null && lng !== null
  const tail = stringifyJson({
    updatedAt: showTime(row.updated_at),
    photos: [],
    organization: {
      id: row.account_id,
      name: row.organization,
      city: row.city,
      country: row.country,
    },
    url: `${origin}/v1/listings/${id}`,
    ...(isNear && { distanceKm: metresBetween(near, { lat, lng }) / 1_000 }),
  })
  const parts = [head, profile, row.facts, tail].map((json) => json.slice(1, -1))
  return `{${parts.join(',')}}`
}
