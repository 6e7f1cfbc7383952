import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { jpeg } from '../../../test/harness/images.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { typed } from '../../../test/harness/typed.ts'
import { csvReader } from '../files/csv.ts'

const json = { 'content-type': 'application/json' }

const add = async (app: TestApp, name: string, profile: object): Promise<number> => {
  const { id } = (await app.post('/v1/pets', { name, categoryId: 7 })).json()
  const response = await app.inject({
    method: 'PUT',
    url: `/v1/pets/${id}/profile`,
    headers: { ...app.key, ...json },
    payload: JSON.stringify({ published: true, species: 'dog', ...profile }),
  })
  assert.equal(response.statusCode, 200, response.body)
  app.clock.advance(1_000)
  return id
}

/** The rows of a file by column. */
const rowsOf = (path: string): Record<string, string>[] => {
  const read = csvReader()
  const [header, ...rows] = [...read(readFileSync(path, 'utf8')), ...read()].map(({ fields }) => {
    assert.ok(Array.isArray(fields), String(fields))
    return fields
  })
  return rows.map((fields) => {
    assert.equal(fields.length, header?.length)
    return Object.fromEntries((header ?? []).map((name, at) => [name, fields[at] ?? '']))
  })
}

/** The command has the real clock. */
const sixYearsAgo = new Date(Date.now() - 6 * 366 * 86_400_000).toISOString().slice(0, 10)

const whole = {
  sex: 'female',
  size: 'extraLarge',
  coat: 'short',
  birthDate: sixYearsAgo,
  breeds: { primary: 'Pug', mixed: true },
  colors: ['Black', 'Tan'],
  goodWith: { children: true, dogs: false, cats: null },
  vaccinated: true,
  description: '=HYPERLINK("http://evil.example")\n\n- calm & <b>big</b>',
  videos: ['https://youtu.be/abcdefghijk'],
}

