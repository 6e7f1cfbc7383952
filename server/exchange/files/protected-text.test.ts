import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { onEachEngine } from '../../../test/harness/app.ts'
import { commands } from '../../../test/harness/import-commands.ts'
import { chooseSeed } from '../../../test/harness/seeded.ts'
import { protectText, unprotectText } from './protected-text.ts'

test('texts that a spreadsheet would interpret are protected, and others are unchanged', () => {
  for (const text of [
    '=1+1',
    '+1 555 0100',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '  =1',
    '＝1',
    "'=x",
    'Rex;=1',
    '985112345678903',
    '00123',
    '007',
    ' 0123',
    '1e5',
    '9.85112E+14',
    '1-2',
    '3/4/24',
    "'007",
  ]) {
    assert.match(protectText(text), /(?:^|;)'/, text)
    assert.notEqual(protectText(text), text)
  }
  for (const text of [
    'Biscuit',
    "O'Malley",
    "'x",
    '',
    '7',
    '0',
    '2023-104',
    'A00123',
    '981 020',
    '2024-05-17',
    'Tom; Jerry',
    'true',
    '3.5 years',
    'x@y',
    '12345678901',
    '2024-05-01T00:00:00.000Z',
  ]) {
    assert.equal(protectText(text), text)
  }
})

test('removes exactly what was added', () => {
  const piece = fc.constantFrom(
    "'",
    ';',
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    ' ',
    '0',
    '123456789012',
    '.',
    ',',
    'e',
    '/',
    'x',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('')
      assert.equal(unprotectText(protectText(text)), text)
      assert.doesNotMatch(protectText(text), /(?:^|;) *[=+@\-\t\r]|^ *(?:0\d+|\d{12,}) *$/)
    }),
    { seed: chooseSeed(), numRuns: 5_000 },
  )
})

const hostile = [
  '=1+1',
  "'x",
  "'=x",
  "''=x",
  '00123',
  '985112345678903',
  "'985112345678903",
  '1-2',
  '1E5',
  '+49 151 0000000',
  '-',
  '@Rex',
  'Rex;=1',
  "Rex;'=1",
  '; =1',
  ' 007',
  '＝x',
  'Żółw',
  '"=1"',
]

onEachEngine('an export that was saved by a spreadsheet is imported unchanged', async (open, t) => {
  await using app = await open()
  await using other = await open()
  const shop = commands(t, app)
  const there = commands(t, other)
  const animals = hostile.map((text, at) => ({
    id: at + 1,
    name: text,
    categoryId: 1,
    status: 'available',
    profile: {
      species: 'dog',
      externalId: `${text}${at}`,
      description: `\t${text}\n=1`,
      specialNeeds: text,
      colors: [text, 'Black'],
      tags: [text],
      ...(at === 5 && { microchip: '985112345678903' }),
      breeds: { primary: text, secondary: '=2' },
    },
  }))
  const file = shop.write('in.json', JSON.stringify(animals))
  const done = await shop.run('import', file, '--account', String(app.accountId), '--json')
  assert.deepEqual([done.added, done.refused], [hostile.length, 0], done.text)
  const plain = shop.at('plain.csv')
  const sheet = shop.at('sheet.csv')
  await shop.run('export', plain)
  await shop.run('export', sheet, '--for-spreadsheets')
  const text = readFileSync(sheet, 'utf8')
  assert.match(text, /,'985112345678903,/)
  assert.match(text, /\n1,'=1\+1,1,/)
  // Rows without the mark are read as they are: a plain file keeps its own '.
  for (const name of [sheet, plain]) {
    const args = [name, '--account', String(app.accountId), '--json', '--again']
    const again = await shop.run('import', ...args)
    assert.deepEqual([again.unchanged, again.refused], [hostile.length, 0], again.text)
  }
  await there.run('import', sheet, '--account', String(other.accountId))
  await there.run('export', there.at('plain.csv'))
  assert.equal(readFileSync(there.at('plain.csv'), 'utf8'), readFileSync(plain, 'utf8'))
  const odd = shop.write('odd.csv', 'id,name,categoryId,protectedText\n1,Rex,1,perhaps\n')
  assert.equal((await shop.run('import', odd)).code, 1)
  assert.deepEqual(shop.faults('odd.csv'), ['2 protectedText invalid_value'])
})
