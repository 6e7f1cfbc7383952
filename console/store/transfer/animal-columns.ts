import type { Animal } from '@adoption-store/client'

/** The columns of our export of animals. */
export const listedColumns: readonly [column: string, read: (animal: Animal) => unknown][] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['categoryId', ({ categoryId }) => categoryId],
  ['status', ({ status }) => status],
  ['published', ({ published }) => published],
  ['species', ({ species }) => species],
  ['breeds.primary', ({ breeds }) => breeds.primary],
  ['breeds.secondary', ({ breeds }) => breeds.secondary],
  ['breeds.mixed', ({ breeds }) => breeds.mixed],
  ['birthDate', ({ birthDate }) => birthDate],
  ['sex', ({ sex }) => sex],
  ['size', ({ size }) => size],
  ['tags', ({ tags }) => tags?.join('\n')],
  ['goodWith.children', ({ goodWith }) => goodWith.children],
  ['goodWith.dogs', ({ goodWith }) => goodWith.dogs],
  ['goodWith.cats', ({ goodWith }) => goodWith.cats],
]
