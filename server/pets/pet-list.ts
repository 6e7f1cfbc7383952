import { hash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { idPageParameters } from '../api/page.ts'
import { Int64 } from '../platform/http/int64.ts'
import { type PetFilter, type PetStatus, petSorts } from './pet.ts'

/** The parameters of the list of animals. */
export const ListPets = Type.Object(
  {
    limit: idPageParameters.limit,
    status: Type.Optional(
      Type.Unsafe<PetStatus>({ $ref: 'PetStatus#', description: 'Only animals with this status.' }),
    ),
    cursor: idPageParameters.cursor,
    after: idPageParameters.after,
    id: Type.Optional(
      Type.Array(Int64(), {
        minItems: 1,
        maxItems: 100,
        description: 'Only animals with these ids, repeated (`id=1&id=2`) or separated by commas.',
      }),
    ),
    categoryId: Type.Optional(Int64({ description: 'Only animals of this category.' })),
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Name starts with, ignoring case.',
      }),
    ),
    sort: Type.Optional(
      Type.Unsafe<PetSort>(
        Type.Enum([...petSorts], {
          default: 'id',
          description: 'Oldest (`id`) or newest (`-id`) first.',
        }),
      ),
    ),
  },
  { additionalProperties: false },
)
type PetSort = (typeof petSorts)[number]
export type ListPets = Static<typeof ListPets>

/** The same list whatever the spelling, page and limit of a request. */
type List = {
  filter: PetFilter
  descending: boolean
  /** What a cursor is bound to: the same filters in the same order give the same text. */
  key: string
  /** What the next page repeats. */
  parameters: Record<string, string>
}

export const readList = ({ id, status, categoryId, name, sort = 'id' }: ListPets): List => {
  const filter: PetFilter = {}
  const parameters: Record<string, string> = {}
  if (status) filter.status = parameters.status = status
  if (id) {
    filter.ids = id
    parameters.id = id.join(',')
  }
  if (categoryId !== undefined) {
    filter.categoryId = categoryId
    parameters.categoryId = String(categoryId)
  }
  if (name !== undefined) filter.namePrefix = parameters.name = name
  if (sort !== 'id') parameters.sort = sort
  const told = [id?.map(String) ?? null, status ?? null, parameters.categoryId ?? null]
  const key = hash('sha256', JSON.stringify([...told, name ?? null, sort]), 'base64url')
  return { filter, descending: sort === '-id', key, parameters }
}
