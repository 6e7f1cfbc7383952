import type { Import, ImportOptions } from '@adoption-store/client'
import type { OptionChanges } from './imports.ts'

/** A system whose files are known. */
type System = NonNullable<ImportOptions['from']>

/** Where a file comes from: this store, a system that is known, or anything whose columns somebody has to match. */
export type Source = 'own' | System | 'other'

const systemLabels: Readonly<Record<System, string>> = {
  asm3: 'Animal Shelter Manager (ASM3)',
  shelterluv: 'Shelterluv',
  rescuegroups: 'RescueGroups',
  petfinder: 'Petfinder',
  adoptapet: 'Adopt-a-Pet',
  petstore: 'Swagger’s Petstore',
}

/** What somebody may say that a file is. Only what has the columns of an export here can be read as one. */
export const sourceChoices = (of: Pick<Import, 'columns'>) => [
  ...(isOwnExport(of) ? [{ value: 'own', label: 'This store: it was exported here' }] : []),
  // They are its keys.
  ...(Object.keys(systemLabels) as System[]).map((value) => ({
    value,
    label: systemLabels[value],
  })),
  { value: 'other', label: 'Another program, or a spreadsheet of your own' },
]

/** What the file is read as. */
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

/** What makes the store read a file as from there. Columns of a file of another program are matched first. */
export const optionsFor = (source: Exclude<Source, 'other'>): OptionChanges => ({
  from: source === 'own' ? undefined : source,
  map: undefined,
})

/** What a row of the file is called, before its number. */
export const rowName = ({ options }: Pick<Import, 'options'>): string =>
  options.format === 'json' ? 'Animal' : 'Line'
