import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { INT64_MAX, INT64_MIN } from './int64.ts'
import { parseJson, stringifyJson } from './json.ts'

const parse = (text: string) => parseJson(Buffer.from(text))
const read = (text: string) => parse(text).value

test('every JSON value with small numbers is parsed as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value)
      const isSmall = !/\d{15}|[eE]/.test(text)
      if (isSmall) assert.deepEqual(read(text), JSON.parse(text))
    }),
  )
})

test('an int64 is parsed and written digit for digit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: INT64_MIN, max: INT64_MAX }), (integer) => {
      const text = `{"n":[${integer}]}`
      assert.equal(stringifyJson(read(text)), text)
    }),
  )
})

test('an integer is the same whatever zeros and exponent it is written with', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: INT64_MIN, max: INT64_MAX }), fc.integer({ min: 0, max: 20 }), (integer, zeros) => {
      // JSON has no 00.
      const shift = integer === 0n ? 0 : zeros
      const spellings = [
        `${integer}.${'0'.repeat(zeros + 1)}`,
        `${integer}${'0'.repeat(shift)}e-${shift}`,
        `${integer}e0`,
      ]
      for (const text of spellings) {
        assert.equal(BigInt(read(text) as bigint | number), integer, text)
      }
    }),
  )
})

test('a number that a double would round to an integer is parsed as NaN', () => {
  for (const text of ['1.00000000000000000001', '9007199254740993.5', '1e-400', '-0.0e-1']) {
    const value = read(text)
    assert.equal(text === '-0.0e-1' ? value : Number.isNaN(value), text === '-0.0e-1' ? 0 : true)
  }
})

test('a number far beyond 64 bits is infinite, and is parsed quickly', () => {
  for (const text of ['1e400', '1e99999999999999999999', '9'.repeat(60_000), '1e31']) {
    assert.equal(read(text), Infinity)
    assert.equal(read(`-${text}`), -Infinity)
  }
})

test('a fraction is parsed as the nearest double', () => {
  for (const text of ['1.5', '-0.25', '1e-5', '3.141592653589793']) {
    assert.equal(read(text), Number(text))
  }
})

test('each duplicate key is named by its path', () => {
  const cases: [text: string, paths: string[]][] = [
    ['{"a":1,"b":2}', []],
    ['{"a":1,"a":2}', ['a']],
    ['{"a":1,"\\u0061":2,"a":3}', ['a', 'a']],
    ['{"a":{"a":1},"b":{"a":1}}', []],
    ['{"a":{"b":1,"b":2}}', ['a.b']],
    ['{"x":[1,{"a":1},{"a":1,"a":2}]}', ['x.2.a']],
    ['[[{"a":1},{"b":1,"b":1}]]', ['0.1.b']],
    ['{"a":"a","b":"a\\":\\"a"}', []],
    ['{"a":":","a":"{"}', ['a']],
    ['{"":1,"":2}', ['']],
    ['{"__proto__":1,"__proto__":2}', ['__proto__']],
    ['["a","a",{"a":["a","a"]}]', []],
  ]
  for (const [text, paths] of cases) assert.deepEqual(parse(text).duplicates, paths, text)
})

test('an object that JSON.stringify wrote has no duplicate keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.deepEqual(parse(JSON.stringify(value)).duplicates, [])
    }),
  )
})

test('__proto__ is an ordinary key and changes no prototype', () => {
  const value = read('{"__proto__":{"polluted":true}}') as object
  assert.ok(Object.hasOwn(value, '__proto__'))
  assert.equal(Object.getPrototypeOf(value), Object.prototype)
  assert.equal((value as { polluted?: boolean }).polluted, undefined)
})

test('bytes that are not a JSON document always throw malformed_json', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      try {
        parseJson(Buffer.from(bytes))
      } catch (error) {
        assert.equal((error as { code?: string }).code, 'malformed_json')
      }
    }),
  )
})

test('deep nesting is rejected and does not crash', () => {
  for (const text of ['['.repeat(1_000_000), `${'['.repeat(500_000)}${']'.repeat(500_000)}`]) {
    assert.throws(() => parse(text), { code: 'malformed_json' })
  }
})
