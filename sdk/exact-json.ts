/**
 * A 64-bit integer: a `number` within ±(2^53 − 1), and a `bigint` beyond that, so that its value is always exact. You
 * can send both. Compare two of them with `==` or after `BigInt(...)`. `JSON.stringify` throws for a `bigint` of your
 * own: use {@link stringifyExact}. Both functions accept what the client returns.
 */
export type Int64 = number | bigint

/**
 * Marks a string that represents an integer. JSON can contain this character only as an escape, so raw JSON never
 * contains it.
 */
const MARK = '\u0001'
const LONG_DIGITS = /\d{16}/
/** A string or a number, and the colon that makes it a key. */
const TOKEN = /(?:"(?:[^"\\]|\\.)*"|-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?)(\s*:)?/gs

/**
 * Parses JSON (RFC 8259) like `JSON.parse`, but integers beyond ±(2^53 − 1) become exact `bigint`s. Works without
 * source text access, which Node.js 18 and older browsers lack. An object with such an integer has a `toJSON` that is
 * not enumerable, so that `JSON.stringify` writes it: as an integer, or as text where `JSON.rawJSON` is missing.
 * @throws SyntaxError if the text is not valid JSON
 */
export const parseExact = (text: string): unknown => {
  if (!LONG_DIGITS.test(text)) return JSON.parse(text)
  const marked = text.replace(TOKEN, (token, fraction, exponent, colon) => {
    // Keys stay as they are. A number in place of a key is invalid JSON, and must not become valid.
    if (colon) return token
    if (token.startsWith('"')) {
      // A string that itself begins with the mark gets a second one.
      return token.startsWith('"\\u0001') ? `"\\u0001${token.slice(1)}` : token
    }
    if (fraction || exponent || Number.isSafeInteger(Number(token))) return token
    return `"\\u0001${token}"`
  })
  return JSON.parse(marked, function (this: object, _name, value) {
    if (typeof value !== 'string' || !value.startsWith(MARK)) return value
    if (value[1] === MARK) return value.slice(1)
    if (!('toJSON' in this)) Object.defineProperty(this, 'toJSON', { value: withRawIntegers })
    return BigInt(value.slice(1))
  })
}

/** Source text access (ECMAScript 2026), available in Node.js 21 and browsers of 2025. */
const { rawJSON = String } = JSON as { rawJSON?: (text: string) => unknown }

/** The `toJSON` of an object with a `bigint`: a copy of it that JSON can contain. */
function withRawIntegers(this: object): object {
  const written = Object.entries(this).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? rawJSON(String(value)) : value,
  ])
  return Array.isArray(this) ? written.map(([, value]) => value) : Object.fromEntries(written)
}

/**
 * Writes JSON like `JSON.stringify`, but a `bigint` is written as an integer.
 * @throws RangeError if a number is an integer beyond ±(2^53 − 1): its last digits are lost already; use a `bigint`
 */
export const stringifyExact = (value: unknown): string | undefined => {
  if (typeof value === 'bigint' || typeof value === 'number') return exactText(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if ('toJSON' in value && value.toJSON !== withRawIntegers) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item) => stringifyExact(item) ?? 'null')}]`
  const members = Object.entries(value).flatMap(([name, member]) => {
    const text = stringifyExact(member)
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`]
  })
  return `{${members}}`
}

/**
 * Formats a number for a body or a path.
 * @throws RangeError like {@link stringifyExact}
 */
export const exactText = (value: Int64): string => {
  if (typeof value === 'bigint') return String(value)
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError(`${value} is not exact as a number: give it as a bigint`)
  }
  return JSON.stringify(value)
}
