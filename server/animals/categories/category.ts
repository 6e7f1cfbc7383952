import { type Static, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import { Name, ShownName } from '../../platform/http/name.ts'
import type { PetStatus } from '../pets/pet.ts'
import { type Species, species } from '../profiles/profile-values.ts'

const nameDocs = {
  description:
    'The name, stored exactly as sent. 1-255 characters; not blank; no control characters or unpaired surrogates.',
  examples: ['Dogs'],
}
const categoryName = Name(nameDocs)

const countsExample = { available: 12, pending: 2, sold: 30 }

/** Numbers of animals by status. */
export const PetCounts = Type.Object(
  {
    available: Type.Integer({ minimum: 0 }),
    pending: Type.Integer({ minimum: 0 }),
    sold: Type.Integer({ minimum: 0 }),
  },
  { $id: 'PetCounts', description: 'Number of animals by status.', examples: [countsExample] },
)
export type PetCounts = Static<typeof PetCounts>

/** A category. One that animals use may have no name yet. */
export const Category = Type.Object(
  {
    id: Int64({ description: 'The `categoryId` of its animals.', examples: [7] }),
    name: Type.Optional(ShownName(nameDocs)),
    petCounts: Type.Unsafe<PetCounts>({ $ref: 'PetCounts#' }),
  },
  {
    $id: 'Category',
    description: 'A category of animals.',
    examples: [{ id: 7, name: 'Dogs', petCounts: countsExample }],
  },
)
export type Category = Static<typeof Category>

export const NewCategory = Type.Object(
  { name: categoryName },
  { $id: 'NewCategory', additionalProperties: false, description: 'A name for a category.' },
)
export type NewCategory = Static<typeof NewCategory>

export const CategoryPatch = Type.Object(
  { name: Type.Optional(categoryName) },
  {
    $id: 'CategoryPatch',
    additionalProperties: false,
    description: 'Changes to a category.',
  },
)
export type CategoryPatch = Static<typeof CategoryPatch>

/** The default category of a species. */
export const SpeciesCategory = Type.Object(
  {
    species: Type.Unsafe<Species>(Type.Enum([...species], { description: 'The species.' })),
    categoryId: Int64({ description: 'Its category.', examples: [1000001] }),
    name: ShownName({ description: 'The name of the category.', examples: ['Dogs'] }),
  },
  {
    $id: 'SpeciesCategory',
    description: 'A species and the category for its animals.',
    examples: [{ species: 'dog', categoryId: 1000001, name: 'Dogs' }],
  },
)
export type SpeciesCategory = Static<typeof SpeciesCategory>

/** A change to the number of animals of a category with a status. */
export type CountChange = { categoryId: bigint; status: PetStatus; by: 1 | -1 }

export type CategoryChange = { kind: 'category named'; after: Category } | { kind: 'category unnamed'; id: bigint }
