import { bandBits, type SplitTraits, splitTraits } from '../../animals/profiles/traits.ts'
import { bandTotals, markBetween, markCodes, markEither, markRanges, totalsOf } from './column-marks.ts'
import type { TraitCount } from './listing-facets.ts'
import { compareCodePoints, firstAfter, sortedRows } from './sorted-rows.ts'
import { termRows } from './term-rows.ts'
import { valueCodes } from './value-codes.ts'

/** A listing, as it is added to the columns. */
export type ColumnRow = {
  petId: bigint
  accountId: bigint
  status: string
  traits: bigint
  publishedAt: number
  /** When the animal, its profile or its photos last changed; zero if unknown. */
  updatedAt: number
  /** Birth date, in days since the Unix epoch; `null` if unknown. */
  born: number | null
  /** Folded. */
  name: string
  /** Terms that traits and account do not cover; it may contain others. */
  terms: readonly string[]
}

/** The conditions that listings must meet. */
export type ColumnQuery = {
  status: string
  /** A listing has a trait of each mask. Age bands are not among them: see `births`. */
  masks: readonly SplitTraits[]
  /** A listing never has one of these traits. */
  without: SplitTraits
  /** Published after `after`, and at `until` at the latest. */
  after: number
  until: number
  /** Only these animals. */
  ids: readonly bigint[] | undefined
  updatedAfter: number | undefined
  /** Born within one of these ranges, which must not overlap; undefined for any. */
  births: readonly DayRange[] | undefined
  /** The account of a listing is in each of these lists. */
  owners: readonly (readonly bigint[])[]
  /** A listing has a term of each group. */
  groups: readonly (readonly string[])[]
}

/** Excludes `after` and includes `until`, in days since the Unix epoch. */
type DayRange = { after: number; until: number }

export type ColumnFind = {
  query: ColumnQuery
  page: ColumnPage
  /** The conditions of listings to count. If `query` is among them, it comes first. */
  counted: readonly ColumnQuery[]
  /** The birth dates at the borders of the age bands, youngest first. */
  bands: readonly number[]
}

/** How many listings match, and how many of them have each of the counted traits. */
export type ColumnCounts = { total: number; traits: TraitCount[] }

export type ColumnFound = { places: ColumnPlace[]; counts: ColumnCounts[] }

export type ColumnPage = {
  order: ColumnOrder
  offset?: number
  limit: number
}

/** `after` is the position of the last listing already seen. */
export type ColumnOrder =
  | {
      by: 'time'
      isDescending: boolean
      after?: { publishedAt: number; petId: bigint } | undefined
    }
  | { by: 'name'; after?: { name: string; petId: bigint } | undefined }
  | {
      by: 'distance'
      /** Accounts, nearest first. */
      owners: readonly bigint[]
      /** Skips listings of the first owner up to this one. */
      after?: { publishedAt: number; petId: bigint } | undefined
    }

export type ColumnPlace = {
  petId: bigint
  accountId: bigint
  publishedAt: number
  name: string
}

const FIRST_CAPACITY = 4_096
/** Removed rows are dropped once there are more than this, and they are a third of all rows. */
const MAX_GONE = 1_000
/** The status of a removed row; the codes of other statuses begin with the next one. */
const GONE = 0
const FIRST_STATUS = 1
/** Age bands are computed from birth dates, because they change with time. */
const ageBits = bandBits.reduce((all, bit) => all | bit, 0n)

/**
 * All listings, in columns of numbers: filtering a million of them takes a few milliseconds. Rows are never changed: a
 * changed listing becomes a new row at the end.
 */
