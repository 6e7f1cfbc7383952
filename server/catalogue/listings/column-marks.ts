// Loops over columns: each condition takes one, and adds one to the marks of the rows that hold. None has a branch in it,
// which a processor would guess wrong for every other row; that makes them three times as fast.

/** One if both numbers are the same, else zero. */
export const isSame = (one: number, other: number): number => 1 - Math.min(one ^ other, 1)

/** Rows whose code has a one in `isOne`. */
export const markCodes = (marks: Uint8Array, codes: Uint32Array, isOne: Uint8Array): void => {
  for (let row = 0; row < marks.length; row += 1) {
    marks[row] = (marks[row] ?? 0) + (isOne[codes[row] ?? 0] ?? 0)
  }
}

/** Rows of which one of two codes, in columns of their own, has a one. */
export const markEither = (
  marks: Uint8Array,
  [codes, isOne]: readonly [Uint32Array, Uint8Array],
  [others, isOther]: readonly [Uint32Array, Uint8Array],
): void => {
  for (let row = 0; row < marks.length; row += 1) {
    const is = (isOne[codes[row] ?? 0] ?? 0) | (isOther[others[row] ?? 0] ?? 0)
    marks[row] = (marks[row] ?? 0) + is
  }
}

/** Rows whose number is above the one and not above the other. */
export const markBetween = (
  marks: Uint8Array,
  numbers: Float64Array,
  { after, until }: { after: number; until: number },
): void => {
  for (let row = 0; row < marks.length; row += 1) {
    const number = numbers[row] ?? 0
    marks[row] = (marks[row] ?? 0) + (Number(number > after) & Number(number <= until))
  }
}

/** How many of the rows with some mark and some status have each code. */
export const totalsOf = (
  { marks, statuses, codes }: { marks: Uint8Array; statuses: Uint8Array; codes: Uint32Array },
  { mark, status, codeCount }: { mark: number; status: number; codeCount: number },
): Uint32Array => {
  const totals = new Uint32Array(codeCount)
  for (let row = 0; row < marks.length; row += 1) {
    const code = codes[row] ?? 0
    const isOne = isSame(marks[row] ?? 0, mark) & isSame(statuses[row] ?? 0, status)
    totals[code] = (totals[code] ?? 0) + isOne
  }
  return totals
}
