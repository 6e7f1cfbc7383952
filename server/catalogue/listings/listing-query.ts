import { type Static, type TSchema, Type } from 'typebox'
import { type AgeBand, ageBands } from '../../animals/profiles/age.ts'
import { termOf } from '../../animals/profiles/listing-terms.ts'
import { coats, companions, sexes, sizes, species } from '../../animals/profiles/profile-values.ts'
import { type Fault, faultSummary, protocolError } from '../../platform/http/http-error.ts'
import { Int64, parseInt64 } from '../../platform/http/int64.ts'
import { Line } from '../../platform/http/lines.ts'
import { foldText, wordsOf } from '../../platform/search-text.ts'
import { instant, parseTime } from '../../platform/time.ts'
import type { Caller } from '../../requests/access/caller.ts'
import { foreignCursor, pageParameters } from '../../requests/api/page.ts'
import type { Conditions } from './listing-conditions.repository.ts'
import { type Point, readDistance, readPoint } from './place.ts'

const MAX_VALUES = 20
const MAX_IDS = 100
/** The longest search, in characters. */
const MAX_SEARCH = 200

const listOf = <Item extends TSchema>(items: Item, description: string, maxItems = MAX_VALUES) =>
  Type.Optional(
    Type.Array(items, {
      minItems: 1,
      maxItems,
      description: `${description} Repeat it or separate several by commas.`,
    }),
  )

const oneOf = <Value extends string>(values: readonly Value[]) => Type.Unsafe<Value>(Type.Enum([...values]))

const text = Line(100)

/** The filters of animals, whether published or not. */
export const profileFilters = {
  species: listOf(oneOf(species), 'Only animals of these species.'),
  breed: listOf(text, 'Only animals of these breeds, ignoring case and accents.'),
  sex: listOf(oneOf(sexes), 'Only animals of these sexes.'),
  size: listOf(oneOf(sizes), 'Only animals of these sizes.'),
  age: listOf(oneOf(ageBands), 'Only animals of these age bands: under 1 year, under 3, under 8, 8 and over.'),
  goodWith: listOf(oneOf(companions), 'Only animals that are known to be good with all of these.'),
  tag: listOf(text, 'Only animals with one of these tags, ignoring case and accents.'),
}

const filters = {
  id: listOf(Int64(), 'Only animals with these ids.', MAX_IDS),
  ...profileFilters,
  coat: listOf(oneOf(coats), 'Only animals with these coats.'),
  color: listOf(text, 'Only animals with one of these colors, ignoring case and accents.'),
  houseTrained: Type.Optional(
    Type.Unsafe<'true'>(Type.Enum(['true'], { description: 'Only animals that are known to be house-trained.' })),
  ),
  specialNeeds: Type.Optional(
    Type.Unsafe<'true' | 'false'>(
      Type.Enum(['true', 'false'], {
        description: 'Only animals with (`true`) or without (`false`) special needs.',
      }),
    ),
  ),
  q: Type.Optional(
    Line(MAX_SEARCH, {
      description:
        'Only animals that have all these words in their name, breed, description or tags, ignoring case and ' +
        'accents. Words of 3 or more characters also match any part of a name.',
    }),
  ),
  organizationId: listOf(Int64(), 'Only animals of these organizations.'),
  mine: Type.Optional(
    Type.Unsafe<'true'>(
      Type.Enum(['true'], {
        description: "Only animals of your own organization, that is, of your key's account.",
      }),
    ),
  ),
  status: Type.Optional(
    Type.Unsafe<'available' | 'pending'>(
      Type.Enum(['available', 'pending'], {
        default: 'available',
        description: 'Only animals with this status.',
      }),
    ),
  ),
  near: Type.Optional(
    Type.String({
      maxLength: 60,
      description: 'Latitude and longitude, such as `52.52,13.40`. Adds `distanceKm`.',
    }),
  ),
  within: Type.Optional(
    Type.String({
      maxLength: 20,
      description: 'Only animals of organizations within this distance of `near`: `50km`, `30mi`.',
    }),
  ),
  publishedAfter: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'Only animals published after this time (RFC 3339).',
    }),
  ),
  updatedAfter: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        'Only animals that were added, or whose own data, profile or photos changed, after this time (RFC 3339). ' +
        'Animals that are no longer listed are not included: follow `GET /v1/events` to detect them.',
      examples: ['2026-11-20T09:30:00Z'],
    }),
  ),
}

const listingSorts = ['-publishedAt', 'publishedAt', 'name', 'distance', 'relevance'] as const
export type ListingSort = (typeof listingSorts)[number]

export const FacetListings = Type.Object(filters, { additionalProperties: false })
export type FacetListings = Static<typeof FacetListings>

