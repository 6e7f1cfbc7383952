import assert from 'node:assert/strict'
import { test } from 'node:test'
import { likelyName } from './likely-name.ts'

const known = ['limit', 'cursor', 'status', 'categoryId', 'type', 'q', 'sort', 'id']

const cases: [string, string | undefined][] = [
  ['page', 'cursor'],
  ['per_page', 'limit'],
  ['perPage', 'limit'],
  ['types', 'type'],
  ['ids', 'id'],
  ['Limit', 'limit'],
  ['STATUS', 'status'],
  ['category_id', 'categoryId'],
  ['categoryid', 'categoryId'],
  ['limt', 'limit'],
  ['limiit', 'limit'],
  ['lomit', 'limit'],
  ['ilmit', 'limit'],
  ['statsu', 'status'],
  ['search', 'q'],
  ['colour', undefined],
  ['x', undefined],
  ['', undefined],
  ['limit'.repeat(20), undefined],
]

for (const [name, meant] of cases) {
  test(`${JSON.stringify(name.slice(0, 20))} suggests ${meant}`, () => {
    assert.equal(likelyName(name, known), meant)
  })
}

test('only parameters of the operation are suggested', () => {
  assert.equal(likelyName('page', ['status']), undefined)
})
