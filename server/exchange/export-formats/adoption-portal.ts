import type { ListedAnimal } from '../../catalogue/listings/listed-animal.ts'
import { csvLine, spreadsheetText } from '../files/csv.ts'

/** One row of a portal's file, by its columns. */
type PortalRow = Record<string, string>

/** A site that many shelters upload their animals to as CSV. */
export type AdoptionPortal = {
  /** The name of its file in the folder. */
  file: string
  columns: readonly string[]
  /**
   * The required data of an animal that is unknown: without it, the portal would reject the animal
   * or show something false.
   */
  missing: (animal: ListedAnimal) => string[]
  row: (animal: ListedAnimal) => PortalRow
  /** Additional files that never change, by their names. */
  others?: Readonly<Record<string, string>>
}

/** An animal in a file, or why it is not included. */
export type Judged = { id: bigint; name: string; line: string } | { id: bigint; name: string; leftOut: string }

export const headerOf = ({ columns }: AdoptionPortal): string => csvLine(columns)

/** Puts each text on one line and protects formulas, as people open these files in spreadsheets. */
export const judge = (portal: AdoptionPortal, animal: ListedAnimal): Judged => {
  const { id, name } = animal
  const missing = portal.missing(animal)
  if (missing.length > 0) return { id, name, leftOut: missing.join(', ') }
  const row = portal.row(animal)
  const fields = portal.columns.map((column) => spreadsheetText(oneLine(row[column] ?? '')))
  return { id, name, line: csvLine(fields) }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Changes since the last time, by animal. */
export type PortalChanges = { added: PortalAnimal[]; changed: PortalAnimal[]; removed: PortalAnimal[] }
type PortalAnimal = { id: string; name: string }

/** The last version of the file: the line of each animal by its id. */
export type PortalRecord = Readonly<Record<string, { name: string; line: string }>>

export const changesBetween = (before: PortalRecord, after: PortalRecord): PortalChanges => {
  const shown = (record: PortalRecord, isIt: (id: string) => boolean): PortalAnimal[] =>
    Object.entries(record).flatMap(([id, { name }]) => (isIt(id) ? [{ id, name }] : []))
  return {
    added: shown(after, (id) => !Object.hasOwn(before, id)),
    changed: shown(after, (id) => Object.hasOwn(before, id) && before[id]?.line !== after[id]?.line),
    removed: shown(before, (id) => !Object.hasOwn(after, id)),
  }
}
