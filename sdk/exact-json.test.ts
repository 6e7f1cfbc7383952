import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../test/harness/any-character.ts'
import { parseExact, stringifyExact } from './exact-json.ts'

test('integers beyond 2^53 are parsed exactly, as bigint, others as numbers', () => {
  assert.deepEqual(parseExact('{"id":9007199254740993,"n":7,"max":9007199254740991}'), {
    id: 9007199254740993n,
    n: 7,
    max: 9007199254740991,
  })
  assert.deepEqual(parseExact('[-9223372036854775808]'), [-9223372036854775808n])
})

test('digits in strings, keys, fractions and exponents are not integers', () => {
  const text =
    '{"12345678901234567890":"12345678901234567890","a\\"12345678901234567890":1.12345678901234567890,"e":12345678901234567890e3}'
  assert.deepEqual(parseExact(text), JSON.parse(text))
})

test('strings and keys that begin with the mark stay as they are', () => {
  const value = { '\u0001123': '\u0001123', twice: '\u0001\u0001', big: 12345678901234567890n }
  assert.deepEqual(parseExact(stringifyExact(value) as string), value)
})

const scalars = fc.oneof(
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -(2n ** 63n), max: -(2n ** 53n) }),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Number.isInteger(number)),
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.constantFrom('\u0001', '"', '\\', '0', '9', ':', ','), maxLength: 24 }),
  fc.boolean(),
  fc.constant(null),
)
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    scalars,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(
      fc.string({ unit: anyCharacter }).filter((name) => name !== '__proto__'),
      tie('tree'),
      { maxKeys: 4 },
    ),
  ),
}))

test('every value survives a round trip', () => {
  fc.assert(
    fc.property(tree, (value) => {
      const read = parseExact(stringifyExact(value) as string)
      // Parsed objects have the ordinary prototype; the expected ones have none.
      assert.deepEqual(read, structuredClone(value))
    }),
    { numRuns: 2_000 },
  )
})

test('parsed values can be written by JSON.stringify, copied and compared', () => {
  const text = '{"pets":[{"id":9223372036854775807,"tags":["a",null]}],"ids":[9007199254740993,1]}'
  const value = parseExact(text)
  assert.equal(JSON.stringify(value), text)
  assert.deepEqual(value, structuredClone(value))
  assert.deepEqual(Object.keys((value as { pets: object[] }).pets[0] ?? {}), ['id', 'tags'])
  assert.equal(stringifyExact(value), text)
})

test('without large integers it parses and writes like JSON', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value = JSON.parse(text)
      if (/\d{16}/.test(text)) return
      assert.deepEqual(parseExact(text), value)
      if (/e\+/.test(text)) return
      assert.equal(stringifyExact(value), JSON.stringify(value))
    }),
  )
})

test('rejects everything that JSON.parse rejects', () => {
  const faults = ['0123456789012345678', '-', '12345678901234567890.', '"', "'1234567890123456789'"]
  const more = ['{12345678901234567890:1}', '[12345678901234567890 1]', '12345678901234567890e', '']
  for (const text of [...faults, ...more, '--12345678901234567890', '+12345678901234567890']) {
    assert.throws(() => parseExact(text), SyntaxError, text)
  }
  fc.assert(
    fc.property(fc.stringMatching(/^[\d"\\{}[\],:.eE -]{0,40}$/), (text) => {
      let isJson = true
      try {
        JSON.parse(text)
      } catch {
        isJson = false
      }
      if (isJson) parseExact(text)
      else assert.throws(() => parseExact(text), SyntaxError)
    }),
    { numRuns: 5_000 },
  )
})

test('undefined is omitted, dates are written, and a number that lost digits is rejected', () => {
  const at = new Date(0)
  assert.equal(
    stringifyExact({ a: undefined, at, list: [undefined, 1n] }),
    '{"at":"1970-01-01T00:00:00.000Z","list":[null,1]}',
  )
  assert.throws(() => stringifyExact({ id: 2 ** 53 }), RangeError)
})
