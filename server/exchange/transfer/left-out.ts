import type { ImportRow } from './import-row.ts'

/** What an import left out of the rows that it took, or changed on the way. */
export type LeftOut = {
  /** Values, each of them in the report. */
  notImported: number
  /** Fields that have no place here, with the number of rows that fill them. */
  noPlace: FieldCount[]
  /** Fields that went in in another form. */
  converted: FieldCount[]
  /** Addresses of photos in the file, and photos that were added. */
  photosNamed: number
  photosAdded: number
  /** Animals that have left otherwise than by an adoption, by what the file says of them. */
  departed: StatusCount[]
  departedAnimals: number
  /** Rows that repeat the header, and that say nothing of an animal. */
  headerRows: number
  otherRows: number
  /** Animals that went in as available, as the file does not say what has become of them. */
  statusAssumed: number
  /** Animals without an id, which a second import would add again. */
  withoutIds: number
}

export type StatusCount = { status: string; animals: number }

export type FieldCount = { field: string; rows: number }

/** A file may have any names: more of them share one count. */
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
    /** A row that is none of an animal. */
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
