import type { ImportRow } from './import-row.ts'

/** The counts of an import beyond the results of its rows, under the names of the API. */
export type LeftOut = {
  /** Values that were left out; each is in the report. */
  valuesLeftOut: number
  /** Fields without a corresponding field here, with the number of rows that have them. */
  noPlace: FieldCount[]
  /** Fields that were converted. */
  converted: FieldCount[]
  /** URLs of photos in the file, and photos that were added. */
  photosNamed: number
  photosAdded: number
  /** Animals that left without being adopted, by their status in the file. */
  departed: StatusCount[]
  leftOut: number
  /** Animals of the store that have left according to the file, and were updated. */
  markedAsLeft: number
  /** Animals that are on the site now, but were not before. */
  published: number
  /** Rows that repeat the header, rows that are not about an animal, and rows that another row of their animal replaces. */
  headerRows: number
  otherRows: number
  mergedRows: number
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
  let photosNamed = 0
  const done = { valuesLeftOut: 0, photosAdded: 0, markedAsLeft: 0, published: 0 }
  let hasBonds = false
  const departed = new Map<string, number>()
  const others = { headerRows: 0, otherRows: 0, mergedRows: 0, statusAssumed: 0, withoutIds: 0 }

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
    /** Counts a row that adds no animal. */
    addOther(kind: 'header' | 'other' | 'merged', fields: readonly string[] = []): void {
      others[`${kind}Rows`] += 1
      for (const field of fields) count(noPlace, field)
    },
    /** Adds counts that only the transaction of the rows shows. */
    addDone(counts: Partial<typeof done>): void {
      for (const [name, more] of Object.entries(counts)) done[name as keyof typeof done] += more
    },
    all: (): LeftOut => ({
      photosNamed,
      ...done,
      ...others,
      departed: [...departed].map(([status, animals]) => ({ status, animals })),
      leftOut: [...departed.values()].reduce((sum, animals) => sum + animals, 0),
      noPlace: sorted(noPlace),
      converted: sorted(converted),
    }),
  }
}

const sorted = (counts: ReadonlyMap<string, number>): FieldCount[] =>
  [...counts]
    .map(([field, rows]) => ({ field, rows }))
    .sort((one, other) => other.rows - one.rows || (one.field < other.field ? -1 : 1))
