import { type ForeignAnimal, type Note, noteOf } from '../animal-formats/foreign-animal.ts'
import { isDeath } from '../animal-formats/statuses.ts'
import type { About } from './animal-details.ts'
import type { ImportRow, ReadRow } from './import-row.ts'

/** Animals with several rows, by their ids in the other system. */
export type RepeatedAnimals = ReadonlyMap<string, RepeatedAnimal>

type RepeatedAnimal = {
  /** The position of the row that counts; undefined if none is about the animal itself. */
  chosen: number | undefined
  /** The lines of the rows that it replaces. */
  replacedLines: readonly number[]
  /** From all its rows. */
  photos: readonly string[]
}

type Candidate = { position: number; line: number; isOther: boolean; about: About }

export const aboutOf = (animal: ForeignAnimal): About | undefined => {
  const { externalId, idField, isBare, latestDay: day = '', photos } = animal
  if (externalId === undefined || idField === undefined) return undefined
  return { externalId, idField, isBare, day, photos, outcome: outcomeOf(animal) }
}

/** A death counts before an adoption before any other departure before the rest. */
const outcomeOf = ({ departed, status }: ForeignAnimal): number => {
  if (departed !== undefined) return isDeath(departed) ? 3 : 1
  return status === 'sold' ? 2 : 0
}

/** Collects the rows of each animal, in the order of the file. */
export const animalRows = () => {
  const animals = new Map<string, Candidate[]>()
  let position = -1

  return {
    get count() {
      return animals.size
    },
    add(row: ReadRow): void {
      position += 1
      const { about, line } = row
      const isOther = 'isOther' in row
      const isUseless = isOther ? !about?.photos.length : row.faults !== undefined
      if (!about || isUseless) return
      const candidate = { position, line, isOther, about }
      const known = animals.get(about.externalId)
      if (known) known.push(candidate)
      else animals.set(about.externalId, [candidate])
    },
    repeated: (): RepeatedAnimals =>
      new Map(
        [...animals].flatMap(([id, rows]) =>
          rows.length > 1 || rows[0]?.isOther ? [[id, repeatedAnimal(rows)] as const] : [],
        ),
      ),
  }
}

const repeatedAnimal = (rows: readonly Candidate[]): RepeatedAnimal => {
  const own = rows.filter(({ isOther }) => !isOther)
  const described = own.filter(({ about }) => !about.isBare)
  const candidates = described.length > 0 ? described : own
  const chosen = chosenOf(candidates)
  return {
    chosen: chosen?.position,
    replacedLines: candidates.flatMap((row) => (row === chosen ? [] : row.line)),
    photos: [...new Set(rows.flatMap(({ about }) => about.photos))],
  }
}

/** The row with the latest day. If one of them has no day: a death, an adoption, or the first one. */
const chosenOf = (rows: readonly Candidate[]): Candidate | undefined => {
  const hasDays = rows.every(({ about }) => about.day !== '')
  const rankOf = ({ about: { day, outcome } }: Candidate) => (hasDays ? `${day} ${outcome}` : `${outcome}`)
  return rows.reduce<Candidate | undefined>(
    (best, row) => (best === undefined || rankOf(row) > rankOf(best) ? row : best),
    undefined,
  )
}

/** Merges the rows of each animal into the one that counts. The rows come in the order of the file. */
export const mergedRows = (repeated: RepeatedAnimals) => {
  let position = -1
  return (row: ReadRow): ReadRow => {
    position += 1
    const animal = row.about && repeated.get(row.about.externalId)
    if (!row.about || !animal) return row
    if ('isOther' in row || row.faults) return row
    if (position === animal.chosen) return chosenRow(row, row.about, animal)
    const { line, noPlace = [] } = row
    return row.about.isBare ? { line, isOther: true, noPlace } : { line, isOther: true, isMerged: true, noPlace: [] }
  }
}

const MAX_LINES = 10

const chosenRow = (row: ImportRow, about: About, animal: RepeatedAnimal): ImportRow => {
  const photos = [...new Set([...about.photos, ...animal.photos])]
  const notes = [...(row.notes ?? []), ...mergedNotes(about, animal)]
  const { pet, details, departed } = row
  if (pet && details) return { ...row, notes, details: { ...details, photos } }
  if (!departed?.row) return { ...row, notes }
  const whole = { ...departed.row, details: { ...departed.row.details, photos } }
  return { ...row, notes, departed: { ...departed, row: whole } }
}

const mergedNotes = ({ idField, externalId }: About, { replacedLines: lines }: RepeatedAnimal): Note[] => {
  if (lines.length === 0) return []
  const more = lines.length > MAX_LINES ? ` and ${lines.length - MAX_LINES} more` : ''
  const others = `${lines.slice(0, MAX_LINES).join(', ')}${more}`
  const message = `is also in ${lines.length === 1 ? 'line' : 'lines'} ${others}: this row counts`
  return [noteOf(idField, message, externalId, 'merged_row')]
}