export const listingColumns = ({ maxGone = MAX_GONE } = {}) => {
  let columns = emptyColumns(FIRST_CAPACITY)
  let size = 0
  let goneCount = 0
  let rowOf = new Map<number | bigint, number>()
  const rowsOfTerms = termRows()
  const statuses = valueCodes<string>()
  const kinds = valueCodes<number>()
  const otherTraits = valueCodes<number>()
  const accounts = valueCodes<bigint>()
  let names: string[] = []

  const compareIds = (one: number, other: number): number =>
    sign((columns.petId[one] ?? 0n) - (columns.petId[other] ?? 0n))
  const byTime = sortedRows(
    (one, other) => (columns.publishedAt[one] ?? 0) - (columns.publishedAt[other] ?? 0) || compareIds(one, other),
  )
  const byName = sortedRows(
    (one, other) => compareCodePoints(names[one] ?? '', names[other] ?? '') || compareIds(one, other),
  )

  const remove = (petId: bigint): void => {
    const row = rowOf.get(keyOf(petId))
    if (row === undefined) return
    rowOf.delete(keyOf(petId))
    columns.status[row] = GONE
    goneCount += 1
    if (goneCount > maxGone && goneCount * 3 > size) leaveOutGone()
  }

  const leaveOutGone = (): void => {
    const old = columns
    const movedTo = new Int32Array(size).fill(-1)
    columns = emptyColumns(size - goneCount + maxGone)
    let count = 0
    for (let row = 0; row < size; row += 1) {
      if (old.status[row] === GONE) continue
      for (const name of numberColumns) columns[name][count] = old[name][row] ?? 0
      columns.petId[count] = old.petId[row] ?? 0n
      movedTo[row] = count
      count += 1
    }
    names = names.filter((_, row) => (movedTo[row] ?? -1) >= 0)
    byTime.move(movedTo, count)
    byName.move(movedTo, count)
    size = count
    goneCount = 0
    rowOf = new Map([...rowOf].map(([key, row]) => [key, movedTo[row] ?? 0]))
    rowsOfTerms.move(movedTo)
  }

  /** Marks the rows, and returns the mark of those that match. */
  const markAll = (marks: Uint8Array, query: ColumnQuery): number => {
    const { groups, owners, masks, without, births, after, until, ids, updatedAfter } = query
    const { status, account, publishedAt, updatedAt, others, kind, born } = columns
    marks.fill(0)
    let mark = 0
    for (const terms of groups) {
      for (const term of terms) rowsOfTerms.markOn(term, marks, mark)
      mark += 1
    }
    markCodes(marks, status, statuses.only([query.status], FIRST_STATUS))
    mark += 1
    for (const ids of owners) {
      markCodes(marks, account, accounts.only(ids))
      mark += 1
    }
    for (const mask of masks.filter((mask) => mask.others !== 0)) {
      const isKind = kinds.map((facets) => (facets & mask.facets) !== 0)
      const isOther = otherTraits.map((traits) => (traits & mask.others) !== 0)
      markEither(marks, [kind, isKind], [others, isOther])
      mark += 1
    }
    const facetMasks = masks.filter((mask) => mask.others === 0)
    if (facetMasks.length > 0 || without.facets !== 0) {
      const hasFacets = (facets: number): boolean =>
        (facets & without.facets) === 0 && facetMasks.every((mask) => (facets & mask.facets) !== 0)
      markCodes(marks, kind, kinds.map(hasFacets))
      mark += 1
    }
    if (without.others !== 0) {
      const isAllowed = otherTraits.map((traits) => (traits & without.others) === 0)
      markCodes(marks, others, isAllowed)
      mark += 1
    }
    if (births) {
      markRanges(marks, born, births)
      mark += 1
    }
    if (after !== -Infinity || until !== Infinity) {
      markBetween(marks, publishedAt, { after, until })
      mark += 1
    }
    if (updatedAfter !== undefined) {
      markBetween(marks, updatedAt, { after: updatedAfter, until: Infinity })
      mark += 1
    }
    if (ids) {
      for (const id of new Set(ids)) {
        const row = rowOf.get(keyOf(id))
        if (row !== undefined) marks[row] = (marks[row] ?? 0) + 1
      }
      mark += 1
    }
    return mark
  }

  const placeOf = (row: number): ColumnPlace => ({
    petId: columns.petId[row] ?? 0n,
    accountId: accounts.list()[columns.account[row] ?? 0] ?? 0n,
    publishedAt: columns.publishedAt[row] ?? 0,
    name: names[row] ?? '',
  })

  /** Compares rows with a position in the order of publication. */
  const toPlace =
    ({ publishedAt, petId }: { publishedAt: number; petId: bigint }) =>
    (row: number): number =>
      (columns.publishedAt[row] ?? 0) - publishedAt || sign((columns.petId[row] ?? 0n) - petId)

  /** Visits rows in order from a position on, until `each` returns false. */
  const walk = (
    rows: Int32Array,
    { from, step }: { from: number; step: 1 | -1 },
    each: (row: number) => boolean,
  ): void => {
    for (let at = from; at >= 0 && at < rows.length; at += step) if (!each(rows[at] ?? 0)) return
  }

  const rowsOf = (isMatch: (row: number) => boolean, { order, offset = 0, limit }: ColumnPage): number[] => {
    if (limit === 0) return []
    if (order.by === 'distance') return nearestRows(isMatch, order, offset + limit).slice(offset)
    const found: number[] = []
    const each = (row: number): boolean => {
      if (isMatch(row)) found.push(row)
      return found.length < offset + limit
    }
    if (order.by === 'name') {
      const rows = byName.upTo(size)
      const { after } = order
      const compare = (row: number) =>
        after === undefined
          ? 1
          : compareCodePoints(names[row] ?? '', after.name) || sign((columns.petId[row] ?? 0n) - after.petId)
      walk(rows, { from: firstAfter(rows, rows.length, compare), step: 1 }, each)
      return found.slice(offset)
    }
    const rows = byTime.upTo(size)
    const { after, isDescending } = order
    const place = after && toPlace(after)
    if (isDescending) {
      // Leaves out the row at the position as well.
      const end = place ? firstAfter(rows, rows.length, (row) => place(row) + 0.5) : rows.length
      walk(rows, { from: end - 1, step: -1 }, each)
    } else {
      walk(rows, { from: place ? firstAfter(rows, rows.length, place) : 0, step: 1 }, each)
    }
    return found.slice(offset)
  }

  /** The matching rows of the nearest owners, and of each owner the newest first. */
  const nearestRows = (
    isMatch: (row: number) => boolean,
    { owners, after }: Extract<ColumnOrder, { by: 'distance' }>,
    limit: number,
  ): number[] => {
    const rankOf = new Map(owners.map((id, rank) => [id, rank]))
    const ranks = Float64Array.from(accounts.list(), (id) => rankOf.get(id) ?? Infinity)
    const rows = byTime.upTo(size)
    const place = after && toPlace(after)
    const best: { row: number; rank: number }[] = []
    walk(rows, { from: rows.length - 1, step: -1 }, (row) => {
      const rank = ranks[columns.account[row] ?? 0] ?? Infinity
      if (rank === Infinity || (best.length >= limit && rank >= (best.at(-1)?.rank ?? 0))) return true
      if (!isMatch(row) || (rank === 0 && place && place(row) >= 0)) return true
      // Newer rows of the same owner were added before, and stay in front.
      let at = best.length
      while (at > 0 && (best[at - 1]?.rank ?? 0) > rank) at -= 1
      best.splice(at, 0, { row, rank })
      if (best.length > limit) best.pop()
      return true
    })
    return best.map(({ row }) => row)
  }

  const countsOf = (marks: Uint8Array, mark: number, bands: readonly number[]): ColumnCounts => {
    const totals = totalsOf({ marks, codes: columns.kind }, { mark, codeCount: kinds.count() })
    const total = totals.reduce((sum, one) => sum + one, 0)
    const ages = bandTotals({ marks, days: columns.born }, { mark, bands, unknown: UNKNOWN })
    const ofAges = ages.map((total, at) => ({ traits: Number(bandBits[at] ?? 0n), total }))
    return { total, traits: [...sumsOf(kinds.list(), totals), ...ofAges] }
  }

  return {
    find({ query, page, counted, bands }: ColumnFind): ColumnFound {
      const marks = columns.mark.subarray(0, size)
      const mark = markAll(marks, query)
      const places = rowsOf((row) => marks[row] === mark, page).map(placeOf)
      const counts = counted.map((one) => countsOf(marks, one === query ? mark : markAll(marks, one), bands))
      return { places, counts }
    },

    /** The terms with a prefix among listings with a status, each with the counted traits of its listings. */
    terms({ start, status }: { start: string; status: string }): { term: string; traits: number }[] {
      const code = statuses.of(status) + FIRST_STATUS
      const facets = kinds.list()
      const found: { term: string; traits: number }[] = []
      for (const [term, rows] of rowsOfTerms.beginningWith(start)) {
        const some = rows.filter((row) => columns.status[row] === code)
        let traits = 0
        for (const row of some) traits |= facets[columns.kind[row] ?? 0] ?? 0
        if (some.length > 0) found.push({ term, traits })
      }
      return found.sort((one, other) => compareCodePoints(one.term, other.term))
    },

    put({ petId, accountId, status, traits, born, name, terms, ...times }: ColumnRow): void {
      remove(petId)
      if (size === columns.status.length) columns = grown(columns)
      const { facets, others } = splitTraits(traits & ~ageBits)
      columns.status[size] = statuses.of(status) + FIRST_STATUS
      columns.kind[size] = kinds.of(facets)
      columns.others[size] = otherTraits.of(others)
      columns.account[size] = accounts.of(accountId)
      columns.publishedAt[size] = times.publishedAt
      columns.updatedAt[size] = times.updatedAt
      columns.born[size] = born ?? UNKNOWN
      columns.petId[size] = petId
      names[size] = name
      rowOf.set(keyOf(petId), size)
      rowsOfTerms.add(terms, size)
      size += 1
    },

    remove,
  }
}

