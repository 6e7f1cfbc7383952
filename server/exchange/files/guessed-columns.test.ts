import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onOneEngine } from '../../../test/harness/app.ts'
import { httpImports } from '../../../test/harness/http-imports.ts'
import { commands } from '../../../test/harness/import-commands.ts'
import { recognizeFile } from './recognized-file.ts'

const nowMs = Date.UTC(2026, 10, 29)

/** `Animal # = externalId`; `?` for a column that looks like ids, `-` for others. */
const guessed = (text: string): { from: string | undefined; fields: string[] } => {
  const head = Buffer.from(text)
  const options = { fileName: 'file', encodings: [], list: undefined, nowMs }
  const { from, columns } = recognizeFile({ head, ...options })
  const shown = columns.map(({ name, field, looksLikeId }) => `${name} = ${field ?? (looksLikeId ? '?' : '-')}`)
  return { from, fields: shown }
}

const petPoint = `textbox89,Animal #,ARN,Animal Name,Species,Primary Breed,Secondary Breed,Gender,Altered,Date Of Birth,Intake Date,Intake Type,Microchip Number,Outcome Type,Location
Page 1,A0055123,,Gus,Dog,"Retriever, Labrador","Terrier, Pit Bull",Male,Yes,5/6/2021 12:00 AM,10/02/2026 3:15 PM,Stray,982000411223344,,Adoption Dogs
Page 1,A0055124,,Nia,Cat,Domestic Shorthair,Mix,Female,No,5/6/2025 12:00 AM,10/05/2026 9:05 AM,Owner Surrender,,Adoption,
`

test('columns get the field that their name suggests and their values confirm', () => {
  assert.deepEqual(guessed(petPoint).fields, [
    'textbox89 = -',
    'Animal # = externalId',
    'ARN = -',
    'Animal Name = name',
    'Species = species',
    'Primary Breed = breeds.primary',
    'Secondary Breed = breeds.secondary',
    'Gender = sex',
    'Altered = spayedNeutered',
    'Date Of Birth = birthDate',
    'Intake Date = intakeDate',
    'Intake Type = -',
    'Microchip Number = microchip',
    'Outcome Type = status',
    'Location = -',
  ])
  for (const [file, fields] of [
    ['Ref,Name,Type,State\nR1,Rex,Stray,TX\nR2,Tom,Confiscate,CA\n', ['externalId', 'name', '-', '-']],
    ['_id,Animal ID,Name\n1,T-1,Ivy\n2,T-2,Oz\n', ['-', 'externalId', 'name']],
    ['No,Animal,Name\n1,Dog,Rex\n2,Cat,Tom\n', ['externalId', 'species', 'name']],
    ['Name,Animal Name\nAnn Smith,Rex\nBob Jones,Tom\n', ['-', 'name']],
    // Nothing confirms it, but without a status all animals would be available.
    ['Name,Status\nRex,Floor two\nTom,Lobby\n', ['name', 'status']],
    ['Name,Where\nRex,Floor two\nTom,Lobby\n', ['name', '-']],
    ['Name,Age,Born,Size,Fixed\nRex,17 Main St,maybe,12 by 9,blue\n', ['name', '-', '-', '-', '-']],
    // Options say what 3/4/2024, $5 and 12 mean; empty columns contradict nothing.
    ['Name,Born,Fee,Weight,Chip\nRex,3/4/2024,5,12,\n', ['name', 'birthDate', 'fee', 'weight', 'microchip']],
    ['Name,Microchip,Chip Number\nRex,,982000411223344\n', ['name', '-', 'microchip']],
  ] as const) {
    assert.deepEqual(
      guessed(file).fields.map((one) => one.split(' = ')[1]),
      fields,
      file,
    )
  }
})

