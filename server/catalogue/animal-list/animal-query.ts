import { type Static, Type } from 'typebox'
import type { PetStatus } from '../../animals/pets/pet.ts'
import { type AgeBand, type Births, birthsOf } from '../../animals/profiles/age.ts'
import { maskOf } from '../../animals/profiles/traits.ts'
import { protocolError } from '../../platform/http/http-error.ts'
import { Int64, parseInt64 } from '../../platform/http/int64.ts'
import { Line } from '../../platform/http/lines.ts'
import { partsOf } from '../../platform/search-text.ts'
import { dayAt, instant, parseTime } from '../../platform/time.ts'
import { groupsOf, profileFilters } from '../listings/listing-query.ts'

/** The last position that lists can be read and counted up to. */
export const MAX_PLACE = 100_000
const MAX_LIMIT = 200
/** In days. */
const MAX_WAITING = 36_500

const whether = (description: string) =>
  Type.Optional(Type.Unsafe<'true' | 'false'>(Type.Enum(['true', 'false'], { description })))

const filters = {
  q: Type.Optional(
    Line(200, {
      description:
        'Only animals whose name contains each of these words, ignoring case, accents and punctuation; or whose id, ' +
        'microchip or `externalId` this is.',
      examples: ['whisk'],
    }),
  ),
  status: Type.Optional(
    Type.Array(Type.Unsafe<PetStatus>({ $ref: 'PetStatus#' }), {
      minItems: 1,
      maxItems: 3,
      description: 'Only animals with one of these statuses. Repeat it or separate several by commas.',
    }),
  ),
  published: whether('Only animals whose profile is published (`true`), or not (`false`).'),
  hasPhoto: whether('Only animals with (`true`) or without (`false`) a photo.'),
  ...profileFilters,
  categoryId: Type.Optional(Int64({ description: 'Only animals of this category.' })),
  waitingOver: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_WAITING,
      description: 'Only animals that have waited for a home for more than this number of days.',
    }),
  ),
  updatedAfter: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'Only animals that were added, or whose own data, profile or photos changed, after this time (RFC 3339). ' +
        'Deleted animals are not included: follow `GET /v1/events` to detect them.',
      examples: ['2026-11-20T09:30:00Z'],
    }),
  ),
  accountId: Type.Optional(
    Int64({
      description:
        'Only animals of this account. Only staff and keys with `admin` can choose an account other than their own.',
    }),
  ),
}

const animalSorts = [
  ...(['name', '-name', 'waiting', '-waiting'] as const),
  ...(['id', '-id', 'updated', '-updated'] as const),
] as const
export type AnimalSort = (typeof animalSorts)[number]

const included = ['profile', 'photos'] as const
type Included = (typeof included)[number]
/** The largest page of animals with their profiles or photos. */
const MAX_INCLUDED = 100

/** Throws `invalid_parameter` if the page is too large for what it includes. */
export const checkInclude = ({ include, limit = 0 }: ListAnimals): void => {
  if (!include || limit <= MAX_INCLUDED) return
  throw invalidParameter('limit', `must be at most ${MAX_INCLUDED} with include`)
}

const invalidParameter = (field: string, message: string): Error =>
  protocolError('invalid_parameter', {
    message: `${field} ${message}.`,
    errors: [{ field, code: 'invalid_value', message }],
  })

export const CountAnimals = Type.Object(filters, { additionalProperties: false })
export type CountAnimals = Static<typeof CountAnimals>

export const ListAnimals = Type.Object(
  {
    ...filters,
    sort: Type.Optional(
      Type.Unsafe<AnimalSort>(
        Type.Enum([...animalSorts], {
          default: 'id',
          description:
            'By name, waiting time (`-waiting`: longest first; adopted animals are last in both), id, or last change ' +
            '(`-updated`: latest first).',
        }),
      ),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_LIMIT,
        default: 20,
        description: 'Maximum number of items returned.',
      }),
    ),
    include: Type.Optional(
      Type.Array(Type.Unsafe<Included>(Type.Enum([...included])), {
        minItems: 1,
        maxItems: included.length,
        description:
          'Adds the whole `profile` and all `photos` of each animal. Repeat it or separate several values by commas. ' +
          '`limit` is then at most 100.',
        examples: [['profile', 'photos']],
      }),
    ),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_PLACE,
        default: 0,
        description: 'How many animals of the list to skip. You can request any part of the list.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type ListAnimals = Static<typeof ListAnimals>

export type AnimalFilter = {
  accountId: bigint | undefined
  statuses: readonly PetStatus[] | undefined
  isPublished: boolean | undefined
  hasPhoto: boolean | undefined
  categoryId: bigint | undefined
  /** The animal came in before this day. */
  waitingBefore: bigint | undefined
  updatedAfter: bigint | undefined
  /** The animal has at least one trait of each mask. */
  masks: readonly bigint[]
  /** The animal has at least one label of each group. */
  labels: readonly (readonly string[])[]
  /** The birth date is within one of these ranges; empty for any. */
  births: readonly Births[]
  /** The name contains each part, or the id matches. Empty if the text contains no words. */
  parts: readonly string[] | undefined
  id: bigint | undefined
  microchip: string | undefined
  externalId: string | undefined
}

export const filterOf = (
  query: CountAnimals,
  { accountId, nowMs }: { accountId: bigint | undefined; nowMs: number },
): AnimalFilter => {
  const { q, status, published, hasPhoto, categoryId, waitingOver, updatedAfter } = query
  const { species, breed, sex, size, goodWith, tag } = query
  const given = { species, breed, sex, size, goodWith, tag }
  const groups = groupsOf(Object.fromEntries(Object.entries(given).filter(([, values]) => values !== undefined)))
  return {
    accountId,
    categoryId,
    statuses: status,
    isPublished: published && published === 'true',
    hasPhoto: hasPhoto && hasPhoto === 'true',
    waitingBefore: waitingOver === undefined ? undefined : dayAt(nowMs) - BigInt(waitingOver),
    updatedAfter: updatedAfter === undefined ? undefined : timeOf(updatedAfter),
    masks: groups.flatMap((group) => maskOf(group) ?? []),
    labels: groups.filter((group) => maskOf(group) === undefined),
    births: query.age?.map((band: AgeBand) => birthsOf(band, nowMs)) ?? [],
    parts: q === undefined ? undefined : partsOf(q),
    id: q === undefined ? undefined : parseInt64(q.trim().replace(/^#/, '')),
    // Printed numbers are often in groups.
    microchip: q?.replace(/[\s-]/g, ''),
    externalId: q?.trim(),
  }
}

const timeOf = (text: string): bigint => {
  const ms = parseTime(text)
  if (ms === undefined) throw invalidParameter('updatedAfter', 'must be a time (RFC 3339)')
  return instant(ms)
}
