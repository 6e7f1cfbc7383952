import type { Int64 } from '@adoption-store/client'

const MAX = 2n ** 63n - 1n

/** The 64-bit integer that a text is, exactly; undefined when it is none. For addresses and form fields. */
export const parseInt64 = (text: string): Int64 | undefined => {
  if (!/^-?\d{1,19}$/.test(text.trim())) return undefined
  const value = BigInt(text.trim())
  if (value > MAX || value < -MAX - 1n) return undefined
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}

/** Two ids may be a number and a bigint and still be the same. */
export const isSameId = (one: Int64, other: Int64): boolean => String(one) === String(other)
