import { type Static, Type } from 'typebox'
import { pageParameters } from '../api/page.ts'
import { Int64 } from '../platform/http/int64.ts'
import { type PetFilter, type PetStatus, petSorts } from './pet.ts'

/** The parameters of the list of animals. */
export const ListPets = Type.Object(
  {
    limit: pageParameters.limit,
    status: Type.Optional(
      Type.Unsafe<PetStatus>({ $ref: 'PetStatus#', description: 'Only animals with this status.' }),
    ),
    cursor: pageParameters.cursor,
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

export const filterOf = ({ id, status, categoryId, name }: ListPets): PetFilter => ({
  ...(id && { ids: id }),
  ...(status && { status }),
  ...(categoryId !== undefined && { categoryId }),
  ...(name !== undefined && { namePrefix: name }),
})

/** What the next page repeats. */
export const parametersOf = ({
  status,
  id,
  categoryId,
  name,
  sort,
}: ListPets): Record<string, string> => ({
  ...(status && { status }),
  ...(id && { id: id.join(',') }),
  ...(categoryId !== undefined && { categoryId: String(categoryId) }),
  ...(name !== undefined && { name }),
  ...(sort !== undefined && sort !== 'id' && { sort }),
})
