import type { ListedAnimal } from '../../catalogue/listings/listed-animal.ts'
import { csvLine, spreadsheetText } from '../transfer/csv.ts'

/** One row of a portal's file, by its columns. */
export type PortalRow = Record<string, string>

/** A site that many shelters upload their animals to, as a file of CSV. */
export type AdoptionPortal = {
  /** What its file is called in the folder. */
  file: string
  columns: readonly string[]
  /** What the portal has to know of an animal and is not known: then it would reject the animal, or show what is not true. */
  missing: (animal: ListedAnimal) => string[]
  row: (animal: ListedAnimal) => PortalRow
  /** Files beside it that never change, by their names. */
  others?: Readonly<Record<string, string>>
}

/** An animal in a file, or why it is not there. */
export type Judged =
  | { id: bigint; name: string; line: string }
  | { id: bigint; name: string; leftOut: string }

export const headerOf = ({ columns }: AdoptionPortal): string => csvLine(columns)

/** Each text on one line, and none that a spreadsheet would run: people open these files. */
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
export type PortalChanges = { added: Shown[]; changed: Shown[]; removed: Shown[] }
type Shown = { id: string; name: string }

/** What was written the last time: each animal by its id, with its line. */
export type PortalRecord = Readonly<Record<string, { name: string; line: string }>>

export const changesBetween = (before: PortalRecord, after: PortalRecord): PortalChanges => {
  const shown = (record: PortalRecord, isIt: (id: string) => boolean): Shown[] =>
    Object.entries(record).flatMap(([id, { name }]) => (isIt(id) ? [{ id, name }] : []))
  return {
    added: shown(after, (id) => !Object.hasOwn(before, id)),
    changed: shown(
      after,
      (id) => Object.hasOwn(before, id) && before[id]?.line !== after[id]?.line,
    ),
    removed: shown(before, (id) => !Object.hasOwn(after, id)),
  }
}
