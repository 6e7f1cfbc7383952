import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HttpError } from './http-error.ts'
import { Int64 } from './int64.ts'
import { validators } from './validation.ts'

const text = { type: 'string', minLength: 2, maxLength: 3 }

/** The issues of a body with one field. */
const issuesOf = (field: object, value: unknown) => {
  const schema = { type: 'object', properties: { field }, additionalProperties: false }
  const checked = validators({ Text: text }).body(schema)({
    value: { field: value },
    duplicates: [],
  })
  if (!('error' in checked)) return []
  assert.ok(checked.error instanceof HttpError)
  return (checked.error.errors ?? []).map(({ field, message }) => `${field} ${message}`)
}

test('issues are readable sentences', () => {
  for (const [schema, value, issue] of [
    [{ type: 'integer', minimum: 1 }, 0, 'must be at least 1'],
    [{ type: 'integer', maximum: 100 }, 101, 'must be at most 100'],
    [{ type: 'string', minLength: 1 }, '', 'must not be empty'],
    [{ type: 'string', minLength: 12 }, 'a', 'must have at least 12 characters'],
    [{ type: 'string', maxLength: 1 }, 'ab', 'must have at most 1 character'],
    [{ type: 'array', minItems: 1 }, [], 'must not be empty'],
    [{ type: 'array', maxItems: 2 }, [1, 2, 3], 'must have at most 2 items'],
    [{ type: 'array', uniqueItems: true }, [1, 1], 'must not have an item twice'],
    [{ type: 'object', maxProperties: 1 }, { a: 1, b: 2 }, 'must have at most 1 field'],
    [{ enum: ['a', 'b', null] }, 'c', 'must be one of a, b, null'],
    [{ type: ['boolean', 'null'] }, 1, 'must be a boolean or null'],
  ] as const) {
    assert.deepEqual(issuesOf(schema, value), [`field ${issue}`])
  }
})

test('a nullable field reports a single issue', () => {
  const orNull = (value: object) => ({ anyOf: [value, { type: 'null' }] })
  for (const [value, sent, issue] of [
    [Int64(), 'x', 'must be an integer from -2^63 to 2^63-1 or null'],
    [{ $ref: 'Text#' }, 1, 'must be a string or null'],
    [{ $ref: 'Text#' }, 'a', 'must have at least 2 characters'],
    [{ type: 'string', enum: ['a'] }, 'b', 'must be one of a, null'],
    [{ enum: ['a'] }, 'b', 'must be one of a, null'],
  ] as const) {
    assert.deepEqual(issuesOf(orNull(value), sent), [`field ${issue}`])
    assert.deepEqual(issuesOf(orNull(value), null), [])
  }
  const part = { type: 'object', properties: { a: text }, required: ['a'] }
  assert.deepEqual(issuesOf(orNull(part), {}), ['field.a is required'])
  assert.deepEqual(issuesOf(orNull(Int64()), 5), [])
})

test('issues that a schema cannot express are found in values that are valid by schema', () => {
  const schema = {
    type: 'object',
    required: ['name'],
    properties: {
      name: text,
      sex: { enum: ['male'] },
      born: text,
      fee: { type: 'object', properties: { amount: { type: 'integer' }, currency: text } },
      list: { type: 'array', items: text },
    },
    additionalProperties: false,
  }
  const seen: unknown[] = []
  const check = validators({}).body(schema, {
    moreIssues: (body) => {
      seen.push(structuredClone(body))
      return ['born', 'sex'].map((field) => ({ field, code: 'invalid_value', message: 'is wrong' }))
    },
  })
  const fee = { amount: 'x', currency: 'abc' }
  const value = { sex: 'other', born: 'ab', list: ['ab', 1], fee, more: 1 }
  const checked = check({ value, duplicates: [] })
  assert.ok('error' in checked)
  assert.deepEqual(seen, [{ born: 'ab', fee: { currency: 'abc' }, more: 1 }])
  assert.deepEqual(checked.error.errors?.map(({ field }) => field).sort(), [
    'born',
    'fee.amount',
    'list.1',
    'more',
    'name',
    'sex',
  ])
  assert.equal(checked.error.errorCount, 6)
  assert.deepEqual(check({ value: { name: 'ab' }, duplicates: [] }), { value: { name: 'ab' } })
  assert.ok('error' in check({ value: [], duplicates: [] }))
  assert.equal(seen.length, 1)
})
