// Loops over columns: each condition takes one, and adds one to the marks of the rows that hold. None has a branch in it,
// which a processor would guess wrong for every other row; that makes them three times as fast.

/** One if both numbers are the same, else zero. */
export const isSame = (one: number, other: number): number => 1 - Math.min(one ^ other, 1)

/** Rows whose code has a one in `isOne`. */
export const markCodes = (
  marks: Uint8Array,
  codes: Uint8Array | Uint32Array,
  isOne: Uint8Array,
): void => {
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

/** Rows that were born after the one day and until the other, in one of some ranges that have no day in common. */
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

/** How many of the rows with some mark have each code. */
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

/** How many of them were born in each age band, the youngest first. Who was born on no day that is known is in none. */
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
