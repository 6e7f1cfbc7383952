import { Type } from 'typebox'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { json, resource } from '../../requests/api/reply.ts'
import { parametersOf } from '../listings/listing-query.ts'
import { AnimalCounts, AnimalFacets, AnimalSchema } from './animal.ts'
import { CountAnimals, ListAnimals, MAX_PLACE } from './animal-query.ts'
import type { AnimalPage, AnimalsService } from './animals.service.ts'

type Deps = { animals: AnimalsService }

export const animalSchemas = [AnimalSchema, AnimalCounts, AnimalFacets]

const shared = { tag: 'animals', stability: 'beta', scope: 'pets:read' } as const

const pageHeaders = {
  'X-Total-Count': {
    type: 'integer',
    description: 'Number of animals in the whole list. Exact up to 100,000.',
  },
  'X-Total-Count-Relation': {
    type: 'string',
    description: '`at-least` if the list has more than 100,000 animals; otherwise absent.',
  },
  Link: {
    type: 'string',
    description: 'The next page (`rel="next"`) and the first; absent on the last page.',
  },
  'X-Next-Cursor': {
    type: 'string',
    description: 'The `offset` of the next page; absent on the last page.',
  },
} as const

/** The list of all animals of an account, for its staff. */
export const animalOperations = ({ animals }: Deps): Operation[] => [
  operation({
    ...shared,
    id: 'listAnimals',
    method: 'GET',
    path: '/animals',
    summary: 'List your animals at a glance',
    description:
      'Returns part of the list of all animals of your account with their details: published animals, drafts, and ' +
      'animals without a profile. Staff and keys with `admin` see the animals of all accounts. The response always ' +
      'contains the length of the whole list, and `offset` selects any part of it.',
    query: ListAnimals,
    returns: {
      200: {
        description: 'Part of the list.',
        schema: Type.Array(Type.Unsafe({ $ref: 'Animal#' })),
        headers: pageHeaders,
      },
    },
    errors: ['not_owner'],
    guide: { name: 'agents', about: 'Let an agent work with your animals' },
    example: {
      query: { q: 'whisk', sort: '-waiting', limit: '50' },
      client: `const page = await store.animals.list({ q: 'whisk', sort: '-waiting', limit: 50 })\nconsole.log(page.totalCount, page.items)`,
    },
    handle: async (call) => {
      const page = await animals.list(call.caller, call.query, call.origin)
      return json(call.write(page.animals), { headers: headersOf(page, call) })
    },
  }),

  operation({
    ...shared,
    id: 'countAnimals',
    method: 'GET',
    path: '/animals/counts',
    summary: 'Count your animals by status',
    description: 'Accepts the filters of the list.',
    query: CountAnimals,
    returns: { 200: { description: 'The counts.', schema: AnimalCounts } },
    errors: ['not_owner'],
    example: {
      query: { species: 'dog' },
      client: `const { status } = await store.animals.counts({ species: ['dog'] })\nconsole.log(status.available)`,
    },
    handle: async ({ caller, query }) => resource(await animals.count(caller, query)),
  }),

  operation({
    ...shared,
    id: 'listAnimalFacets',
    method: 'GET',
    path: '/animals/facets',
    summary: 'List the breeds and tags of your animals',
    description:
      'Returns the breeds and tags of the animals that match the filters, as choices for `breed` and `tag`. Case and ' +
      'accents are ignored. With more than 100,000 animals, only some are examined.',
    query: CountAnimals,
    returns: { 200: { description: 'The values.', schema: AnimalFacets } },
    errors: ['not_owner'],
    example: {
      query: { species: 'dog' },
      client: `const { breeds } = await store.animals.facets({ species: ['dog'] })\nconsole.log(breeds)`,
    },
    handle: async ({ caller, query }) => resource(await animals.facets(caller, query)),
  }),
]

type AnimalListCall = { query: ListAnimals; origin: string }

const headersOf = ({ total, isExact }: AnimalPage, { query, origin }: AnimalListCall): string[] => {
  const { limit = 20, offset = 0, ...rest } = query
  const headers = ['x-total-count', String(total)]
  if (!isExact) headers.push('x-total-count-relation', 'at-least')
  const next = offset + limit
  if (isExact ? next >= total : next > MAX_PLACE) return headers
  const parameters = new URLSearchParams({ limit: String(limit), ...parametersOf(rest) })
  const first = `${origin}/v1/animals?${parameters}`
  const link = `<${first}&offset=${next}>; rel="next", <${first}>; rel="first"`
  return [...headers, 'x-next-cursor', String(next), 'link', link]
}
