import { type TSchema, Type } from 'typebox'
import { ListingPath } from '../../catalogue/listings/listing.ts'
import { ListListings } from '../../catalogue/listings/listing-query.ts'
import { docText } from './doc-text.ts'
import { shortAnimal, wholeAnimal } from './shown-animal.ts'
import type { Tool } from './tool.ts'
import { cursor, DEFAULT_LIMIT, limit, pick } from './tool-inputs.ts'
import type { Arguments } from './tool-requests.ts'

const filters = [
  'q',
  'species',
  'breed',
  'sex',
  'size',
  'age',
  'goodWith',
  'coat',
  'color',
  'tag',
  'organizationId',
  'near',
  'within',
  'status',
  'publishedAfter',
  'sort',
] as const

/** A filter that is a word in a query. */
const flag = (values: readonly boolean[], description: string): TSchema =>
  Type.Optional(Type.Unsafe({ type: 'boolean', enum: [...values], description }))

/** Tools for the content that everybody can read on the site and in the docs. */
export const publicTools: readonly Tool[] = [
  {
    name: 'search_animals',
    title: 'Search animals',
    description:
      'Finds published animals that wait for a home. Filters with several values match any of them, but `goodWith` matches all. ' +
      'An unknown value never matches: `goodWith: ["children"]` finds only animals known to be good with children. ' +
      'Long descriptions are cut: get_animal returns all of an animal.',
    scopes: ['listings:read'],
    isPublic: true,
    input: {
      ...pick(ListListings.properties, filters),
      houseTrained: flag([true], 'Only animals that are known to be house-trained.'),
      specialNeeds: flag([true, false], 'Only animals with (`true`) or without (`false`) special needs.'),
      limit,
      cursor,
    },
    async run(given, { get }) {
      const found = await get('/v1/listings', paged(given))
      const animals = listIn(found.value).map(shortAnimal)
      return { animals, nextCursor: found.next }
    },
  },
  {
    name: 'get_animal',
    title: 'Get an animal',
    description:
      'Returns all that is public about a published animal: description, age, whom it is good with, photos, and its shelter.',
    scopes: ['listings:read'],
    isPublic: true,
    input: { petId: ListingPath.properties.petId },
    run: async ({ petId }, { get }) => wholeAnimal((await get(`/v1/listings/${petId}`)).value as Arguments),
  },
  {
    name: 'list_shelters',
    title: 'List shelters',
    description:
      'Lists the shelters whose animals are in this store, with their addresses and contact details. Use an id as ' +
      '`organizationId` in search_animals, and a location as `near`.',
    scopes: ['pets:read'],
    isPublic: true,
    input: { limit, cursor },
    async run(given, { get }) {
      const found = await get('/v1/organizations', paged(given))
      return { shelters: found.value, nextCursor: found.next }
    },
  },
  {
    name: 'search_docs',
    title: 'Search the docs',
    description:
      'Finds guides, operations, errors and objects in the documentation of this store and its API, the best match first. ' +
      'Read one with read_doc, by its `path`.',
    scopes: [],
    isPublic: true,
    input: {
      query: Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'What to look for, in up to 10 words.',
        examples: ['idempotency key'],
      }),
    },
    run: async ({ query }, { get }) => (await get('/docs/search.json', { q: query })).value,
  },
  {
    name: 'read_doc',
    title: 'Read a page of the docs',
    description: 'Returns a page of the documentation as Markdown. A long page comes in parts.',
    scopes: [],
    isPublic: true,
    input: {
      path: Type.String({
        maxLength: 200,
        description: 'The path of the page, as search_docs returns it. `/docs` lists all guides.',
        examples: ['/docs/guides/first-request'],
      }),
      offset: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 10_000_000,
          default: 0,
          description: 'Where to continue: the offset that the end of the previous part names.',
        }),
      ),
    },
    async run({ path, offset = 0 }, { get }) {
      const { value } = await get(docText(String(path)))
      return partOf(String(value), Number(offset))
    },
  },
]

/** How much of a page one call returns, in characters. */
const MAX_PART = 20_000

const partOf = (text: string, offset: number): string => {
  const end = offset + MAX_PART
  const part = text.slice(offset, end)
  return end < text.length ? `${part}\n\n[To be continued: call read_doc with offset ${end}.]` : part
}

export const paged = (given: Arguments): Arguments => ({ limit: DEFAULT_LIMIT, ...given })

/** The items of a list that the API has returned. */
export const listIn = (value: unknown): Arguments[] => value as Arguments[]
