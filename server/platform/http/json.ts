import { isUtf8 } from 'node:buffer'
import { ApiError } from './errors.ts'

declare global {
  // ECMAScript 2026, ahead of the compiler's library.
  interface JSON {
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown
    rawJSON(text: string): unknown
  }
}

/** A JSON document as it was sent: its value, and the path of each key that an object has twice. */
export type JsonDocument = { value: unknown; duplicates: string[] }

/**
 * Reads one JSON document (RFC 8259) and loses nothing: integers beyond 2^53 become `bigint`, numbers that a
 * double would round to an integer become NaN, keys that stand twice are named.
 * Throws `malformed_json` for anything that is not one document in UTF-8 (a byte order mark is not part of one).
 */
export const parseJson = (bytes: Buffer): JsonDocument => {
  if (!isUtf8(bytes)) throw malformed('The body is not valid UTF-8.')
  const text = bytes.toString('utf8')
  if (text.trim() === '') throw malformed('The body is empty; a JSON document is needed.')
  try {
    const value: unknown = JSON.parse(text, exactNumber)
    return { value, duplicates: duplicateKeys(text) }
  } catch (error) {
    // RangeError: nested deeper than the stack. The engine's own text may quote the body, so it is not passed on.
    if (error instanceof SyntaxError || error instanceof RangeError)
      throw malformed(undefined, error)
    throw error
  }
}

/** Writes JSON with every `bigint` as the integer it is. */
export const stringifyJson = (value: unknown, space?: number): string =>
  JSON.stringify(
    value,
    (_key, inner) => (typeof inner === 'bigint' ? JSON.rawJSON(inner.toString()) : inner),
    space,
  )

const malformed = (message?: string, cause?: unknown) =>
  new ApiError('malformed_json', { ...(message && { message }), cause })

const exactNumber = (_key: string, value: unknown, { source }: { source?: string }): unknown => {
  if (typeof value !== 'number' || source === undefined) return value
  if (source.length < 16 && !/[.eE]/.test(source)) return value
  if (Number.isFinite(value) && !Number.isInteger(value)) return value
  const exact = exactInteger(source)
  return typeof exact === 'bigint' && Number.isSafeInteger(Number(exact)) ? Number(exact) : exact
}

/** The integer that a JSON number denotes (`1.0`, `1e2`); Infinity when it is far beyond 64 bits, NaN when it is none. */
const exactInteger = (source: string): bigint | number => {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? []
  const written = (whole + fraction).replace(/^0+/, '')
  const digits = written.replace(/0+$/, '')
  if (digits === '') return 0n
  const zeros = Number(exponent) - fraction.length + (written.length - digits.length)
  if (zeros < 0) return Number.NaN
  if (digits.length + zeros > 30) return sign ? -Infinity : Infinity
  return BigInt(sign + digits + '0'.repeat(zeros))
}

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/gs

/** An object or array that is not closed yet. */
type Open = {
  /** The keys seen; an array has none. */
  keys: Set<string> | undefined
  path: string
  /** The key or the index of the member that is being read. */
  member: string | number
}

/** The paths of keys that stand twice in one object of a text already known to be JSON. */
const duplicateKeys = (text: string): string[] => {
  const found: string[] = []
  const open: Open[] = []
  let candidate = ''
  for (const [token] of text.matchAll(tokens)) {
    const inside = open.at(-1)
    if (token === '{' || token === '[') {
      const keys = token === '{' ? new Set<string>() : undefined
      open.push({ keys, path: inside ? memberPath(inside) : '', member: 0 })
    } else if (token === '}' || token === ']') {
      open.pop()
    } else if (token === ':' && inside?.keys) {
      inside.member = JSON.parse(candidate) as string
      if (inside.keys.has(inside.member)) found.push(memberPath(inside))
      inside.keys.add(inside.member)
    } else if (token === ',' && inside && typeof inside.member === 'number') {
      inside.member += 1
    } else {
      candidate = token
    }
  }
  return found
}

const memberPath = ({ path, member }: Open): string => (path ? `${path}.${member}` : `${member}`)
