import type { Client } from '../access/account-reads.ts'
import { type OfferedAnimal, petfinderAnimal } from '../animal-formats/petfinder-animal.ts'
import { type Call, type Operation, operation } from '../api/operation.ts'
import { type Reply, resource } from '../api/reply.ts'
import { ApiError } from '../errors/api-error.ts'
import { ListingPath } from '../listings/listing.ts'
import type { ListingWindows } from '../listings/listing-window.service.ts'
import type { ListedAnimal } from '../listings/listing-window.ts'
import type { Organization } from '../organizations/organization.ts'
import type { OrganizationsService } from '../organizations/organizations.service.ts'
import type { Clock } from '../platform/clock.ts'
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
    handle: async ({ params: { petId }, origin }) => {
      const found = await deps.windows.find(petId, origin)
      if (!found) throw new ApiError('listing_not_found')
      const organizations = await deps.organizations.findOf([found.accountId])
      const offered = offeredAt(origin, organizations)(found)
      return resource({ animal: petfinderAnimal(offered, prefix) })
    },
  }),
]

const listAnimals = async (
  deps: AnimalsDeps,
  { caller, query, origin }: Call<unknown, Sent>,
): Promise<Reply> => {
  const asked = animalSearchOf(query)
  const { total, animals } = await findAnimals(deps, caller, { asked, origin })
  const organizations = await deps.organizations.findOf(animals.map(({ accountId }) => accountId))
  return resource({
    animals: animals
      .map(offeredAt(origin, organizations))
      .map((animal) => petfinderAnimal(animal, prefix)),
    pagination: paginationOf(asked, total, { href: `${prefix}/animals`, sent: query }),
  })
}

const findAnimals = async (
  { windows, organizations, clock }: AnimalsDeps,
  caller: Client,
  { asked, origin }: { asked: AnimalSearch; origin: string },
): Promise<{ total: number; animals: ListedAnimal[] }> => {
  const { search, location, metres, isNone } = asked
  const near = location === undefined ? undefined : await locate(organizations, caller, location)
  if (isNone) return { total: 0, animals: [] }
  return windows.list(caller, {
    ...asked,
    search: near ? { ...search, near, withinMetres: metres } : search,
    seed: Math.floor(clock.nowMs() / SHUFFLED_MS),
    origin,
  })
}

/** For so long the order by chance stays the same, so that its pages can be followed. */
const SHUFFLED_MS = 3_600_000

const offeredAt =
  (origin: string, organizations: ReadonlyMap<bigint, Organization>) =>
  (animal: ListedAnimal): OfferedAnimal => ({
    ...animal,
    organization: organizations.get(animal.accountId),
    url: `${origin}/adopt/${animal.id}`,
  })
