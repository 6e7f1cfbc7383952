/** Negative if the first row comes first. */
type Compare = (one: number, other: number) => number

/** Row numbers in sorted order. New rows are sorted and merged when the order is next read. */
export const sortedRows = (compare: Compare) => {
  let rows = new Int32Array(0)
  let count = 0
  /** The first row that is not merged yet. */
  let next = 0

  const insertAll = (added: Int32Array): void => {
    if (count + added.length > rows.length) {
      const more = new Int32Array(Math.ceil((count + added.length) * 1.25))
      more.set(rows.subarray(0, count))
      rows = more
    }
    let end = count
    // From the end, so that each block of rows moves only once.
    for (let at = added.length - 1; at >= 0; at -= 1) {
      const row = added[at] ?? 0
      const place = firstAfter(rows, end, (other) => compare(other, row))
      rows.copyWithin(place + at + 1, place, end)
      rows[place + at] = row
      end = place
    }
    count += added.length
  }

  return {
    /** All rows below `size`, in order. */
    upTo(size: number): Int32Array {
      if (next < size) {
        const first = next
        insertAll(Int32Array.from({ length: size - first }, (_, n) => first + n).sort(compare))
        next = size
      }
      return rows.subarray(0, count)
    },

    /** Renumbers the rows; those with a negative new number are removed. */
    move(movedTo: Int32Array, size: number): void {
      const moved = rows.subarray(0, count).map((row) => movedTo[row] ?? -1)
      rows = moved.filter((row) => row >= 0)
      count = rows.length
      // Otherwise some rows were not merged yet, so everything is sorted again.
      next = count === size ? size : 0
      if (next === 0) count = 0
    },
  }
}

/** Counts the rows at the front that are not after a position. `compare` compares a row with the position. */
export const firstAfter = (rows: Int32Array, count: number, compare: (row: number) => number): number => {
  let [from, to] = [0, count]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (compare(rows[middle] ?? 0) <= 0) from = middle + 1
    else to = middle
  }
  return from
}

/**
 * Compares by code point, as both engines do. Comparing UTF-16 units would sort characters beyond 16 bits too early.
 */
export const compareCodePoints = (one: string, other: string): number => {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at += 1) {
    const [first, second] = [one.charCodeAt(at), other.charCodeAt(at)]
    if (first !== second) return inOrder(first) - inOrder(second)
  }
  return one.length - other.length
}

/** Sorts surrogates, which encode characters beyond 16 bits, after everything else. */
const inOrder = (unit: number): number => {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
