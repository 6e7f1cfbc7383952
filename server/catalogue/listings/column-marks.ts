// Each condition loops over a column and adds one to the marks of the rows that match. The loops have no branches,
// because mispredicted branches would make them three times as slow.

/** One if both numbers are equal, else zero. */
export const isSame = (one: number, other: number): number => 1 - Math.min(one ^ other, 1)

/** Marks rows whose code has a one in `isOne`. */
export const markCodes = (marks: Uint8Array, codes: Uint8Array | Uint32Array, isOne: Uint8Array): void => {
  for (let row = 0; row < marks.length; row += 1) {
    marks[row] = (marks[row] ?? 0) + (isOne[codes[row] ?? 0] ?? 0)
  }
}

/** Marks rows for which at least one of two codes, in separate columns, has a one. */
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

/** Marks rows whose number is greater than the first bound and at most the second. */
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

/**
 * Marks rows with a birth date in one of the ranges, which must not overlap. Each excludes its first day and includes
 * its last.
 */
export const markRanges = (
  marks: Uint8Array,
  days: Int32Array,
  ranges: readonly { after: number; until: number }[],
): void => {
  for (const { after, until } of ranges) {
    for (let row = 0; row < marks.length; row += 1) {
      const day = days[row] ?? 0
      marks[row] = (marks[row] ?? 0) + (Number(day > after) & Number(day <= until))
    }
  }
}

/** Counts the rows with a mark by code. */
export const totalsOf = (
  { marks, codes }: { marks: Uint8Array; codes: Uint32Array },
  { mark, codeCount }: { mark: number; codeCount: number },
): Uint32Array => {
  const totals = new Uint32Array(codeCount)
  for (let row = 0; row < marks.length; row += 1) {
    const code = codes[row] ?? 0
    totals[code] = (totals[code] ?? 0) + isSame(marks[row] ?? 0, mark)
  }
  return totals
}

/** Counts the rows with a mark by age band, youngest first. Rows without a birth date are in no band. */
export const bandTotals = (
  { marks, days }: { marks: Uint8Array; days: Int32Array },
  { mark, bands, unknown }: { mark: number; bands: readonly number[]; unknown: number },
): number[] => {
  const [young = 0, adult = 0, senior = 0] = bands
  const totals = new Uint32Array(5)
  for (let row = 0; row < marks.length; row += 1) {
    const day = days[row] ?? 0
    const older = Number(day <= young) + Number(day <= adult) + Number(day <= senior)
    const at = older + Number(day <= unknown)
    totals[at] = (totals[at] ?? 0) + isSame(marks[row] ?? 0, mark)
  }
  return [...totals.subarray(0, 4)]
}
