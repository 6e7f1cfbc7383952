import type { Organization } from '../../animals/organizations/organization.ts'
import type { OrganizationPlace } from '../../animals/organizations/organizations.repository.ts'
import type { OrganizationsService } from '../../animals/organizations/organizations.service.ts'
import type { Clock } from '../../platform/clock.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { readPlace } from '../../requests/api/page.ts'
import type { Catalogue } from '../listings/catalogue.service.ts'
import type { ListedAnimal } from '../listings/listed-animal.ts'
import type { ListingsService } from '../listings/listings.service.ts'
import type { AdoptView } from './adopt-form.html.ts'
import { type AdoptNotice, type AdoptQuery, isPoint } from './adopt-query.ts'
import type { AnimalView } from './animal.html.ts'
import type { HomeView } from './home.html.ts'
import type { ShownListings } from './listing-cache.ts'
import { listNameOf, listOf, type SiteLists, type Visitor } from './site-lists.ts'

type Deps = {
  catalogue: Pick<Catalogue, 'find'>
  listings: Pick<ListingsService, 'show'>
  organizations: Pick<OrganizationsService, 'find' | 'list' | 'places' | 'cities' | 'storeName'>
  readList: SiteLists
  clock: Pick<Clock, 'nowMs'>
}

/** The data of a page, and the listings whose changes may alter it. */
type Seen<View> = { view: View; shown: ShownListings }

const PAGE = 20
const NEWEST = 8
const LONGEST = 4
const MAX_CITIES = 50
const MAX_SHELTERS = 12
/** How many shelters can be found by the name of their place. */
const MAX_PLACES = 2_000
const MAX_BONDED = 6
/** Only this many matches of a search are counted. */
const MAX_MATCHES = 1_000

export type SiteService = ReturnType<typeof siteService>

/** Reads what the pages of the site show. */
export const siteService = ({ catalogue, listings, organizations, readList, clock }: Deps) => {
  const organizationOf = async (id: bigint): Promise<Organization | undefined> =>
    organizations.find({ actsForStore: false }, id)

  /** A point that was entered, or that of a shelter. */
  const pointOf = async (near: string, { client }: Visitor): Promise<string | undefined> =>
    isPoint(near) ? near : findPlace(near, await organizations.places(client, MAX_PLACES))

  return {
    /** The name of the site unless one is set. */
    defaultName: () => organizations.storeName(),

    async home(visitor: Visitor): Promise<Seen<HomeView> | undefined> {
      const newest = await readList({}, { limit: NEWEST, wantsCounts: true }, visitor)
      const { counts, total } = newest
      if (total === 0) return undefined
      const longest =
        total > NEWEST + LONGEST
          ? await readList({ sort: 'publishedAt' }, { limit: LONGEST, first: 0 }, visitor)
          : undefined
      const places = await organizations.places(visitor.client, MAX_PLACES)
      const cities = new Set(places.map(({ city }) => city))
      const [city] = cities
      const view = {
        counts,
        total,
        origin: visitor.origin,
        city: cities.size === 1 ? (city ?? undefined) : undefined,
        newest: newest.cards,
        longest: longest?.cards,
        organizations: await organizations.list({ limit: MAX_SHELTERS }),
      }
      const petIds = [...newest.petIds, ...(longest?.petIds ?? [])]
      return { view, shown: { petIds, isList: true } }
    },

    async adopt(sent: AdoptQuery, visitor: Visitor): Promise<Seen<AdoptView>> {
      const { choice, cursor } = sent
      const notices: AdoptNotice[] = [...sent.notices]
      const place = choice.near === undefined ? undefined : await pointOf(choice.near, visitor)
      if (choice.near !== undefined && place === undefined) {
        notices.push({ is: 'noPlace', value: choice.near })
      }
      const read = (from?: string[]) =>
        readList(choice, { place, limit: PAGE, after: from, wantsCounts: true }, visitor)
      const after = await placeAfter(sent)
      const page = after && (await unlessForeign(() => read(after)))
      if (cursor !== undefined && !page) {
        notices.push({ is: 'noPage' })
      }
      const { petIds, cards, next, counts, total } = page ?? (await read())
      const located = await organizations.cities(MAX_PLACES)
      const countries = new Set(located.map(({ country }) => country))
      const [country = null] = countries
      const [shelter, ...more] = choice.organizationId ?? []
      const view: AdoptView = {
        query: { choice, cursor: page && cursor, notices },
        counts,
        total,
        origin: visitor.origin,
        isAtLeast: choice.q !== undefined && total >= MAX_MATCHES,
        cards: petIds.length > 0 ? cards : undefined,
        next,
        cities: [...new Set(located.map(({ city }) => city))]
          .filter((city) => city !== null)
          .sort()
          .slice(0, MAX_CITIES),
        hasPlaces: located.length > 0,
        country: countries.size === 1 ? country : null,
        shelter: shelter !== undefined && more.length === 0 ? (await organizationOf(shelter))?.name : undefined,
      }
      return { view, shown: { petIds, isList: true } }
    },

    /** Undefined if the animal is not published, or was adopted long ago. */
    async animal(petId: bigint, { origin }: Pick<Visitor, 'origin'>): Promise<Seen<AnimalView> | undefined> {
      const [animal] = await listings.show([petId])
      if (!animal) return undefined
      const bonded = await listings.show(animal.bondedWith.slice(0, MAX_BONDED))
      const view = {
        animal,
        organization: await organizationOf(animal.organization.id),
        bonded: bonded.filter(({ status }) => status !== 'sold'),
        nowMs: clock.nowMs(),
        origin,
      }
      const petIds = [petId, ...animal.bondedWith]
      return { view, shown: { petIds, isList: false } }
    },

    /** The newest available animals. */
    async newest(limit: number, { client }: Pick<Visitor, 'client'>): Promise<Seen<ListedAnimal[]>> {
      const { places } = await catalogue.find(client, { ...listOf({}), limit })
      const petIds = places.map(({ petId }) => petId)
      const found = new Map((await listings.show(petIds)).map((animal) => [animal.id, animal]))
      return { view: petIds.flatMap((id) => found.get(id) ?? []), shown: { petIds, isList: true } }
    },
  }
}

const placeAfter = ({ choice, cursor }: AdoptQuery): Promise<string[] | undefined> =>
  unlessForeign(async () => (cursor === undefined ? undefined : readPlace(cursor, listNameOf(choice))))

/** Undefined if the cursor is not one of the list. */
const unlessForeign = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof HttpError && error.code === 'invalid_cursor') return undefined
    throw error
  }
}

/** The coordinates of a shelter in this city or with this postcode. */
const findPlace = (name: string, places: readonly OrganizationPlace[]): string | undefined => {
  const wanted = folded(name)
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
