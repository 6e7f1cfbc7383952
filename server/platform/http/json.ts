import { isUtf8 } from 'node:buffer'
import { protocolError } from './http-error.ts'

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

/** Objects and arrays within each other: what works through a body must not run out of stack. */
const MAX_DEPTH = 2_000
/** A path that is longer says no more of where it leads, and would grow with each level below it. */
const MAX_PATH_LENGTH = 200

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
    const value: unknown = longNumber.test(text) ? JSON.parse(text, exactNumber) : JSON.parse(text)
    return { value, duplicates: hasAllKeys(text, value) ? [] : duplicateKeys(text) }
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
    (_key, inner) => (typeof inner === 'bigint' ? written(inner) : inner),
    space,
  )

/** A number where that has the same digits, as it takes less. */
const written = (value: bigint) =>
  value <= LARGEST && value >= -LARGEST ? Number(value) : JSON.rawJSON(value.toString())

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER)

const malformed = (message?: string, cause?: unknown) =>
  protocolError('malformed_json', { ...(message && { message }), cause })

/** Where a number may be that a double does not hold. Asked first, as a reviver costs more than all the rest. */
const longNumber = /\d[\d.]{14}|\d[eE]/

const exactNumber = (_key: string, value: unknown, { source }: { source?: string }): unknown => {
  if (typeof value !== 'number' || source === undefined) return value
  if (source.length < 16 && !/[eE]/.test(source)) return value
  if (Number.isFinite(value) && !Number.isInteger(value)) return value
  // No id is so large, and its digits may be thousands.
  if (Math.abs(value) >= 2 ** 64) return Math.sign(value) * Infinity
  const exact = exactInteger(source)
  return typeof exact === 'bigint' && Number.isSafeInteger(Number(exact)) ? Number(exact) : exact
}

/** The integer that a JSON number below 2^64 denotes (`1.0`, `1e2`); NaN when it denotes none. */
const exactInteger = (source: string): bigint | number => {
  // By hand: a pattern with groups takes three times as long, and a body may have thousands of numbers.
  const sign = source.startsWith('-') ? '-' : ''
  const mark = Math.max(source.indexOf('e'), source.indexOf('E'))
  const end = mark < 0 ? source.length : mark
  const point = source.indexOf('.')
  const whole = source.slice(sign.length, point < 0 ? end : point)
  const fraction = point < 0 ? '' : source.slice(point + 1, end)
  const exponent = mark < 0 ? 0 : Number(source.slice(mark + 1))
  const all = whole + fraction
  const written = all.startsWith('0') ? all.replace(/^0+/, '') : all
  const digits = withoutLastZeros(written)
  if (digits === '') return 0n
  const zeros = exponent - fraction.length + (written.length - digits.length)
  if (zeros < 0) return Number.NaN
  return BigInt(sign + digits + '0'.repeat(zeros))
}

/** A pattern such as `0+$` begins anew at each run of zeros, and so takes the square of the time. */
const withoutLastZeros = (digits: string): string => {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

/**
 * Whether the value has as many keys as the text: then none stands twice. Throws `malformed_json` for a text that is too
 * deep for what works through it.
 */
const hasAllKeys = (text: string, value: unknown): boolean => {
  let keys = 0
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === COLON) keys += 1
    else if (code === BRACE || code === BRACKET) {
      depth += 1
      if (depth > MAX_DEPTH) throw tooDeep()
    } else if (code === BRACE_END || code === BRACKET_END) depth -= 1
  }
  return keys === countKeys(value)
}

const QUOTE = 34
const COLON = 58
const BRACKET = 91
const BACKSLASH = 92
const BRACKET_END = 93
const BRACE = 123
const BRACE_END = 125

/** Where the string that begins at `start` ends, in a text that is known to be JSON. */
const endOfString = (text: string, start: number): number => {
  for (let at = start + 1; ; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at += 1
  }
}

/** No deeper than `MAX_DEPTH`, as that was looked at before. */
const countKeys = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  let keys = Array.isArray(value) ? 0 : Object.keys(value).length
  for (const member of Object.values(value)) keys += countKeys(member)
  return keys
}

const tooDeep = () => malformed(`The body is nested deeper than ${MAX_DEPTH} levels.`)

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/gs

/** An object or array that is not closed yet. */
type Open = {
  /** The keys seen; an array has none. */
  keys: Set<string> | undefined
  path: string
  /** The key or the index of the member that is being read. */
  member: string | number
}

/**
 * The paths of keys that stand twice in one object of a text already known to be JSON, as strings without an end would
 * be looked for again and again.
 */
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

const memberPath = ({ path, member }: Open): string =>
  (path ? `${path}.${member}` : `${member}`).slice(0, MAX_PATH_LENGTH)
