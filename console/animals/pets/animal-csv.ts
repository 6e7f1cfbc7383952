import type { Animal, Int64 } from '@adoption-store/client'
import { csvText } from '../../platform/csv.ts'
import { saveCsv } from '../../platform/save-file.ts'
import { petLabels } from '../../platform/status-labels.ts'

type Column = [heading: string, read: (animal: Animal, category: string) => unknown]

const columns: readonly Column[] = [
  ['ID', ({ id }) => id],
  ['Name', ({ name }) => name],
  ['Status', ({ status }) => petLabels[status].label],
  ['Published', ({ published }) => (published ? 'yes' : 'no')],
  ['Category', (_, category) => category],
  ['Species', ({ species }) => species],
  ['Breed', ({ breeds }) => breeds.primary],
  ['Second breed', ({ breeds }) => breeds.secondary],
  ['Sex', ({ sex }) => sex],
  ['Size', ({ size }) => size],
  ['Born', ({ birthDate }) => birthDate],
  ['Waiting since', ({ waitingSince }) => waitingSince],
  ['Good with children', ({ goodWith }) => yesOrNo(goodWith.children)],
  ['Good with dogs', ({ goodWith }) => yesOrNo(goodWith.dogs)],
  ['Good with cats', ({ goodWith }) => yesOrNo(goodWith.cats)],
  ['Tags', ({ tags }) => tags?.join(', ')],
  ['Open applications', ({ openApplications }) => openApplications],
]

const yesOrNo = (value: boolean | null): string | undefined => (value === null ? undefined : value ? 'yes' : 'no')

/** Animals as CSV for spreadsheets (RFC 4180). */
const animalsCsv = (animals: readonly Animal[], categoryOf: (id: Int64) => string): string => {
  const rows = animals.map((animal) => columns.map(([, read]) => read(animal, categoryOf(animal.categoryId))))
  return csvText([columns.map(([heading]) => heading), ...rows])
}

export const downloadAnimals = (animals: readonly Animal[], categoryOf: (id: Int64) => string): void =>
  saveCsv('animals.csv', animalsCsv(animals, categoryOf))
