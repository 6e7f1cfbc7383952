import type { Organization } from '../../animals/organizations/organization.ts'
import type { OrganizationsService } from '../../animals/organizations/organizations.service.ts'
import type { ListedAnimal } from '../../catalogue/listings/listed-animal.ts'
import { listingError } from '../../catalogue/listings/listing.errors.ts'
import { ListingPath } from '../../catalogue/listings/listing.ts'
import type { ListingWindows } from '../../catalogue/listings/listing-window.service.ts'
import { pathOf } from '../../catalogue/listings/slug.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Client } from '../../requests/access/account-reads.ts'
import { type Call, type Operation, operation } from '../../requests/api/operation.ts'
import { type Reply, resource } from '../../requests/api/reply.ts'
import { petfinderAnimal } from '../animal-formats/petfinder-animal.ts'
import { AnimalQuery, type AnimalSearch, animalSearchOf } from './animal-query.ts'
import { locate } from './location.ts'
import { paginationOf } from './page.ts'
import type { Sent } from './parameters.ts'
import { petfinderApi } from './petfinder-api.ts'
import { AnyQuery, shared } from './shared.ts'

export type AnimalsDeps = {
  windows: Pick<ListingWindows, 'list' | 'find'>
  organizations: Pick<OrganizationsService, 'findOf' | 'locate'>
  clock: Pick<Clock, 'nowMs'>
  hasSite: boolean
}

const { prefix } = petfinderApi

export const animalOperations = (deps: AnimalsDeps): Operation[] => [
  operation({
    ...shared,
    id: 'petfinderListAnimals',
    path: '/animals',
    summary: 'List animals',
    query: AnimalQuery,
    returns: { 200: { description: 'A page of animals.' } },
    handle: (call) => listAnimals(deps, call),
  }),

  operation({
    ...shared,
    id: 'petfinderGetAnimal',
    path: '/animals/{petId}',
    summary: 'Get an animal',
    query: AnyQuery,
    params: ListingPath,
    returns: { 200: { description: 'The animal.' } },
    handle: async ({ caller, params: { petId }, origin }) => {
      const found = await deps.windows.find(caller, petId, origin)
      if (!found) throw listingError('listing_not_found')
      const organizations = await deps.organizations.findOf([found.organization.id])
      return resource({ animal: shownAt(deps, origin, organizations)(found) })
    },
  }),
]

const listAnimals = async (deps: AnimalsDeps, { caller, query, origin }: Call<unknown, Sent>): Promise<Reply> => {
  const requested = animalSearchOf(query)
  const { total, animals } = await findAnimals(deps, caller, { requested, origin })
  const organizations = await deps.organizations.findOf(animals.map(({ organization }) => organization.id))
  return resource({
    animals: animals.map(shownAt(deps, origin, organizations)),
    pagination: paginationOf(requested, total, { href: `${prefix}/animals`, sent: query }),
  })
}

const findAnimals = async (
  { windows, organizations, clock }: AnimalsDeps,
  caller: Client,
  { requested, origin }: { requested: AnimalSearch; origin: string },
): Promise<{ total: number; animals: ListedAnimal[] }> => {
  const { search, location, metres, isNone } = requested
  const near = location === undefined ? undefined : await locate(organizations, caller, location)
  if (isNone) return { total: 0, animals: [] }
  return windows.list(caller, {
    ...requested,
    search: near ? { ...search, near, withinMetres: metres } : search,
    seed: Math.floor(clock.nowMs() / SHUFFLED_MS),
    origin,
  })
}

/** How long the random order stays the same, so that clients can follow its pages. */
const SHUFFLED_MS = 3_600_000

const shownAt =
  ({ hasSite }: AnimalsDeps, origin: string, organizations: ReadonlyMap<bigint, Organization>) =>
  (animal: ListedAnimal) =>
    petfinderAnimal(animal, {
      organization: organizations.get(animal.organization.id),
      url: hasSite ? origin + pathOf(animal) : null,
      prefix,
    })
