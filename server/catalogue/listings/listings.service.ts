import type { Photo } from '../../animals/photos/photo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Reads } from '../../platform/storage/reads.ts'
import type { Client } from '../../requests/access/account-reads.ts'
import type { Catalogue, Find } from './catalogue.service.ts'
import { type ListedAnimal, listedAnimal, SOLD_SHOWN_MS } from './listed-animal.ts'
import { type Details, findDetails, isReviewed, isShownTo, type Viewer } from './listing-details.repository.ts'
import { type ListingView, listingJson } from './listing-json.ts'
import type { Point } from './place.ts'

type Deps = {
  database: Pick<Database, 'read'>
  catalogue: Pick<Catalogue, 'find'>
  /** Lists the photos of animals, in order. */
  photos: { list(query: Reads['here'], petIds: readonly bigint[]): Promise<Photo[]> }
  clock: Clock
  /** Whether the adoption site is on, and its pages have addresses. */
  hasSite: boolean
}

export type ListingsService = ReturnType<typeof listingsService>

/** A listing as JSON, and the values of its cursor. */
type ListedJson = { json: string; place: string[] }

/** Published animals, as everybody may see them. */
export const listingsService = ({ database, catalogue, photos, clock, hasSite }: Deps) => {
  const jsonOf = (details: Details, shown: Omit<ListingView, 'nowMs' | 'hasSite'>): string =>
    listingJson(details, { nowMs: clock.nowMs(), hasSite, ...shown })

  const isLongSold = ({ sold_at }: Details): boolean =>
    sold_at !== null && Number(sold_at) + SOLD_SHOWN_MS <= clock.nowMs()

  const photosOf = async (query: Reads['here'], petIds: readonly bigint[]) =>
    Map.groupBy(await photos.list(query, petIds), ({ petId }) => petId)

  return {
    /** A page. Listings that disappear while it is read are left out. */
    async list(
      client: Client,
      { origin, ...find }: Find & { origin: string },
    ): Promise<{ items: ListedJson[]; total: number }> {
      const { places, total } = await catalogue.find(client, find)
      const ids = places.map(({ petId }) => petId)
      const details = new Map((await findDetails(database.read, ids)).map((one) => [one.id, one]))
      const shown = { origin, near: find.search.near }
      const byPet = await photosOf(database.read, ids)
      const items = places.map(({ petId, place }) => {
        const found = details.get(petId)
        const json = found ? jsonOf(found, { ...shown, photos: byPet.get(petId) ?? [] }) : ''
        return { json, place }
      })
      return { items, total }
    },

    /** The public details of the listings of animals, in any order, including animals sold long ago. */
    async show(petIds: readonly bigint[], near?: Point): Promise<ListedAnimal[]> {
      const rows = (await findDetails(database.read, petIds)).filter(isReviewed)
      const byPet = await photosOf(
        database.read,
        rows.map(({ id }) => id),
      )
      const nowMs = clock.nowMs()
      return rows.map((row) => listedAnimal(row, { nowMs, near, photos: byPet.get(row.id) ?? [] }))
    },

    /** Finds an animal that is offered, or was until recently. */
    async find(viewer: Viewer, petId: bigint, origin: string): Promise<string | undefined> {
      const [found] = await findDetails(database.read, [petId])
      if (!found || isLongSold(found) || !isShownTo(viewer, found)) return undefined
      const shown = await photos.list(database.read, [petId])
      return jsonOf(found, { origin, near: undefined, photos: shown })
    },
  }
}
