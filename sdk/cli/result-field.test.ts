import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPath, valuesAt, valueText } from './result-field.ts'

const result = {
  items: [
    { id: 9007199254740993n, tags: ['calm', 'old'], owner: null },
    { id: 2, tags: [], owner: { name: 'Ada' } },
  ],
}
const textsAt = (path: string) => valuesAt(result, readPath(path)).values.map(valueText)

test('a path selects one value or, with [], one per item', () => {
  for (const [path, ...texts] of [
    ['items.0.id', '9007199254740993'],
    ['items[0].tags[1]', 'old'],
    ['items[].id', '9007199254740993', '2'],
    ['items.[].id', '9007199254740993', '2'],
    ['items[].tags[]', 'calm', 'old'],
    ['items.0.owner', 'null'],
    ['items.1', '{"id":2,"tags":[],"owner":{"name":"Ada"}}'],
  ] as const) {
    assert.deepEqual(textsAt(path), texts, path)
  }
  assert.deepEqual(valuesAt([1, [2]], readPath('[1][0]')).values, [2])
})

test('a missing value is an error that lists the available ones', () => {
  for (const [path, message] of [
    ['nothing', 'the result has no nothing: there are items'],
    ['items.2', 'the result has no items.2: it is a list of 2'],
    ['items.length', 'the result has no items.length: it is a list of 2'],
    ['items[].owner.name', 'the result has no items.0.owner.name'],
    ['toString', 'the result has no toString: there are items'],
    ['items.0.tags.0.x', 'the result has no items.0.tags.0.x'],
    ['[].id', 'the result is not a list'],
  ] as const) {
    assert.throws(() => textsAt(path), { code: 'field_not_found', message }, path)
  }
})

test('text that is not a path is rejected before anything is sent', () => {
  for (const path of ['', '.', 'a.', 'a..b', 'a[', 'a]b', 'a[x]', 'a[-1]']) {
    assert.throws(() => readPath(path), /must be a path/, path)
  }
})
