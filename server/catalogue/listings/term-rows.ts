import { isSame } from './column-marks.ts'

/** Row numbers in order, four bytes each. */
type RowList = { rows: Int32Array; length: number }

/**
 * The rows that have each term. Clients choose their tags, and most rare ones have one row, so a single row is stored
 * as a number.
 */
export const termRows = () => {
  let lists = new Map<string, RowList | number>()

  const addTo = (term: string, row: number): void => {
    const known = lists.get(term)
    if (known === undefined) lists.set(term, row)
    else if (typeof known === 'object') append(known, row)
    else lists.set(term, { rows: Int32Array.of(known, row), length: 2 })
  }

  return {
    /** `row` must be greater than all rows before it. */
    add(terms: readonly string[], row: number): void {
      for (const term of terms) addTo(term, row)
    },

    /** Adds one to the marks of the term's rows that equal `from`. */
    markOn(term: string, marks: Uint8Array, from: number): void {
      for (const row of rowsIn(lists.get(term))) {
        const mark = marks[row] ?? 0
        marks[row] = mark + isSame(mark, from)
      }
    },

    /** The terms with a prefix, each with its rows. */
    *beginningWith(start: string): Generator<[string, Int32Array]> {
      for (const [term, list] of lists) if (term.startsWith(start)) yield [term, rowsIn(list)]
    },

    /** Renumbers the rows; those with a negative new number are removed. */
    move(movedTo: Int32Array): void {
      const moved = new Map<string, RowList | number>()
      for (const [term, list] of lists) {
        const rows = rowsIn(list)
          .map((row) => movedTo[row] ?? -1)
          .filter((row) => row >= 0)
        const [first, second] = rows
        if (first === undefined) continue
        moved.set(term, second === undefined ? first : { rows, length: rows.length })
      }
      lists = moved
    },
  }
}

const append = (list: RowList, row: number): void => {
  if (list.length === list.rows.length) {
    const more = new Int32Array(Math.ceil(list.length * 1.5) + 1)
    more.set(list.rows)
    list.rows = more
  }
  list.rows[list.length] = row
  list.length += 1
}

const rowsIn = (list: RowList | number | undefined): Int32Array => {
  if (list === undefined) return new Int32Array(0)
  return typeof list === 'number' ? Int32Array.of(list) : list.rows.subarray(0, list.length)
}
