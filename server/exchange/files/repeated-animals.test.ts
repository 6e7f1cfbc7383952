import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { httpImports } from '../../../test/harness/http-imports.ts'
import { commands } from '../../../test/harness/import-commands.ts'

const exported = readFileSync(new URL('../../../test/imports/asm3-export-2026.csv', import.meta.url))

const namesOf = async (app: TestApp) => {
  app.clock.advance(1_000)
  const pets: { name: string; status: string }[] = (await app.get('/v1/pets')).json()
  return pets.map(({ name, status }) => `${name} ${status}`)
}

onEachEngine(
  'the further rows of an animal in an export of ASM3 add no animal, and their photos belong to it',
  async (open, t) => {
    await using app = await open()
    const shop = commands(t, app)
    const path = shop.write('export.csv', exported)
    const options = ['--from', 'asm3', '--date-order', 'mdy', '--weight-unit', 'lb', '--json']
    const args = [path, ...options, '--account', String(app.accountId)]
    const dry = await shop.run('import', ...args, '--dry-run')
    const done = await shop.run('import', ...args)
    const counts = [done.rows, done.added, done.refused, done.leftOut, done.otherRows]
    assert.deepEqual(counts, [4, 2, 0, 2, 7], done.text)
    assert.deepEqual(
      [dry.added, dry.leftOut, dry.published, dry.valuesLeftOut, dry.photosNamed],
      [2, 2, done.published, done.valuesLeftOut, 2],
    )
    assert.deepEqual(await namesOf(app), ['Wanda available', 'Orla sold'])
    assert.deepEqual(
      done.noPlace.filter(({ field }) => field.startsWith('ANIMALCODE')),
      [],
    )
    const imports = httpImports(app)
    const again = await imports.send(exported, 'from=asm3&dateOrder=mdy&weightUnit=lb')
    const { unchanged, leftOut, refused, otherRows, published } = again.check
    assert.deepEqual([unchanged, leftOut, refused, otherRows, published], [2, 2, 0, 7, 0])
  },
)

test('of several rows of an animal, the latest counts, wherever it is in the file', async (t) => {
  await using app = await testApp()
  const shop = commands(t, app)
  const map = 'Nr=externalId,Name=name,Type=species,In=intakeDate,Out=outcomeDate,Where=status'
  const read = (file: string, ...rows: string[]) =>
    shop.run(
      'import',
      shop.write(file, `Nr,Name,Type,In,Out,Where\n${rows.join('\n')}\n`),
      '--map',
      map,
      '--account',
      String(app.accountId),
      '--json',
    )
  const done = await read(
    'stays.csv',
    '1,Momo,Cat,2024-05-01,2024-06-11,Adopted',
    '2,Rex,Dog,2026-03-02,,Available',
    '1,Momo,Cat,2026-01-15,,Available',
    '2,Rex,Dog,2023-08-08,2023-09-09,Adopted',
    // Its death is later than its intake in the other row.
    '3,Bea,Dog,2024-01-01,2026-02-01,Died',
    '3,Bea,Dog,2025-01-01,,Available',
  )
  assert.deepEqual([done.rows, done.added, done.leftOut, done.mergedRows], [3, 2, 1, 3], done.text)
  assert.deepEqual(shop.reported('stays.csv'), [
    '3 | Nr | merged_row | 2',
    '4 | Nr | merged_row | 1',
    '6 | status | left_shelter | Bea',
    '6 | Nr | merged_row | 3',
  ])
  assert.match(readFileSync(shop.at('stays.csv.errors.csv'), 'utf8'), /is also in line 5: this row/)
  assert.deepEqual(await namesOf(app), ['Rex available', 'Momo available'])
})

test('without dates, a death counts before an adoption before the rest', async (t) => {
  await using app = await testApp()
  const shop = commands(t, app)
  const rows = ['1,Ann,Available', '1,Ann,Died', '2,Tom,Adopted', '2,Tom,Available']
  const file = shop.write('list.csv', `Nr,Name,Where\n${rows.join('\n')}\n3,Eve,On hold\n3,,\n`)
  const map = ['--map', 'Nr=externalId,Name=name,Where=status']
  const args = ['import', file, ...map, '--account', String(app.accountId), '--json']
  const done = await shop.run(...args)
  assert.deepEqual([done.added, done.leftOut, done.mergedRows], [2, 1, 2], done.text)
  // A row with nothing but an id is no row of its own.
  assert.equal(done.otherRows, 1)
  assert.deepEqual(await namesOf(app), ['Tom sold', 'Eve pending'])
  const again = await shop.run(...args, '--again')
  assert.deepEqual([again.added, again.updated, again.unchanged], [0, 0, 2], again.text)
})

test('as guessed, the latest stay in a report of Petstablished counts', async () => {
  await using app = await testApp()
  const imports = httpImports(app)
  const rows = [
    'Petstablished ID,Pet Name,Pet Type,Date Pet Entered Your Care,Current Status,Adoption/Foster Date',
    'PS-502,Momo,Cat,2024-05-01,Adopted,2024-06-11',
    'PS-502,Momo,Cat,2026-01-15,Available,',
    'PS-503,Rex,Dog,2026-03-02,Available,',
    'PS-503,Rex,Dog,2023-08-08,Adopted,2023-09-09',
  ]
  const sent = await imports.send(rows.join('\n'), 'fileName=report.csv')
  const map = sent.columns.flatMap(({ name, field }) => (field ? [{ column: name, field }] : []))
  const { check } = await imports.check(sent.id, { map })
  assert.deepEqual([check.rows, check.added, check.mergedRows], [2, 2, 2])
  await imports.run(sent.id)
  assert.deepEqual((await namesOf(app)).toSorted(), ['Momo available', 'Rex available'])
})
