import type { Import, ImportOptions } from '@adoption-store/client'
import type { OptionChanges } from './imports.ts'

/** A system whose files are recognised. */
type System = NonNullable<ImportOptions['from']>

/** The origin of a file: this store, a known system, or any other, whose columns the user has to match. */
export type Source = 'own' | System | 'other'

const systemLabels: Readonly<Record<System, string>> = {
  asm3: 'Animal Shelter Manager (ASM3)',
  shelterluv: 'Shelterluv',
  rescuegroups: 'RescueGroups',
  petfinder: 'Petfinder',
  adoptapet: 'Adopt-a-Pet',
  petstore: 'Swagger’s Petstore',
}

/** The origins that the user may choose. Only a file with the columns of our export can be read as one. */
export const sourceChoices = (of: Pick<Import, 'columns'>) => [
  ...(isOwnExport(of) ? [{ value: 'own', label: 'This store: it was exported here' }] : []),
  // They are its keys.
  ...(Object.keys(systemLabels) as System[]).map((value) => ({
    value,
    label: systemLabels[value],
  })),
  { value: 'other', label: 'Another program, or a spreadsheet of your own' },
]

/** How the file is read. */
export const sourceOf = (of: Pick<Import, 'options' | 'columns'>): Source => {
  if (of.options.from) return of.options.from
  return of.options.map === undefined && isOwnExport(of) ? 'own' : 'other'
}

/** Nothing else has this column. */
const isOwnExport = ({ columns }: Pick<Import, 'columns'>): boolean =>
  columns.some(({ name }) => name.toLowerCase() === 'categoryid')

/** `Shelterluv export`, for a heading. */
export const sourceTitle = (source: Source): string => {
  if (source === 'own') return 'Export of this store'
  return source === 'other' ? 'Your own columns' : `${systemLabels[source]} export`
}

/** The options with which the store reads a file from this origin. For other programs, columns are matched first. */
export const optionsFor = (source: Exclude<Source, 'other'>): OptionChanges => ({
  from: source === 'own' ? undefined : source,
  map: undefined,
})

/** The noun for a row of the file, before its number. */
export const rowName = ({ options }: Pick<Import, 'options'>): string => (options.format === 'json' ? 'Animal' : 'Line')
