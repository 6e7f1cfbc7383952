import type { Int64 } from '@adoption-store/client'

const MAX = 2n ** 63n - 1n

/** Parses a 64-bit integer exactly; undefined if the text is not one. For URLs and form fields. */
export const parseInt64 = (text: string): Int64 | undefined => {
  if (!/^-?\d{1,19}$/.test(text.trim())) return undefined
  const value = BigInt(text.trim())
  if (value > MAX || value < -MAX - 1n) return undefined
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}

/** Compares ids. One may be a number and the other a bigint. */
export const isSameId = (one: Int64, other: Int64): boolean => String(one) === String(other)