test('a column of ids that no name gives away is named, and nothing else', () => {
  for (const [file, fields] of [
    ['Sheet,Name\nX-101,Rex\nX-102,Tom\n', ['?', 'name']],
    ['Kennel,Name\nX-101,Rex\nX-102,Tom\n', ['-', 'name']],
    ['Record ID,Pet Name\n701,Rex\n701,Rex\n702,Tom\n', ['?', 'name']],
    ['Petstablished ID,Pet Name\n701,Rex\n701,Rex\n702,Tom\n', ['externalId', 'name']],
    ['Numer;Imie\nP1;Rex\nP2;Tom\n', ['?', '-']],
    ['Microchip ID,Name\n982000411223344,Rex\n982000411223345,Tom\n', ['microchip', 'name']],
    [
      'Zip code,Phone no,Seen,Cost,Name\n10001,5551234,2024-01-02,12.50,Rex\n10002,5551235,2024-01-03,13.50,Tom\n',
      ['-', '-', '-', '-', 'name'],
    ],
    ['Id,Ref,Name\n1,R1,Rex\n2,R2,Tom\n', ['externalId', '-', 'name']],
  ] as const) {
    assert.deepEqual(
      guessed(file).fields.map((one) => one.split(' = ')[1]),
      fields,
      file,
    )
  }
})

test('a spreadsheet with usual names is not taken for a system, and real files of systems are', () => {
  const usual = `Animal ID,Name,Species,Breed,Sex,Age,Color,Size,Status,Intake Date,Microchip
A1,Rex,Dog,Beagle,Male,3 years,Black,Large,Available,2026-01-02,982000411223344
`
  assert.equal(guessed(usual).from, undefined)
  assert.equal(guessed('[{"AnimalID":"A1","AnimalName":"Rex","Sex":"M"}]').from, undefined)
  assert.equal(guessed(petPoint).from, undefined)
  assert.equal(guessed('{"animals":[{"ID":"S1","Internal-ID":"9","Name":"Rex","Type":"Dog"}]}').from, 'shelterluv')
  const report = 'Animal ID,Name,Species,Age (Y/M/D),Altered in Care,Status\nS1,Rex,Dog,1Y/ 0M/ 0D,Yes,Available\n'
  assert.equal(guessed(report).from, 'shelterluv')
  const asm3 =
    'ANIMALCODE,ANIMALNAME,ANIMALBREED1,ANIMALDOB,ANIMALENTRYDATE,ANIMALNEUTERED,COSTDATE,COSTTYPE,COSTAMOUNT,LOGDATE,LOGTYPE,TESTTYPE\nD1,Rex,Beagle,2020-01-02,2026-01-02,1,,,,,,\n'
  assert.equal(guessed(asm3).from, 'asm3')
})

onOneEngine('the import and the command line name a likely column of ids until one is mapped', async (open, t) => {
  await using app = await open()
  const imports = httpImports(app)
  const file = 'Numer;Imie\nP1;Rex\nP2;Tom\n'
  const sent = await imports.send(file)
  assert.deepEqual(sent.columns[0], { name: 'Numer', samples: ['P1', 'P2'], looksLikeId: true })
  const name = { column: 'Imie', field: 'name' }
  const without = await imports.check(sent.id, { map: [name] })
  assert.deepEqual([without.check.withoutIds, without.columns[0]?.looksLikeId], [2, true])
  const map = [name, { column: 'Numer', field: 'externalId' }]
  const mapped = await imports.check(sent.id, { map })
  assert.deepEqual([mapped.check.withoutIds, mapped.columns[0]?.looksLikeId], [0, undefined])
  const shop = commands(t, app)
  const args = ['import', shop.write('psy.csv', file), '--account', String(app.accountId), '--dry-run']
  const asked = await shop.run(...args, '--map', 'Imie=name')
  assert.match(asked.text, /The column Numer looks like the ids of the animals \(P1, P2\): with Numer=externalId/)
  const quiet = await shop.run(...args, '--map', 'Imie=name,Numer=externalId')
  assert.doesNotMatch(quiet.text, /looks like/)
})