export const ListListings = Type.Object(
  {
    ...filters,
    sort: Type.Optional(
      Type.Unsafe<ListingSort>(
        Type.Enum([...listingSorts], {
          description:
            'Newest or oldest first, by name, or nearest to `near` first. By distance, only animals whose ' +
            'organization has a location are listed. With `q` the default is `relevance`: matches in the name come ' +
            'first, then in the breed, then in the tags. Of many matches, the newest 1,000 are sorted by relevance, ' +
            'name or distance. Without `q` the default is `-publishedAt`.',
        }),
      ),
    ),
    ...pageParameters,
  },
  { additionalProperties: false },
)
export type ListListings = Static<typeof ListListings>

export type ListingWords = readonly string[]

export type ListingSearch = {
  /** Without the conditions for ages, which each kind of search checks in its own way. */
  conditions: Omit<Conditions, 'births' | 'owners'>
  /** Folded; undefined if nothing is searched for. Empty if the text contains no words. */
  words: ListingWords | undefined
  ages: readonly AgeBand[] | undefined
  near: Point | undefined
  withinMetres: number | undefined
}

/**
 * Parses the query of an account, or of a visitor, who has no animals. Throws `invalid_parameter` if the location is
 * incomplete or invalid.
 */
export const searchOf = (
  query: FacetListings & { sort?: ListingSort },
  caller?: Pick<Caller, 'accountId'>,
): ListingSearch => {
  const faults: Fault[] = []
  const wrong = (field: string, message: string) => faults.push({ field, code: 'invalid_value', message })
  const near = query.near === undefined ? undefined : readPoint(query.near)
  if (query.near !== undefined && !near) {
    wrong('near', 'must be a latitude and a longitude, such as 52.52,13.40')
  }
  const withinMetres = query.within === undefined ? undefined : readDistance(query.within)
  if (query.within !== undefined && withinMetres === undefined) {
    wrong('within', 'must be a distance such as 50km or 30mi')
  }
  const needsNear = query.within !== undefined ? 'within' : 'sort=distance'
  if (query.near === undefined && (query.within !== undefined || query.sort === 'distance')) {
    faults.push({ field: 'near', code: 'required', message: `is required with ${needsNear}` })
  }
  if (query.sort === 'relevance' && query.q === undefined) {
    faults.push({ field: 'q', code: 'required', message: 'is required with sort=relevance' })
  }
  const timeOf = (field: 'publishedAfter' | 'updatedAfter'): bigint | undefined => {
    const text = query[field]
    const ms = text === undefined ? undefined : parseTime(text)
    if (text !== undefined && ms === undefined) {
      wrong(field, 'must be a time such as 2026-11-20T09:30:00Z')
    }
    return ms === undefined ? undefined : instant(ms)
  }
  const publishedAfter = timeOf('publishedAfter')
  const updatedAfter = timeOf('updatedAfter')
  if (faults.length > 0) {
    const message = faultSummary(faults)
    throw protocolError('invalid_parameter', { errors: faults, message })
  }
  const conditions = {
    status: query.status ?? 'available',
    groups: groupsOf(query, caller?.accountId),
    publishedAfter,
    updatedAfter,
    ids: query.id,
  }
  const words = query.q === undefined ? undefined : wordsOf(query.q)
  return { conditions, words, ages: query.age, near, withinMetres } satisfies ListingSearch
}

/** An animal needs one of several values of a filter, but must be good with all that are named. */
export const groupsOf = (query: FacetListings, accountId?: bigint): string[][] => {
  const { species, breed, sex, size, coat, color, tag, organizationId, mine, goodWith } = query
  const folded = { breed, color, tag }
  const groups = [
    ...Object.entries({ species, sex, size, coat, organization: organizationId }),
    ['organization', mine && accountId !== undefined && [accountId]] as const,
    ...Object.entries(folded).map(([kind, texts]) => [kind, texts?.map(foldText)] as const),
    ...(goodWith ?? []).map((one) => ['goodWith', [one]] as const),
    ...Object.entries(only(query)).map(([kind, value]) => [kind, [value]] as const),
  ]
  return groups.flatMap(([kind, values]) =>
    values ? [[...new Set((values as (string | bigint)[]).map((one) => termOf(kind, one)))]] : [],
  )
}

const only = ({ houseTrained, specialNeeds }: FacetListings): Record<string, string> => ({
  ...(houseTrained && { houseTrained }),
  ...(specialNeeds && { specialNeeds }),
})

/** The parameters that the next page repeats, and that its cursor is bound to. */
export const parametersOf = ({
  limit: _limit,
  cursor: _cursor,
  ...query
}: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)]),
  )

/** A listing in a list. `place` has the values of its cursor. */
export type Listed = { petId: bigint; accountId: bigint; place: string[] }

/** The distance of an organization. */
export type Near = { accountId: bigint; metres: number }

/** Parses a value of a cursor. Throws `invalid_cursor`. */
export const readInt = (text: string): bigint => {
  const value = parseInt64(text)
  if (value === undefined) throw foreignCursor()
  return value
}

export const readInts = (texts: readonly string[] = []): bigint[] => texts.map(readInt)
