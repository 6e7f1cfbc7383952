import { Type } from 'typebox'

export const INT64_MIN = -(2n ** 63n)
export const INT64_MAX = 2n ** 63n - 1n

/**
 * A 64-bit integer: a `bigint` in the program and a JSON number on the wire, exact in both directions. Beyond 2^53 a
 * client needs a JSON parser that keeps integers exact.
 */
export const Int64 = (options: { description?: string; examples?: unknown[] } = {}) =>
  Type.Unsafe<bigint>({ type: 'integer', format: 'int64', ...options })

export const isInt64 = (value: bigint): boolean => value >= INT64_MIN && value <= INT64_MAX

/** Parses a plain decimal integer in a URL. Returns `undefined` for any other spelling (`+5`, `05`, `1e3`). */
export const parseInt64 = (text: string): bigint | undefined => {
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(text)) return undefined
  const value = BigInt(text)
  return value >= INT64_MIN && value <= INT64_MAX ? value : undefined
}
