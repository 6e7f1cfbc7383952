import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { csvText, plainCell } from '../console/platform/csv.ts'
import {
  commandLineColumns,
  listedColumns,
  petColumns,
  profileColumns,
} from '../console/transfer/animal-columns.ts'
import { csvRows } from '../console/transfer/csv-rows.ts'
import { csvReader } from '../server/transfer/csv.ts'
import { profileColumns as serverColumns } from '../server/transfer/profile-columns.ts'
import { petColumns as serverPetColumns } from '../server/transfer/transfer.ts'
import { chooseSeed } from './harness/seeded.ts'

const texts = fc
  .array(fc.constantFrom('"', ',', '\n', '\r\n', '\r', 'a', ' ', 'é', "'", '='), { maxLength: 40 })
  .map((pieces) => pieces.join(''))

test('the console and the command line read the same rows, faults and lines from a file', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const read = csvReader()
      assert.deepEqual([...csvRows(text, ',')], [...read(text), ...read()])
    }),
    { seed: chooseSeed(), numRuns: 500 },
  )
})

test('what the console exports is what it reads again, whatever a cell begins with', () => {
  fc.assert(
    fc.property(fc.array(texts, { minLength: 2, maxLength: 4 }), (cells) => {
      const [row] = csvRows(csvText([['x', ...cells]]), ',')
      assert.ok(row && Array.isArray(row.fields))
      assert.deepEqual(row.fields.map(plainCell), ['x', ...cells])
      for (const field of row.fields) assert.doesNotMatch(field, /^[=+\-@\t\r]/)
    }),
    { seed: chooseSeed(), numRuns: 500 },
  )
})

test('the console takes the columns that the command line takes, and says which it does not', () => {
  const taken = Object.keys(profileColumns)
  assert.deepEqual([...taken, ...commandLineColumns].sort(), [...serverColumns].sort())
  assert.deepEqual(Object.keys(petColumns).sort(), [...serverPetColumns].sort())
  const known = [...Object.keys(petColumns), ...taken]
  assert.deepEqual(
    listedColumns.filter(([column]) => !known.includes(column)),
    [],
  )
})
