import type { ImportRow } from './import-row.ts'

/** The numbers of values that an import left out or converted. */
export type LeftOut = {
  /** Values that were left out; each is in the report. */
  notImported: number
  /** Fields without a corresponding field here, with the number of rows that have them. */
  noPlace: FieldCount[]
  /** Fields that were converted. */
  converted: FieldCount[]
  /** URLs of photos in the file, and photos that were added. */
  photosNamed: number
  photosAdded: number
  /** Animals that left without being adopted, by their status in the file. */
  departed: StatusCount[]
  departedAnimals: number
  /** Rows that repeat the header, and rows that are not about an animal. */
  headerRows: number
  otherRows: number
  /** Animals imported as available because the file has no status for them. */
  statusAssumed: number
  /** Animals without an id, which a second import would add again. */
  withoutIds: number
}

type StatusCount = { status: string; animals: number }

export type FieldCount = { field: string; rows: number }

/** A file may have any number of names: beyond this, they share one count. */
const MAX_FIELDS = 2_000

export const leftOut = () => {
  const noPlace = new Map<string, number>()
  const converted = new Map<string, number>()
  let notImported = 0
  let photosNamed = 0
  let photosAdded = 0
  let hasBonds = false
  const departed = new Map<string, number>()
  const others = { headerRows: 0, otherRows: 0, statusAssumed: 0, withoutIds: 0 }

  const count = (counts: Map<string, number>, field: string): void => {
    const name = counts.has(field) || counts.size < MAX_FIELDS ? field : '(others)'
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }

  return {
    get hasBonds() {
      return hasBonds
    },
    add(row: ImportRow): void {
      for (const field of row.noPlace ?? []) count(noPlace, field)
      for (const field of row.converted ?? []) count(converted, field)
      photosNamed += row.details?.photos.length ?? 0
      if (row.departed) count(departed, row.departed.status)
      if (row.pet && row.hasStatus === false) others.statusAssumed += 1
      if (row.pet && row.pet.id === undefined && row.details?.externalId === undefined) {
        others.withoutIds += 1
      }
      hasBonds ||=
        row.details !== undefined &&
        (row.details.bondedWith.length > 0 || (row.details.profile.bondedWith?.length ?? 0) > 0)
    },
    /** Counts a row that is not about an animal. */
    addOther(kind: 'header' | 'other', fields: readonly string[] = []): void {
      others[kind === 'header' ? 'headerRows' : 'otherRows'] += 1
      for (const field of fields) count(noPlace, field)
    },
    note(values: number): void {
      notImported += values
    },
    addPhotos(photos: number): void {
      photosAdded += photos
    },
    all: (): LeftOut => ({
      ...{ notImported, photosNamed, photosAdded, ...others },
      departed: [...departed].map(([status, animals]) => ({ status, animals })),
      departedAnimals: [...departed.values()].reduce((sum, animals) => sum + animals, 0),
      noPlace: sorted(noPlace),
      converted: sorted(converted),
    }),
  }
}

const sorted = (counts: ReadonlyMap<string, number>): FieldCount[] =>
  [...counts]
    .map(([field, rows]) => ({ field, rows }))
    .sort((one, other) => other.rows - one.rows || (one.field < other.field ? -1 : 1))
