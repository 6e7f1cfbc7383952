import { isUtf8 } from 'node:buffer'
import { protocolError } from './http-error.ts'

declare global {
  // ECMAScript 2026, ahead of the compiler's library.
  interface JSON {
    parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown
    rawJSON(text: string): unknown
  }
}

/** The deepest nesting of objects and arrays, so that code that walks a body does not run out of stack. */
const MAX_DEPTH = 2_000
/** Paths are cut at this length; a path that grows with each level would take the square of the body's size. */
const MAX_PATH_LENGTH = 200

/** A parsed JSON document: its value, and the path of each duplicate key. */
export type JsonDocument = { value: unknown; duplicates: string[] }

/**
 * Parses one JSON document (RFC 8259) without loss: integers beyond 2^53 become `bigint`, numbers that a double would
 * round to an integer become NaN, and duplicate keys are named. Throws `malformed_json` for anything that is not one
 * document in UTF-8 without a byte order mark.
 */
export const parseJson = (bytes: Buffer): JsonDocument => {
  if (!isUtf8(bytes)) throw malformed('The body is not valid UTF-8.')
  const text = bytes.toString('utf8')
  if (text.trim() === '') throw malformed('The body is empty; send a JSON document.')
  try {
    const value: unknown = longNumber.test(text) ? JSON.parse(text, exactNumber) : JSON.parse(text)
    return { value, duplicates: hasAllKeys(text, value) ? [] : duplicateKeys(text) }
  } catch (error) {
    // RangeError: nested deeper than the stack. The engine's message may quote the body, so it is not passed on.
    if (error instanceof SyntaxError || error instanceof RangeError) throw malformed(undefined, error)
    throw error
  }
}

/** Changes a stored JSON object. Numbers are left as they were written. */
export const editJson = (json: string, edit: (value: Record<string, unknown>) => void): string => {
  const value = JSON.parse(json, (_key, part, { source }) =>
    typeof part === 'number' && source !== undefined ? JSON.rawJSON(source) : part,
  ) as Record<string, unknown>
  edit(value)
  return JSON.stringify(value)
}

/** Serializes JSON, with every `bigint` as an integer. */
export const stringifyJson = (value: unknown, space?: number): string =>
  JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? written(inner) : inner), space)

/** A `number`, which is cheaper, if it has the same digits. */
const written = (value: bigint) =>
  value <= LARGEST && value >= -LARGEST ? Number(value) : JSON.rawJSON(value.toString())

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER)

const malformed = (message?: string, cause?: unknown) =>
  protocolError('malformed_json', { ...(message && { message }), cause })

/**
 * Whether a text may have a number that a double cannot hold. Checked first, because a reviver costs more than
 * everything else.
 */
const longNumber = /\d[\d.]{14}|\d[eE]/

const exactNumber = (_key: string, value: unknown, { source }: { source?: string }): unknown => {
  if (typeof value !== 'number' || source === undefined) return value
  if (source.length < 16 && !/[eE]/.test(source)) return value
  if (Number.isFinite(value) && !Number.isInteger(value)) return value
  // No id is that large, and there may be thousands of digits.
  if (Math.abs(value) >= 2 ** 64) return Math.sign(value) * Infinity
  const exact = exactInteger(source)
  return typeof exact === 'bigint' && Number.isSafeInteger(Number(exact)) ? Number(exact) : exact
}

/** The integer that a JSON number below 2^64 denotes (`1.0`, `1e2`), or NaN if it is not an integer. */
const exactInteger = (source: string): bigint | number => {
  // Written by hand: a pattern with groups takes three times as long, and a body may have thousands of numbers.
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

/** A pattern such as `0+$` restarts at each run of zeros, and so takes quadratic time. */
const withoutLastZeros = (digits: string): string => {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

/**
 * Whether the value has as many keys as the text, which means that there are no duplicates. Throws `malformed_json` if
 * the text is nested too deep to walk.
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

/** Finds the end of the string that begins at `start`. The text must be valid JSON. */
const endOfString = (text: string, start: number): number => {
  for (let at = start + 1; ; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at += 1
  }
}

/** The depth has been checked against `MAX_DEPTH` before. */
const countKeys = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  let keys = Array.isArray(value) ? 0 : Object.keys(value).length
  for (const member of Object.values(value)) keys += countKeys(member)
  return keys
}

const tooDeep = () => malformed(`The body is nested deeper than ${MAX_DEPTH} levels.`)

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/gs

/** An object or array that has not been closed yet. */
type Open = {
  /** The keys seen so far; undefined for an array. */
  keys: Set<string> | undefined
  path: string
  /** The key or index of the current member. */
  member: string | number
}

/**
 * Returns the paths of duplicate keys. The text must be valid JSON, as unterminated strings would be searched for
 * again and again.
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
