import type { Import, ImportField } from '@adoption-store/client'
import { useState } from 'react'
import { draft } from '../../platform/preferences.ts'
import { isField, LEFT_OUT } from './field-labels.ts'
import type { OptionChanges } from './imports.ts'
import type { Source } from './sources.ts'

/** The field for each column, in the order of the file; `LEFT_OUT` if it is not imported. */
export type ColumnChoice = readonly (ImportField | typeof LEFT_OUT)[]

/** The chosen fields for the columns of a file. They survive a reload and signing in again. */
export const useColumnChoice = (of: Import) => {
  const guess = guessFor(of)
  const [choice, setChoice] = useState<ColumnChoice>(() => kept(of) ?? guess)
  return {
    choice,
    choose(at: number, field: ColumnChoice[number]): void {
      const next = choice.map((one, index) => (index === at ? field : one))
      setChoice(next)
      draftOf(of).set(JSON.stringify(next))
    },
  }
}

const draftOf = ({ id }: Pick<Import, 'id'>) => draft(`import-columns.${id}`)

const guessFor = ({ columns }: Import): ColumnChoice =>
  columns.map(({ field }) => (field !== undefined && isField(field) ? field : LEFT_OUT))

const kept = (of: Import): ColumnChoice | undefined => {
  const stored = draftOf(of).get()
  if (stored === undefined) return undefined
  // Written above.
  const choice = JSON.parse(stored) as ColumnChoice
  return choice.length === of.columns.length ? choice : undefined
}

/** The choice as the server expects it. Columns that follow the system's own rules are omitted. */
export const optionsOf = (of: Import, source: Source, choice: ColumnChoice): OptionChanges => {
  const isSystem = source !== 'own' && source !== 'other'
  const chosen = of.columns.flatMap(({ name, field }, at) => {
    const to = choice[at] ?? LEFT_OUT
    return to === LEFT_OUT || (isSystem && to === field) ? [] : [{ column: name, field: to }]
  })
  // If several columns have the same name, the first one counts.
  const map = chosen.filter(({ column }, at) => chosen.findIndex((one) => one.column === column) === at)
  return {
    from: isSystem ? source : undefined,
    map: isSystem && map.length === 0 ? undefined : map,
  }
}

/** Fields for which several columns are added up. */
const several: ReadonlySet<string> = new Set([
  'colors',
  'tags',
  'photos',
  'videos',
  'bondedWith',
  'outcomeDate',
  'breed',
  'breeds.primary',
  'breeds.secondary',
  'age',
  'ageMonths',
  'ageYears',
  'status',
  'description',
  'specialNeeds',
])

/** The columns before this one that have the same field, where only one value counts. */
export const sameField = (of: Import, choice: ColumnChoice, at: number): string | undefined => {
  const field = choice[at]
  if (field === undefined || field === LEFT_OUT || several.has(field)) return undefined
  const before = choice.indexOf(field)
  return before < at ? of.columns[before]?.name : undefined
}