/** Adds up the counts of numbers by the bits that the numbers contain. */
const sumsOf = (numbers: readonly number[], totals: Uint32Array): TraitCount[] => {
  const sums = new Map<number, number>()
  numbers.forEach((number, at) => {
    const total = totals[at] ?? 0
    if (total === 0) return
    for (let left = number; left !== 0; left &= left - 1) {
      const bit = left & -left
      sums.set(bit, (sums.get(bit) ?? 0) + total)
    }
  })
  return [...sums].map(([traits, total]) => ({ traits, total }))
}

/** Most ids fit into a number, which takes less memory. */
const keyOf = (petId: bigint): number | bigint => (petId <= Number.MAX_SAFE_INTEGER ? Number(petId) : petId)

const numberColumns = [
  ...(['status', 'kind', 'others', 'account', 'publishedAt', 'updatedAt', 'born'] as const),
] as const

/** Marks an unknown birth date: less than any known one. */
export const UNKNOWN = -(2 ** 31)

const sign = (value: bigint): number => (value < 0n ? -1 : Number(value > 0n))

const emptyColumns = (capacity: number) => ({
  status: new Uint8Array(capacity),
  /** The code of the counted traits. */
  kind: new Uint32Array(capacity),
  others: new Uint32Array(capacity),
  account: new Uint32Array(capacity),
  publishedAt: new Float64Array(capacity),
  updatedAt: new Float64Array(capacity),
  born: new Int32Array(capacity),
  petId: new BigInt64Array(capacity),
  mark: new Uint8Array(capacity),
})

const grown = (columns: ReturnType<typeof emptyColumns>): ReturnType<typeof emptyColumns> => {
  const more = emptyColumns(columns.status.length * 2)
  for (const name of numberColumns) more[name].set(columns[name])
  more.petId.set(columns.petId)
  return more
}
