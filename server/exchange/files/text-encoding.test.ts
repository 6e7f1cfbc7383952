import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, onOneEngine, type TestApp } from '../../../test/harness/app.ts'
import { httpImports } from '../../../test/harness/http-imports.ts'
import { commands } from '../../../test/harness/import-commands.ts'
import type { Encoding } from './file-format.ts'
import { type EncodingGuess, guessEncodings } from './text-encoding.ts'

/** Encodes with the table of the decoder: there is no encoder for these. */
const encoded = (text: string, encoding: Encoding): Buffer => {
  const decoder = new TextDecoder(encoding)
  const bytes = Array.from({ length: 256 }, (_, byte) => decoder.decode(Buffer.from([byte])))
  return Buffer.from([...text].map((sign) => bytes.indexOf(sign)))
}

async function* inPieces(file: Buffer, size: number) {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size)
}

const guessed = async (file: Buffer): Promise<EncodingGuess[]> => {
  const whole = await guessEncodings(inPieces(file, file.length))
  for (const size of [1, 3]) assert.deepEqual(await guessEncodings(inPieces(file, size)), whole)
  return whole
}

test('the likeliest encoding of a file that is not UTF-8 is the one in which its letters fit one language', async () => {
  for (const [text, encoding] of [
    ['Name\r\nPeña\r\nMüller\r\n', 'windows-1252'],
    ['Nom\nChloé\nHélène à côté\n', 'windows-1252'],
    ['João\nConceição\nNº 3\n', 'windows-1252'],
    ['Søren\nBjørk\nÅse\n', 'windows-1252'],
    ['Perché\nCittà\nPiù\n', 'windows-1252'],
    ['¿Quién? “Rex” – 5 € £5 2½ m²\n', 'windows-1252'],
    ['Łapka\nŻuczek\nOwczarek śląski\n', 'windows-1250'],
    ['Jiří\nDvořák\nRůžena\n', 'windows-1250'],
    ['Erdős\nKűrt\n', 'windows-1250'],
    ['Kovačević\nĐuro\n', 'windows-1250'],
  ] as const) {
    const [likeliest, other] = await guessed(encoded(text, encoding))
    assert.equal(likeliest?.encoding, encoding, text)
    assert.ok(text.includes(likeliest?.samples[0] ?? '-'), JSON.stringify(likeliest))
    assert.notEqual(other?.samples[0], likeliest?.samples[0])
  }
  // Nothing tells them apart, so there is nothing to choose.
  const same = await guessed(encoded('Müller\nGrüße\n', 'windows-1250'))
  assert.deepEqual(same, [{ encoding: 'windows-1252', samples: ['Müller', 'Grüße'] }])
})

test('a file with a valid row of UTF-8 beyond ASCII, or a byte order mark, is UTF-8', async () => {
  const bad = Buffer.from('Zo\xeb,1\n', 'latin1')
  const valid = Buffer.from('Peña,1\n')
  for (const file of [
    Buffer.concat([valid, bad]),
    Buffer.concat([bad, bad, valid]),
    Buffer.concat([Buffer.from('\ufeffname\n'), bad]),
    Buffer.from('name\nRex\n'),
    // JSON in one line.
    Buffer.concat([Buffer.from('[{"name":"Peña"},{"name":"'), bad, Buffer.from('"}]')]),
  ]) {
    assert.deepEqual(await guessed(file), [])
  }
  assert.equal((await guessed(Buffer.concat([Buffer.from('name\n'), bad]))).length, 1)
})

const namesIn = async (app: TestApp): Promise<string[]> => {
  const pets: { name: string }[] = (await app.get('/v1/pets')).json()
  return pets.map(({ name }) => name).sort()
}

const polish = encoded('Numer;Imię;Rasa\r\nP1;Łapka;Mieszaniec\r\nP2;Żuczek;Owczarek\r\n', 'windows-1250')
const fields = (name: string) => [
  { column: 'Numer', field: 'externalId' },
  { column: name, field: 'name' },
]

onEachEngine(
  'a file of an older program is read in its likeliest encoding, and in another one if that is chosen',
  async (open) => {
    await using app = await open()
    const imports = httpImports(app)
    const sent = await imports.send(polish)
    assert.equal(sent.columns[1]?.name, 'Imię')
    assert.deepEqual(sent.columns[1]?.samples, ['Łapka', 'Żuczek'])
    assert.deepEqual(
      sent.encodings?.map(({ encoding, samples }) => [encoding, samples[1]]),
      [
        ['windows-1250', 'Łapka'],
        ['windows-1252', '£apka'],
      ],
    )
    const checked = await imports.check(sent.id, { map: fields('Imię') })
    assert.deepEqual([checked.status, checked.check?.added], ['checked', 2], checked.problem)
    assert.ok(checked.encodings, 'nobody has chosen yet')
    // Columns keep their fields when their names read differently.
    const other = await imports.check(sent.id, { map: fields('Imię'), encoding: 'windows-1252' })
    assert.deepEqual([other.encodings, other.columns[1]?.name], [undefined, 'Imiê'])
    assert.deepEqual(
      other.columns.map(({ field }) => field),
      ['externalId', 'name', undefined],
    )
    assert.deepEqual(
      other.check.examples.added.map(({ name }) => name),
      ['£apka', '¯uczek'],
    )
    const back = await imports.check(sent.id, { map: fields('Imiê'), encoding: 'windows-1250' })
    assert.equal(back.check.added, 2, back.problem)
    await imports.run(sent.id)
    assert.deepEqual(await namesIn(app), ['Łapka', 'Żuczek'])
  },
)

onOneEngine('the command line says which encoding it took, and takes another one', async (open, t) => {
  await using app = await open()
  const shop = commands(t, app)
  const account = ['--account', String(app.accountId)]
  const args = ['import', shop.write('polish.csv', polish), '--map', 'Numer=externalId,Imię=name']
  const dry = await shop.run(...args, ...account, '--dry-run', '--json')
  assert.deepEqual([dry.code, dry.added, dry.encoding], [0, 2, 'windows-1250'], dry.text)
  assert.match(
    dry.text,
    /The file is not UTF-8, so it is read as windows-1250: Imię, Łapka, Żuczek; --encoding windows-1252: Imiê, £apka, ¯uczek\./,
  )
  const done = await shop.run(...args, ...account, '--encoding', 'windows-1250')
  assert.equal(done.code, 0, done.text)
  assert.doesNotMatch(done.text, /is read as/)
  assert.deepEqual(await namesIn(app), ['Łapka', 'Żuczek'])
  // A row that is not valid stays refused where other rows are UTF-8.
  const mixed = Buffer.concat([Buffer.from('N,A\n1,Peña\n2,'), Buffer.from('Zo\xeb\n', 'latin1')])
  const map = ['--map', 'N=externalId,A=name', ...account, '--json']
  const bad = await shop.run('import', shop.write('mixed.csv', mixed), ...map)
  assert.deepEqual([bad.code, bad.added, bad.refused, bad.encoding], [1, 1, 1, 'utf-8'])
  assert.deepEqual(shop.faults('mixed.csv'), ['3  invalid_encoding'])
})
