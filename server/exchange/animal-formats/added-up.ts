import { addAges, type ReadAge } from './ages.ts'
import type { Place } from './animal-format.ts'
import type { ReadBreed } from './breeds.ts'
import { weightUnitIn } from './measures.ts'
import type { ReadStatus } from './statuses.ts'

/** A value, with the name of its column. */
type ColumnValue = { column: string; value: unknown }

/**
 * The value of two columns for one field; undefined if they cannot be added up, so that only the
 * first counts.
 */
export const addUp = (
  place: Place,
  one: ColumnValue,
  other: ColumnValue,
  { joinsTexts }: { joinsTexts: boolean },
): unknown => {
  // Each value is what the reader of its field returns.
  const values = [one.value, other.value]
  switch (place) {
    case 'breed':
    case 'breeds.primary':
    case 'breeds.secondary':
      return addBreeds(values as ReadBreed[])
    case 'age':
    case 'ageMonths':
    case 'ageYears':
      return addAges(one.value as ReadAge, other.value as ReadAge)
    case 'weight':
      return addWeights(one, other)
    case 'status':
      return mostFinal(values as [ReadStatus, ReadStatus])
    case 'description':
      return joinsTexts ? joinDescriptions(values as Description[]) : undefined
    case 'specialNeeds':
      return joinsTexts ? [...new Set(values as string[])].join('; ') : undefined
    default:
      return undefined
  }
}

const namesOf = ({ primary, secondary }: ReadBreed): string[] =>
  [primary, secondary].filter((name) => name !== undefined)

/** Breeds in their order, each once. */
export const distinctBreeds = (breeds: readonly (ReadBreed | undefined)[]): string[] => {
  const names = breeds.flatMap((breed) => (breed ? namesOf(breed) : []))
  const plain = names.map((name) => name.toLowerCase())
  return names.filter((_name, at) => plain.indexOf(plain[at] ?? '') === at)
}

const addBreeds = (breeds: ReadBreed[]): ReadBreed | undefined => {
  const [primary, secondary, ...more] = distinctBreeds(breeds)
  if (more.length > 0) return undefined
  return {
    ...(primary !== undefined && { primary }),
    ...(secondary !== undefined && { secondary }),
    ...(breeds.some(({ mixed }) => mixed) && { mixed: true }),
  }
}

/** The smaller unit that a second column may have, and how many grams of it are one too many. */
const smallerUnits = {
  lb: { unit: 'oz', grams: 453.592_37 },
  kg: { unit: 'g', grams: 1_000 },
} as const

/** Pounds and ounces, or kilograms and grams, by the names of the columns. */
const addWeights = (one: ColumnValue, other: ColumnValue): number | undefined => {
  for (const [large, small] of [
    [one, other],
    [other, one],
  ] as const) {
    const unit = weightUnitIn(large.column)
    const below = unit === 'lb' || unit === 'kg' ? smallerUnits[unit] : undefined
    const isPart = below !== undefined && weightUnitIn(small.column) === below.unit
    // Weights are numbers of grams.
    if (isPart && Number(small.value) < below.grams) {
      return Number(large.value) + Number(small.value)
    }
  }
  return undefined
}

/** An animal that one column says has left, or was adopted, is not on offer. */
const mostFinal = (statuses: [ReadStatus, ReadStatus]): ReadStatus => {
  const [one, other] = statuses
  return finality(other) > finality(one) ? other : one
}

const finality = ({ status, isOffered, departed }: ReadStatus): number => {
  if (departed !== undefined) return 4
  if (status === 'sold') return 3
  return (status === 'pending' ? 1 : 0) + (isOffered ? 0 : 1)
}

type Description = { text: string; isConverted: boolean }

const joinDescriptions = (descriptions: Description[]): Description => ({
  text: [...new Set(descriptions.map(({ text }) => text))].join('\n\n'),
  isConverted: descriptions.some(({ isConverted }) => isConverted),
})
