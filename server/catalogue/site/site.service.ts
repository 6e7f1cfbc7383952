import type { Organization } from '../../animals/organizations/organization.ts'
import type { OrganizationPlace } from '../../animals/organizations/organizations.repository.ts'
import type { OrganizationsService } from '../../animals/organizations/organizations.service.ts'
import type { Clock } from '../../platform/clock.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { readPlace } from '../../requests/api/page.ts'
import type { Catalogue } from '../listings/catalogue.service.ts'
import type { ListedAnimal } from '../listings/listed-animal.ts'
import type { ListingsService } from '../listings/listings.service.ts'
import { type AdoptQuery, isPoint } from './adopt-query.ts'
import type { AdoptView } from './adopt-view.ts'
import type { AnimalView } from './animal.html.ts'
import type { HomeView } from './home.html.ts'
import type { ShownListings } from './listing-cache.ts'
import { choiceReads, listNameOf, listOf, type SiteLists } from './site-lists.ts'
import type { Visitor } from './visitor.ts'

type Deps = {
  catalogue: Pick<Catalogue, 'find'>
  listings: Pick<ListingsService, 'show'>
  organizations: Pick<OrganizationsService, 'find' | 'list'>
  lists: SiteLists
  clock: Pick<Clock, 'nowMs'>
}

/** The data of a page, and the listings whose changes may alter it. */
type Seen<View> = { view: View; shown: ShownListings }

const PAGE = 24
const NEWEST = 8
const LONGEST = 4
const MAX_CITIES = 100
const MAX_SHELTERS = 12
const MAX_BONDED = 6
/** Only this many matches of a search are counted. */
const MAX_MATCHES = 1_000

export type SiteService = ReturnType<typeof siteService>

/** Reads what the pages of the site show. */
export const siteService = ({ catalogue, listings, organizations, lists, clock }: Deps) => {
  const { placesOf, countsFor, gridOf } = lists

  const organizationOf = async (id: bigint): Promise<Organization | undefined> =>
    organizations.find({ actsForStore: false }, id)

  return {
    /** The name of the site unless one is set: the organization of the oldest account. */
    async defaultName(visitor: Visitor): Promise<string | undefined> {
      return (await placesOf(visitor)).find(({ isOldest }) => isOldest)?.name
    },

    async home(visitor: Visitor): Promise<Seen<HomeView> | undefined> {
      const { counts, total } = await countsFor(choiceReads({}), visitor)
      if (total === 0) return undefined
      const newest = await gridOf(choiceReads({}), { limit: NEWEST }, visitor)
      const longest =
        total > NEWEST + LONGEST
          ? await gridOf(
              choiceReads({ sort: 'publishedAt' }),
              { limit: LONGEST, first: 0 },
              visitor,
            )
          : undefined
      const cities = new Set((await placesOf(visitor)).map(({ city }) => city))
      const [city] = cities
      const view = {
        ...{ counts, total, origin: visitor.origin },
        city: cities.size === 1 ? (city ?? undefined) : undefined,
        ...{ newest: newest.cards, longest: longest?.cards },
        organizations: await organizations.list({ limit: MAX_SHELTERS }),
      }
      const petIds = [...newest.petIds, ...(longest?.petIds ?? [])]
      return { view, shown: { petIds, isList: true } }
    },

    async adopt(sent: AdoptQuery, visitor: Visitor): Promise<Seen<AdoptView>> {
      const { choice, cursor } = sent
      const notices = [...sent.notices]
      const places = await placesOf(visitor)
      const place = choice.near === undefined ? undefined : findPlace(choice.near, places)
      if (choice.near !== undefined && place === undefined) {
        notices.push(`We couldn't find a shelter in “${choice.near}”. Try a city or postcode.`)
      }
      const after = placeAfter(sent)
      const reads = choiceReads(choice, place)
      const read = (from: string[] | undefined) =>
        gridOf(reads, { limit: PAGE, after: from }, visitor)
      const found = await read(after).catch((error: unknown) => {
        if (isForeign(error)) return undefined
        throw error
      })
      if (cursor !== undefined && (after === undefined || !found)) {
        notices.push('That page is no longer there. This is the first one.')
      }
      const { petIds, cards, next } = found ?? (await read(undefined))
      const { counts, total } = await countsFor(reads, visitor)
      const [shelter, ...more] = choice.organizationId ?? []
      const view: AdoptView = {
        query: { choice, cursor: after && found ? cursor : undefined, notices },
        ...{ counts, total, origin: visitor.origin },
        isAtLeast: choice.q !== undefined && total >= MAX_MATCHES,
        cards: petIds.length > 0 ? cards : undefined,
        next,
        cities: citiesOf(places),
        hasPlaces: places.some(({ lat }) => lat !== null),
        shelter:
          shelter !== undefined && more.length === 0
            ? places.find(({ id }) => id === shelter)?.name
            : undefined,
      }
      return { view, shown: { petIds, isList: true } }
    },

    /** Undefined if the animal is not published, or was adopted long ago. */
    async animal(petId: bigint, { origin }: Visitor): Promise<Seen<AnimalView> | undefined> {
      const [animal] = await listings.show([petId])
      if (!animal) return undefined
      const bonded = await listings.show(animal.bondedWith.slice(0, MAX_BONDED))
      const view = {
        animal,
        organization: await organizationOf(animal.organization.id),
        bonded: bonded.filter(({ status }) => status !== 'sold'),
        ...{ nowMs: clock.nowMs(), origin },
      }
      const petIds = [petId, ...animal.bondedWith]
      return { view, shown: { petIds, isList: false } }
    },

    /** The newest available animals. */
    async newest(limit: number, { client }: Visitor): Promise<Seen<ListedAnimal[]>> {
      const { places } = await catalogue.find(client, { ...listOf({}), limit })
      const petIds = places.map(({ petId }) => petId)
      const found = new Map((await listings.show(petIds)).map((animal) => [animal.id, animal]))
      return { view: petIds.flatMap((id) => found.get(id) ?? []), shown: { petIds, isList: true } }
    },
  }
}

const placeAfter = ({ choice, cursor }: AdoptQuery): string[] | undefined => {
  if (cursor === undefined) return undefined
  try {
    return readPlace(cursor, listNameOf(choice))
  } catch (error) {
    if (isForeign(error)) return undefined
    throw error
  }
}

const isForeign = (error: unknown): boolean =>
  error instanceof HttpError && error.code === 'invalid_cursor'

/** Finds coordinates: those that were entered, or those of a shelter in that city or with that postcode. */
const findPlace = (near: string, places: readonly OrganizationPlace[]): string | undefined => {
  if (isPoint(near)) return near
  const wanted = folded(near)
  const found = places.find(
    ({ lat, city, postcode }) =>
      lat !== null && [city, postcode].some((text) => text !== null && folded(text) === wanted),
  )
  // In the format of the API.
  return found && `${decimal(found.lat)},${decimal(found.lng)}`
}

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase()

const decimal = (value: number | null): string => String(Number((value ?? 0).toFixed(6)))

const citiesOf = (places: readonly OrganizationPlace[]): readonly string[] => {
  const all = places.flatMap(({ city, lat }) => (city !== null && lat !== null ? city : []))
  return [...new Set(all)].sort().slice(0, MAX_CITIES)
}
