import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeIntake } from '../../examples/make-intake.ts'
import { engines, freshDatabase } from '../harness/engines.ts'
import { rounds } from '../harness/rounds.ts'
import { cli } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const example = new URL('../../examples/intake.csv', import.meta.url).pathname
const intake = makeIntake()
/** The whole file takes minutes on a slow machine. */
const part = makeIntake({ rows: rounds({ usual: 1_500, torture: 12_000 }) })

test('examples/intake.csv is what its script generates, and contains every mistake', () => {
  assert.ok(readFileSync(example).equals(intake.file))
  assert.ok(makeIntake().file.equals(intake.file))
  assert.equal(makeIntake({ seed: 1 }).file.equals(intake.file), false)
  assert.ok(intake.sound >= 10_000)
  const kinds = new Set(intake.planted.map(({ field, code }) => `${field} ${code}`))
  assert.deepEqual([...kinds].sort(), [
    ' text_after_quote',
    ' wrong_column_count',
    'categoryId invalid_type',
    'categoryId required',
    'id duplicate_row',
    'name invalid_encoding',
    'name invalid_value',
    'name required',
    'status invalid_value',
  ])
})

for (const engine of engines) {
  test(`importing it adds every valid row and reports every other by its line (${engine})`, async () => {
    using folder = temporaryFolder()
    const store = await freshDatabase(engine)
    const environment = { DATABASE_URL: store.url }
    const file = join(folder.path, 'intake.csv')
    writeFileSync(file, part.file)
    const unknown = await cli(environment, 'import', file).catch((error) => error)
    assert.match(unknown.stderr, /unknown columns: notes/)

    const args = ['import', file, '--ignore-columns', 'notes', '--json']
    const { code, stdout } = await cli(environment, ...args).catch((error) => error)
    assert.equal(code, 1)
    const { added, refused, report } = JSON.parse(stdout)
    assert.deepEqual([added, refused], [part.sound, part.planted.length])
    const reported = readFileSync(report, 'utf8').matchAll(/^(\d+),(\w*),(\w+),"?(?:must|is|has) /gm)
    assert.deepEqual(
      [...reported].map(([, line, field, code]) => ({ line: Number(line), field, code })),
      part.planted,
    )
    const exported = join(folder.path, 'all.ndjson')
    await cli(environment, 'export', exported)
    const rows = readFileSync(exported, 'utf8').trimEnd().split('\n')
    assert.equal(rows.length, part.sound)
    assert.equal(rows.join().includes('\ufffd'), false)
    await store.remove()
  })
}