onEachEngine(
  'publish writes the file of each portal, and lists the animals that it leaves out with the reasons',
  async (open) => {
    await using app = await open()
    using folder = temporaryFolder()
    const id = await add(app, '@Biscuit', whole)
    await app.inject({
      method: 'POST',
      url: `/v1/pets/${id}/photos`,
      headers: { ...app.key, 'content-type': 'image/jpeg' },
      payload: await jpeg(40, 30),
    })
    const unknown = await add(app, 'Pepper', { breeds: { primary: 'Pug' } })
    const fish = await add(app, 'Nemo', { ...whole, species: 'fish' })
    await add(app, 'Draft', { published: false })
    const publish = async (to: string) => {
      const out = join(folder.path, to)
      const args = ['--out', out, '--public-url', 'https://paws.example/', '--json']
      const account = ['--account', String(app.accountId)]
      const done = await typed(app.databaseUrl, 'publish', '--to', to, ...args, ...account)
      assert.deepEqual([done.code, done.errors], [0, []], done.errors.join())
      const printed = JSON.parse(done.output)
      return { ...printed, rows: rowsOf(join(out, printed.file)) }
    }
    const left = (name: string, at: number, reason: string) => ({ id: at, name, reason })

    const petfinder = await publish('petfinder')
    assert.deepEqual(petfinder.leftOut, [left('Pepper', unknown, 'sex unknown, age unknown, size unknown')])
    const [row] = petfinder.rows
    assert.equal(Object.keys(row).length, 39)
    const { Sex, Size, Age, Type, Status, NoDogs, NoCats, NoKids, Mix, photo1, photo2 } = row
    assert.deepEqual([Sex, Size, Age, Type, Status, Mix], ['F', 'XL', 'Adult', 'Dog', 'A', '1'])
    assert.deepEqual([NoDogs, NoCats, NoKids, photo2], ['1', '', '0', ''])
    assert.match(photo1, /^https:\/\/paws\.example\/media\/.*\.jpe?g$/)
    assert.equal(row.AnimalName, "'@Biscuit")
    assert.match(row.Desc, /^'=HYPERLINK.*<br><br>• calm &amp; &lt;b&gt;big&lt;\/b&gt;$/)
    assert.equal(petfinder.rows[1].Type, 'Reptile')

    const adoptapet = await publish('adoptapet')
    assert.deepEqual(adoptapet.leftOut, [
      left('Pepper', unknown, 'sex unknown, age unknown, size unknown'),
      left('Nemo', fish, 'species fish not taken'),
    ])
    const [pet] = adoptapet.rows
    assert.deepEqual([pet.Animal, pet.Purebred, pet.GoodWDogs, pet.GoodWCats], ['Dog', '0', '0', ''])
    assert.equal(pet.YouTubeVideoURL, 'https://youtu.be/abcdefghijk')
    const config = readFileSync(join(folder.path, 'adoptapet', 'import.cfg'), 'utf8')
    assert.deepEqual(
      [...config.matchAll(/^#(\d+):(\w+)=\2$/gm)].map(([, at, name]) => [Number(at), name]),
      Object.keys(pet).map((name, at) => [at + 1, name]),
    )

    const rescuegroups = await publish('rescuegroups')
    assert.deepEqual(rescuegroups.leftOut, [])
    const [first, second] = rescuegroups.rows
    assert.deepEqual([first.type, first.size, first.okwithcats], ['Dog', 'X-Large', ''])
    assert.deepEqual([second.sex, second.age, second.specialNeeds], ['', '', 'No'])
    for (const { rows } of [petfinder, adoptapet, rescuegroups])
      for (const value of rows.flatMap((one: object) => Object.values(one)))
        assert.doesNotMatch(value, /^[=+@-]|[\r\n]/)
  },
)

test('publish lists changes since the last time, and a dry run changes nothing', async () => {
  await using app = await testApp()
  using folder = temporaryFolder()
  const out = join(folder.path, 'portal')
  const publish = async (...more: string[]) => {
    const args = ['--to', 'rescuegroups', '--out', out, '--public-url', 'https://paws.example']
    const account = ['--account', String(app.accountId)]
    const { code, output, errors } = await typed(app.databaseUrl, 'publish', ...args, ...account, ...more)
    return { code, lines: [...errors, ...output.split('\n')] }
  }
  const [one, two] = [await add(app, 'One', whole), await add(app, 'Two', whole)]
  const file = join(out, 'pets.csv')
  const written = (count: number) => `${count} animals were written to ${file}.`
  const dry = await publish('--dry-run')
  assert.deepEqual(dry.lines, [`added: One (${one})`, `added: Two (${two})`, `2 animals would be written to ${file}.`])
  assert.throws(() => readdirSync(out), /ENOENT/)
  assert.deepEqual((await publish()).lines.slice(0, 2), dry.lines.slice(0, 2))
  assert.deepEqual((await publish()).lines, [written(2)])
  await app.inject({
    method: 'PATCH',
    url: `/v1/pets/${one}`,
    headers: { ...app.key, ...json },
    payload: '{"name":"Uno"}',
  })
  await app.inject({
    method: 'PATCH',
    url: `/v1/pets/${two}`,
    headers: { ...app.key, ...json },
    payload: '{"status":"sold"}',
  })
  const three = await add(app, 'Three', whole)
  assert.deepEqual((await publish()).lines, [
    `added: Three (${three})`,
    `changed: Uno (${one})`,
    `removed: Two (${two})`,
    written(2),
  ])
  assert.deepEqual(readdirSync(out).toSorted(), ['.published.json', 'pets.csv'])
  const before = readFileSync(file, 'utf8')
  const record = readFileSync(join(out, '.published.json'), 'utf8')
  for (const id of [one, three]) {
    const sold = { method: 'PATCH', headers: { ...app.key, ...json } } as const
    await app.inject({ ...sold, url: `/v1/pets/${id}`, payload: '{"status":"sold"}' })
  }
  // The last animals were adopted, so the portal must not show them any longer.
  assert.deepEqual((await publish()).lines.slice(-1), [written(0)])
  // The file has an unknown animal, as if this were another database.
  writeFileSync(file, before)
  writeFileSync(join(out, '.published.json'), record.replace(`"${one}":`, '"987654":'))
  const refused = await publish()
  assert.equal(refused.code, 1)
  assert.match(refused.lines.join(), /has animals, and the new one would have none.*--allow-empty/)
  assert.equal(readFileSync(file, 'utf8'), before)
  rmSync(join(out, '.published.json'))
  assert.equal((await publish()).code, 1, 'also where it is not known what was in it')
  assert.deepEqual((await publish('--allow-empty')).lines, [`0 animals were written to ${file}.`])
  assert.deepEqual((await publish()).lines, [`0 animals were written to ${file}.`])
  const other = await publish('--to', 'petfinder')
  assert.deepEqual([other.code, other.lines.length > 0], [2, true])
  assert.match(other.lines.join(), /account \d+ for rescuegroups/)
  const args = ['publish', '--to', 'petfinder', '--out', out]
  assert.match((await typed(app.databaseUrl, ...args)).errors.join(), /PUBLIC_URL/)
})
