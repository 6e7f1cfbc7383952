import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Import } from '@adoption-store/client'
import { type ColumnChoice, optionsOf, sameField } from './column-choice.ts'
import { LEFT_OUT } from './field-labels.ts'

const file = (columns: { name: string; field?: string }[]) => ({ columns }) as Import

test('of a table, each column that is not left out is sent, and of two with one name the first', () => {
  const of = file([{ name: 'Name' }, { name: 'Notes' }, { name: 'Kind' }, { name: 'Kind' }])
  const choice: ColumnChoice = ['name', LEFT_OUT, 'species', 'breed']
  const map = [
    { column: 'Name', field: 'name' },
    { column: 'Kind', field: 'species' },
  ]
  assert.deepEqual(optionsOf(of, 'other', choice), { from: undefined, map })
})

test('of a known system, only columns that are read otherwise than usual are sent', () => {
  const of = file([
    { name: 'ANIMALNAME', field: 'name' },
    { name: 'COLOR', field: 'colors' },
  ])
  assert.deepEqual(optionsOf(of, 'asm3', ['name', 'colors']), { from: 'asm3', map: undefined })
  assert.deepEqual(optionsOf(of, 'asm3', ['name', 'tags']), {
    from: 'asm3',
    map: [{ column: 'COLOR', field: 'tags' }],
  })
})

test('a second column of a field with one value names the first, and fields with several values may have more', () => {
  const of = file([{ name: 'A' }, { name: 'B' }, { name: 'C' }])
  assert.equal(sameField(of, ['name', 'name', LEFT_OUT], 1), 'A')
  assert.equal(sameField(of, ['name', 'name', LEFT_OUT], 0), undefined)
  assert.equal(sameField(of, ['tags', 'tags', LEFT_OUT], 1), undefined)
  assert.equal(sameField(of, [LEFT_OUT, LEFT_OUT, LEFT_OUT], 1), undefined)
})
