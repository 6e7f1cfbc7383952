import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { csvText, protection } from '../console/platform/csv.ts'
import { listedColumns } from '../console/store/transfer/animal-columns.ts'
import { csvReader } from '../server/exchange/files/csv.ts'
import { petColumns } from '../server/exchange/files/file-format.ts'
import { profileColumns } from '../server/exchange/files/profile-columns.ts'
import { protectionColumn, unprotectText } from '../server/exchange/files/protected-text.ts'
import { chooseSeed } from './harness/seeded.ts'

const texts = fc
  .array(
    fc.constantFrom(
      '"',
      ',',
      '\n',
      '\r\n',
      '\r',
      'a',
      ' ',
      'é',
      "'",
      '=',
      ';',
      '＝',
      '-',
      '0',
      '12',
      '/',
      '9e5',
      '123456789012',
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''))

test('exports of the console can be imported again, and spreadsheets neither run nor round any cell', () => {
  fc.assert(
    fc.property(fc.array(texts, { minLength: 2, maxLength: 4 }), (cells) => {
      const text = csvText([['x', ...cells]])
      const read = csvReader()
      const [row] = [...read(text), ...read()]
      assert.ok(row && Array.isArray(row.fields))
      assert.deepEqual(row.fields.map(unprotectText), ['x', ...cells])
      for (const field of row.fields) {
        assert.doesNotMatch(field, /(?:^|;) *[=+\-@\t\r＝＋＠－]/)
        assert.doesNotMatch(field, /^ *(?:0\d+|\d{12,}) *$/)
      }
    }),
    { seed: chooseSeed(), numRuns: 2_000 },
  )
})

test('an export of the console has the columns of an import', () => {
  const known = [...petColumns, ...profileColumns]
  assert.deepEqual(
    listedColumns.map(([column]) => column).filter((column) => !known.includes(column)),
    [],
  )
  assert.equal(protection.column, protectionColumn)
})
