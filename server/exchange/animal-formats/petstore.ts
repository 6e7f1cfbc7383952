import { lineOf, type Read } from './animal-fields.ts'
import type { AnimalFormat } from './animal-format.ts'

/** Objects with names. */
const readTags: Read = (value) =>
  Array.isArray(value)
    ? value.flatMap(
        (tag) => lineOf((tag as { name?: unknown } | null)?.name ?? (typeof tag === 'string' ? tag : undefined)) ?? [],
      )
    : undefined

/** A pet of Swagger's Petstore. */
export const petstore: AnimalFormat = {
  lists: ['pets', 'pet'],
  isOfferedAnyway: true,
  rules: [
    { from: 'id', to: 'externalId' },
    { from: 'name', to: 'name' },
    { from: 'category.name', to: 'species' },
    { from: 'category.name', to: 'category' },
    { from: 'photoUrls', to: 'photos' },
    { from: 'tags', to: 'tags', read: readTags },
    { from: 'status', to: 'status' },
  ],
  repeats: ['category.id'],
}
