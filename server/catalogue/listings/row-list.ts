import { isSame } from './column-marks.ts'

export type RowList = ReturnType<typeof rowList>

/** Numbers of rows, in order: any number of them, in four bytes each. */
export const rowList = () => {
  let rows = new Int32Array(1)
  let length = 0
  return {
    length: () => length,

    /** It has to be greater than those before it. */
    add(row: number): void {
      if (length === rows.length) {
        const more = new Int32Array(Math.ceil(length * 1.5) + 1)
        more.set(rows)
        rows = more
      }
      rows[length] = row
      length += 1
    },

    /** Adds one to the marks of its rows that are `from`. */
    markOn(marks: Uint8Array, from: number): void {
      for (let n = 0; n < length; n += 1) {
        const row = rows[n] ?? 0
        const mark = marks[row] ?? 0
        marks[row] = mark + isSame(mark, from)
      }
    },

    /** Where its rows are from now on; those at a negative number are no more. */
    move(movedTo: Int32Array): void {
      const moved = rows.subarray(0, length).map((row) => movedTo[row] ?? -1)
      rows = moved.filter((row) => row >= 0)
      length = rows.length
    },
  }
}
