import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { csvText, plainCell } from '../console/platform/csv.ts'
import {
  commandLineColumns,
  listedColumns,
  petColumns,
  profileColumns,
} from '../console/store/transfer/animal-columns.ts'
import { csvRows } from '../console/store/transfer/csv-rows.ts'
import { named, readImportFile } from '../console/store/transfer/import-file.ts'
import { csvReader } from '../server/exchange/transfer/csv.ts'
import { profileColumns as serverColumns } from '../server/exchange/transfer/profile-columns.ts'
import { petColumns as serverPetColumns } from '../server/exchange/transfer/transfer.ts'
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

const header = 'name,categoryId'

for (const [name, text] of [
  ['a header of commas', `${header}${','.repeat(5e6)}\nRex,1\n`],
  ['a row of commas', `${header}\nRex,1${','.repeat(5e6)}\n`],
  [
    'rows of many columns',
    `${header}${',c'.repeat(998)}\n${`Rex,1${',x'.repeat(998)}\n`.repeat(2_500)}`,
  ],
  ['many columns that nobody knows', `${header},${'c'.repeat(5_000)}${',c'.repeat(900)}\nRex,1\n`],
  ['one column again and again', `${header}${',name'.repeat(990)}\nRex,1\n`],
  ['other columns', `${Array(900).fill('c'.repeat(5_000))}\nRex,1\n`],
  ['cells of many lines', `${header},tags\n${`Rex,1,"${'a\n'.repeat(30_000)}"\n`.repeat(80)}`],
  ['quotes that are not closed', `${header}\n${'"Rex,1\n'.repeat(700_000)}`],
] as const) {
  test(`the page can be used while the console reads a file of ${name}, and what it says of it is short`, async () => {
    const harmless = `${header}\n${'Rex the dog,1\n'.repeat(text.length / 14)}`
    const allowedMs = Math.max(50, 5 * (await longestPieceMs(harmless)).ms)
    const first = await longestPieceMs(text)
    const { said } = first
    let { ms } = first
    // The collector of garbage may fall into one piece, and not into one each time.
    for (let round = 1; round < 4 && ms >= allowedMs; round += 1)
      ms = Math.min(ms, (await longestPieceMs(text)).ms)
    assert.ok(ms < allowedMs, `${ms} ms in one piece, ${allowedMs} would do`)
    assert.ok(said.length < 1_500, said.slice(0, 100))
  })
}

/** The longest that reading a file holds up everything else, in CPU time; and what the page says of its columns. */
const longestPieceMs = async (text: string) => {
  let [ms, isOver, beforeMs] = [0, false, servingTimeMs(process.pid)]
  const look = () => {
    const nowMs = servingTimeMs(process.pid)
    ms = Math.max(ms, nowMs - beforeMs)
    beforeMs = nowMs
    if (!isOver) setImmediate(look)
  }
  const file = new File([text], 'animals.csv')
  look()
  const said = await readImportFile(file).then(
    ({ leftOut }) => named(leftOut),
    (error: Error) => error.message,
  )
  await new Promise(setImmediate)
  isOver = true
  return { ms, said }
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
