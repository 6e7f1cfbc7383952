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
import { servingTimeMs } from './harness/cpu-time.ts'
import { chooseSeed } from './harness/seeded.ts'

const texts = fc
  .array(fc.constantFrom('"', ',', '\n', '\r\n', '\r', 'a', ' ', 'é', "'", '=', ';', '＝'), {
    maxLength: 40,
  })
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
      for (const field of row.fields) assert.doesNotMatch(field, /(?:^|;) *[=+\-@\t\r＝＋＠－]/)
    }),
    { seed: chooseSeed(), numRuns: 500 },
  )
})

for (const [name, line] of [
  ['blank lines', '\n'],
  ['lines without a comma', 'a\n'],
  ['one line of commas', ','],
  ['quotes that are not closed', 'a,"\n'],
] as const) {
  test(`the time that the console takes to read a file of ${name} is linear in its size`, () => {
    const small = readingMs(`name,categoryId\n${line.repeat(8_000)}`, 256)
    const large = readingMs(`name,categoryId\n${line.repeat(8_000 * 32)}`, 8)
    // As much text; it would be 32 times as long if each row looked through the rest of the file.
    assert.ok(large < 6 * small, `${large} ms in one piece, ${small} ms in many`)
  })
}

/** CPU time, however busy the machine is. */
const readingMs = (text: string, times: number): number => {
  const beforeMs = servingTimeMs(process.pid)
  for (let time = 0; time < times; time += 1) {
    for (const { line } of csvRows(text, ',')) assert.ok(line > 0)
  }
  return servingTimeMs(process.pid) - beforeMs
}

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
