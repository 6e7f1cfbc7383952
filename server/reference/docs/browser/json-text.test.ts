import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readBody, writeBody } from './body-text.js'
import { indented, membersOf, tokensOf } from './json-text.js'

const shown = (text: string): string =>
  indented(tokensOf(text) ?? [])
    .map((token) => token.text)
    .join('')

test('a JSON text is shown with line breaks, and each of its numbers as it was sent', () => {
  assert.equal(
    shown('{"id":9007199254740993,"price":1.50,"tags":[],"of":{"a":-1e400}}'),
    '{\n  "id": 9007199254740993,\n  "price": 1.50,\n  "tags": [],\n  "of": {\n    "a": -1e400\n  }\n}',
  )
  assert.equal(tokensOf('{"a":'), undefined)
  assert.equal(tokensOf('<p>'), undefined)
})

test('any JSON is displayed without changing its meaning', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      assert.deepEqual(JSON.parse(shown(text)), JSON.parse(text))
      assert.equal(shown(text).replace(/\s/g, ''), text.replace(/\s/g, ''))
    }),
  )
})

test('a long text with many escapes is shown whole', () => {
  const text = JSON.stringify(Array.from({ length: 5_000 }, (_, id) => ({ id, name: '\\"'.repeat(20) })))
  assert.equal(JSON.parse(shown(text)).length, 5_000)
  assert.ok(tokensOf(`"${'\\\\'.repeat(300_000)}"`))
})

test('object members keep the order in which they are written', () => {
  const members = membersOf('{"a":{"b":[1,{}]},"c":"x\\"y","n":18446744073709551615}')
  assert.deepEqual(
    [...(members ?? [])],
    [
      ['a', '{"b":[1,{}]}'],
      ['c', '"x\\"y"'],
      ['n', '18446744073709551615'],
    ],
  )
  assert.deepEqual(membersOf('{}')?.size, 0)
  for (const other of ['[1]', '1', 'null', '{', '']) assert.equal(membersOf(other), undefined)
})

const fields = [
  { path: ['name'], kind: 'string' },
  { path: ['categoryId'], kind: 'number' },
  { path: ['status'], kind: 'choice' },
  { path: ['tags'], kind: 'strings' },
  { path: ['ids'], kind: 'numbers' },
  { path: ['goodWith', 'cats'], kind: 'boolean' },
  { path: ['fee', 'amount'], kind: 'number' },
  { path: ['more'], kind: 'json' },
]
const filled = (texts: Record<string, string>) =>
  fields.map((field) => ({ ...field, text: texts[field.path.join('.')] ?? '' }))
const compact = (text: string): string => text.replace(/\s/g, '')

test('form fields are converted to JSON with exact numbers, without empty fields', () => {
  const texts = {
    name: 'Biscuit "B"',
    categoryId: '9007199254740993',
    status: 'null',
    tags: 'playful, calm',
    ids: '1, 9223372036854775807',
    'goodWith.cats': 'false',
    more: '{"a":[1.50]}',
  }
  assert.equal(
    compact(writeBody(filled(texts))),
    '{"name":"Biscuit\\"B\\"","categoryId":9007199254740993,"status":null,"tags":["playful","calm"],"ids":[1,9223372036854775807],"goodWith":{"cats":false},"more":{"a":[1.50]}}',
  )
  assert.equal(writeBody(filled({})), '{}')
})

test('invalid numbers are sent as text, so that the server reports the error', () => {
  assert.equal(compact(writeBody(filled({ categoryId: 'seven', more: '{' }))), '{"categoryId":"seven","more":"{"}')
})

test('a JSON body fills the form fields, and keeps members that have no field', () => {
  const json =
    '{"name":"Pepper","categoryId":9007199254740993,"tags":["a","b"],"goodWith":{"cats":true},"fee":null,"extra":[1]}'
  const texts = readBody(json, fields) ?? []
  assert.deepEqual(texts, ['Pepper', '9007199254740993', '', 'a, b', '', 'true', '', ''])
  const again = fields.map((field, at) => ({ ...field, text: texts[at] ?? '' }))
  assert.deepEqual(JSON.parse(writeBody(again, membersOf(json))), {
    ...JSON.parse(json),
  })
  assert.equal(readBody('[1]', fields), undefined)
})

test('a list that commas cannot separate unambiguously stays JSON', () => {
  const only = fields.filter(({ path }) => path[0] === 'tags')
  for (const json of ['{"tags":["a, b"]}', '{"tags":[""]}', '{"tags":[["a"]]}', '{"tags":[]}', '{"tags":null}']) {
    const [text = ''] = readBody(json, only) ?? []
    assert.deepEqual(JSON.parse(writeBody([{ path: ['tags'], kind: 'strings', text }])), JSON.parse(json))
  }
})
