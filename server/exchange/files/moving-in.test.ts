import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { movingIn, petfinderAnimal, shelter } from '../../../examples/make-moving-in.ts'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { jpeg } from '../../../test/harness/images.ts'
import { commands } from '../../../test/harness/import-commands.ts'
import { planPhotoBytes } from '../../requests/plans/plan.ts'

const profileOf = async (app: TestApp, name: string) => {
  const [pet] = (await app.get(`/v1/pets?limit=1&name=${encodeURIComponent(name)}`)).json()
  return { pet, profile: (await app.get(`/v1/pets/${pet.id}/profile`)).json() }
}

const systems: [file: string, system: string, added: number][] = [
  ['rescuegroups.json', 'rescuegroups', 24],
  ['rescuegroups.csv', 'rescuegroups', 24],
  ['asm3.csv', 'asm3', 24],
  // The same animals as in the previous file, by their codes.
  ['asm3-petfinder.csv', 'asm3', 0],
  ['shelterluv.json', 'shelterluv', 24],
  ['shelterluv-report.csv', 'shelterluv', 24],
  ['rescuegroups-report.csv', 'rescuegroups', 24],
  ['asm3-export.csv', 'asm3', 23],
  ['adoptapet.csv', 'adoptapet', 24],
]

onEachEngine(
  'a file of Petfinder is imported with its profiles, and importing it twice changes nothing',
  async (open, t) => {
    await using app = await open()
    const shop = commands(t, app)
    const files = movingIn()
    const account = ['--account', String(app.accountId), '--json']
    const read = async (file: string, ...args: string[]) =>
      shop.run('import', shop.write(file, files[file] ?? ''), ...args, ...account)

    // Petfinder's file, with deliberate mistakes.
    const dry = await read('petfinder.json', '--from', 'petfinder', '--dry-run')
    assert.deepEqual([dry.added, dry.refused, dry.mergedRows, dry.code], [26, 0, 1, 0])
    assert.equal((await app.get('/v1/pets')).json().length, 0)
    // Only the categories of species.
    assert.equal((await app.get('/v1/categories')).json().length, 10)
    const first = await read('petfinder.json', '--from', 'petfinder', '--currency', 'USD')
    assert.deepEqual([first.added, first.refused, first.mergedRows, first.code], [26, 0, 1, 0])
    assert.equal(first.published, dry.published)
    assert.ok(first.noPlace.some(({ field, rows }) => field === 'contact.email' && rows === 26))
    assert.deepEqual(first.converted, [{ field: 'description', rows: 1 }])
    assert.deepEqual(shop.faults('petfinder.json'), ['1 id merged_row', '27 coat not_imported'])
    const again = await read('petfinder.json', '--from', 'petfinder', '--again', '--currency', 'USD')
    assert.deepEqual([again.added, again.updated, again.unchanged], [0, 0, 26])

    const [biscuit] = shelter().map(petfinderAnimal)
    const { pet, profile } = await profileOf(app, biscuit?.name ?? '')
    assert.equal(pet.status, biscuit?.status === 'adopted' ? 'sold' : 'available')
    assert.equal(profile.externalId, String(biscuit?.id))
    assert.deepEqual(profile.colors, [biscuit?.colors.primary])
    assert.equal(profile.breeds.primary, biscuit?.breeds.primary)
    assert.deepEqual(profile.goodWith, biscuit?.environment)
    assert.equal(profile.birthDateExact, false)
    const categories = (await app.get('/v1/categories')).json()
    assert.ok(categories.some(({ name }: { name: string }) => name === 'Guinea Pig'))
    const published = (await app.get('/v1/listings?limit=100')).json()
    assert.ok(published.length > 10)
    assert.ok(published.every(({ publishedAt }: { publishedAt: string }) => publishedAt < '2026'))
  },
)

onEachEngine('an import from Petfinder can be exported unchanged, and our own exports restore it', async (open, t) => {
  await using app = await open()
  await using other = await open()
  const shop = commands(t, app)
  const animals = shelter(20).map(petfinderAnimal)
  const file = shop.write('in.json', JSON.stringify({ animals }))
  await shop.run('import', file, '--from', 'petfinder', '--account', String(app.accountId))
  assert.equal((await shop.run('export', shop.at('out.json'), '--to', 'petfinder')).code, 0)
  const out = JSON.parse(readFileSync(shop.at('out.json'), 'utf8')).animals
  const placeless = ['organization_id', 'url', 'contact', '_links', 'status_changed_at', 'photos']
  for (const [at, animal] of animals.entries()) {
    for (const [name, value] of Object.entries(animal)) {
      if (!placeless.includes(name)) assert.deepEqual(out[at][name], value, `${name} of ${animal.id}`)
    }
  }
  const there = commands(t, other)
  for (const format of ['ndjson', 'csv', 'json']) {
    const [first, second] = [shop.at(`first.${format}`), shop.at(`second.${format}`)]
    await shop.run('export', first, '--no-profiles')
    assert.doesNotMatch(readFileSync(first, 'utf8'), /species/)
    await shop.run('export', first)
    await there.run('import', first, '--account', String(other.accountId))
    await there.run('export', second)
    assert.equal(readFileSync(second, 'utf8'), readFileSync(first, 'utf8'), format)
  }
})

test('the commands in the guide moving-in work, and import every valid row', async (t) => {
  const guide = readFileSync(new URL('../../../docs/guides/moving-in.md', import.meta.url), 'utf8')
  await using app = await testApp()
  const shop = commands(t, app)
  const root = new URL('../../../', import.meta.url).pathname
  const typed = [...guide.matchAll(/^\$ npm run cli -- (import|export) (\S+)(.*)$/gm)]
  assert.equal(typed.length, 15)
  for (const [, command = '', name = '', rest = ''] of typed) {
    const args = [...rest.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
    const path =
      command === 'export' ? shop.at(name) : shop.write(name.split('/').at(-1) ?? '', readFileSync(root + name))
    const { code, text } = await shop.run(command, path, ...args)
    assert.ok(code === 0 || /petfinder.json|other_animal/.test(text), text)
  }
})

test('files of each system, and any other file with a map, give the same animals', async (t) => {
  await using app = await testApp()
  const shop = commands(t, app)
  const files = movingIn()
  const account = ['--account', String(app.accountId), '--json']
  const read = async (file: string, content: string | Buffer, ...args: string[]) =>
    shop.run('import', shop.write(file, content), ...args, ...account)
  for (const [file, system, added] of systems) {
    const encoding = file === 'asm3.csv' ? ['--encoding', 'latin1'] : []
    const units = ['--currency', 'EUR', '--weight-unit', 'kg', ...encoding]
    const done = await read(file, files[file] ?? '', '--from', system, ...units)
    assert.deepEqual([file, done.added, done.refused], [file, added, 0], done.text)
  }
  const [known] = shelter()
  const spellings = (await app.get('/v1/pets?limit=100&name=Daisy')).json()
  assert.ok(known && spellings.length >= 5)

  // Ids of another system may be those of other animals here, which must not be changed by mistake.
  const lions = [{ id: 1, name: 'Leo', category: { name: 'Lions' }, status: 'sold' }]
  const clash = await read('lions.json', JSON.stringify(lions), '--from', 'petstore')
  assert.deepEqual([clash.refused, clash.code], [1, 1])
  assert.equal(shop.faults('lions.json')[0], '1 externalId other_animal')
  const map =
    'Tag No=externalId,Animal Name=name,type=species,Breed=breed,How old?=age,M/F=sex,weight=weight,' +
    'Kids ok=goodWithChildren,Born=birthDate,Adoption fee=fee,Where=status,Notes=description'
  const sheet = files['spreadsheet.csv'] ?? ''
  const mapped = await read('spreadsheet.csv', sheet, '--map', map, '--currency', 'usd')
  assert.deepEqual([mapped.added, mapped.code], [24, 0])
  const fields = new Set(shop.faults('spreadsheet.csv').map((fault) => fault.split(' ')[1]))
  assert.deepEqual(fields, new Set(['Born']))
  // Without a mapped category, the species decides.
  const categories: { name?: string; petCounts: object }[] = (await app.get('/v1/categories?limit=100')).json()
  const other = categories.find(({ name }) => name === 'Other')
  assert.deepEqual(other?.petCounts, { available: 0, pending: 0, sold: 0 })
})

onEachEngine('photos are downloaded by URL, and failed ones are reported', async (open, t) => {
  await using app = await open()
  const shop = commands(t, app)
  const picture = await jpeg(40, 30)
  const host = createServer(({ url = '' }, response) => {
    if (url === '/moved') return response.writeHead(302, { location: '/1.jpg' }).end()
    if (url === '/loop') return response.writeHead(302, { location: '/loop' }).end()
    if (url === '/inward') return response.writeHead(302, { location: 'file:///etc/passwd' }).end()
    if (url === '/page') return response.end('<html>')
    if (url === '/large') return response.writeHead(200, { 'content-length': 16_000_000 }).end()
    if (url.endsWith('.jpg')) return response.end(picture)
    return response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  t.after(() => host.close())
  await new Promise((resolve) => host.once('listening', resolve))
  const { port } = host.address() as { port: number }
  const url = (path: string) => `http://127.0.0.1:${port}/${path}`
  const animals = [
    ['Rex', ['1.jpg', 'moved', 'gone', 'page', 'large', 'loop', 'inward']],
    ['Tom', []],
  ].map(([name, paths], at) => ({
    id: at + 1,
    name,
    category: { name: 'Dogs' },
    status: 'available',
    photoUrls: (paths as string[]).map(url),
  }))
  const file = shop.write('pets.json', JSON.stringify(animals))
  const args = ['--from', 'petstore', '--account', String(app.accountId), '--json']

  // By default, nothing is downloaded from addresses that are not public.
  const refused = await shop.run('import', file, ...args)
  assert.deepEqual([refused.added, refused.photosNamed, refused.photosAdded], [2, 7, 0], refused.text)
  const done = await shop.run('import', file, '--photos', '--again', ...args)
  assert.deepEqual([done.updated, done.unchanged, done.photosAdded, done.code], [1, 1, 1, 0], done.text)
  assert.deepEqual(
    shop.faults('pets.json'),
    Array.from({ length: 5 }, () => '1 photos photo_not_fetched'),
  )
  const [rex] = (await app.get('/v1/pets?name=Rex')).json()
  const photos = (await app.get(`/v1/pets/${rex.id}/photos`)).json()
  assert.deepEqual(
    photos.map(({ width, height }: { width: number; height: number }) => [width, height]),
    [[40, 30]],
  )

  // Beyond what its plan allows in a day, each photo is reported.
  const database = await app.openDatabase()
  const bytes = BigInt(planPhotoBytes.business)
  await database.write(({ query }) => query.updateTable('rendered_bytes').set({ bytes }).execute())
  await database.close()
  const more = animals.map((animal) => ({
    ...animal,
    photoUrls: [...animal.photoUrls, url('2.jpg')],
  }))
  const second = shop.write('more.json', JSON.stringify(more))
  const later = await shop.run('import', second, '--photos', ...args)
  assert.deepEqual([later.photosAdded, later.code], [0, 0], later.text)
  const report = readFileSync(shop.at('more.json.errors.csv'), 'utf8')
  assert.equal(report.match(/allows 60 GB of photos in 24 hours/g)?.length, 9, report)
})

test('malicious files are rejected with the reason', async (t) => {
  await using app = await testApp()
  const shop = commands(t, app)
  const fails = async (name: string, content: string | Buffer, system: string, expected: RegExp) => {
    const { code, text } = await shop.run('import', shop.write(name, content), '--from', system)
    assert.equal(code, 1, String(text))
    assert.match(String(text), expected)
    rmSync(shop.at(name))
  }
  const columns = Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(',')
  await fails('columns.csv', `ANIMALNAME,${columns}\n`, 'asm3', /10001 columns/)
  await fails('names.csv', 'a,b\n1,2\n', 'asm3', /no known column/)
  await fails('cell.csv', `SHELTERCODE\n"${'x'.repeat(10_000_000)}"\n`, 'asm3', /line 2 has no end/)
  await fails('nul.csv', 'A\0N\0I\0', 'asm3', /NUL bytes/)
  await fails('deep.json', `[${'['.repeat(5_000)}`, 'petfinder', /nested more than 200 deep/)
  await fails('cut.json', '{"animals":[{"id":1,"name":"Rex"},{"id":2', 'petfinder', /ends too early/)
  await fails('cell.json', `[{"name":"${'x'.repeat(2_000_000)}"}]`, 'petfinder', /longer than/)
  await fails('text.json', '{"animals":[{"id":1}]} and more', 'petfinder', /not JSON/)
  await fails('none.json', `{"cats":["${'x'.repeat(2_000_000)}"]}`, 'petfinder', /no array named/)
  await fails('brackets.json', '[{"a":1}}]', 'petfinder', /bracket/)
  await fails('utf16.csv', Buffer.from('\ufeffANIMALNAME\n', 'utf16le'), 'asm3', /UTF-16/)
  const unmapped = ['import', shop.write('a.csv', 'A\n1\n'), '--map', 'Name=name']
  assert.match(String((await shop.run(...unmapped)).text), /no column Name; it has A/)
  assert.equal((await shop.run(...unmapped.slice(0, 3), 'A=nonsense')).code, 2)
  assert.equal((await shop.run('import', shop.at('a.csv'), '--drafts')).code, 2)
})

test('rows with unusual times, bonds and categories are imported', async (t) => {
  await using app = await testApp()
  const shop = commands(t, app)
  const lines = (rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
  const described = (id: number, profile: object) => ({
    id,
    name: `Pet ${id}`,
    categoryId: 9,
    accountId: Number(app.accountId),
    profile: { species: 'dog', ...profile },
  })
  const times = ['0001-01-01T00:00:00Z', '2500-01-01T00:00:00Z', '2024-05-01T00:00:00.000Z']
  const published = times.map((publishedAt, at) =>
    described(at + 101, { published: true, publishedAt, bondedWith: [101 + ((at + 1) % 3)] }),
  )
  const drafts = [described(201, {}), { ...described(202, {}), status: 'sold' }]
  const lost = { ...described(301, { bondedWith: [101] }), id: undefined }
  const file = shop.write('in.ndjson', lines([...published, ...drafts, lost]))
  const dry = await shop.run('import', file, '--with-owners', '--json', '--dry-run')
  assert.deepEqual([dry.added, dry.valuesLeftOut, dry.published, dry.code], [6, 0, 3, 0])
  const done = await shop.run('import', file, '--with-owners', '--json')
  assert.deepEqual([done.added, done.valuesLeftOut, done.published, done.code], [6, 1, 3, 0], done.text)
  assert.deepEqual(shop.faults('in.ndjson'), ['6 bondedWith not_imported'])
  for (const [at, time] of times.entries()) {
    const profile = (await app.get(`/v1/pets/${at + 101}/profile`)).json()
    // Each is bonded with the next, and so with the one that names it.
    assert.deepEqual(
      profile.bondedWith.toSorted(),
      [101, 102, 103].filter((id) => id !== at + 101),
    )
    if (at === 2) assert.equal(profile.publishedAt, time)
    else assert.match(profile.publishedAt, /^20[0-4]/)
  }

  // Readers of a Petfinder file treat every animal that is not adopted as available.
  for (const args of [[], ['--no-profiles']]) {
    const out = await shop.run('export', shop.at('out.json'), '--to', 'petfinder', ...args)
    assert.match(out.text, /^4 animals .*\n2 animals were left out as drafts\.$/)
    const { animals } = JSON.parse(readFileSync(shop.at('out.json'), 'utf8'))
    assert.deepEqual(
      animals.map(({ id, status }: { id: number; status: string }) => [id, status]),
      [...[101, 102, 103].map((id) => [id, 'adoptable']), [202, 'adopted']],
    )
  }

  // Categories that a check finds missing are still created.
  const map = ['--map', 'Name=name,Kind=category', '--account', String(app.accountId)]
  const sheet = shop.write('sheet.csv', 'Name,Kind\nRex,Wolves\nTom,Lynxes\n')
  const checked = await shop.run('import', sheet, ...map, '--on-error', 'stop', '--json')
  assert.deepEqual([checked.added, checked.code], [2, 0], checked.text)
  const named: { id: number; name?: string }[] = (await app.get('/v1/categories')).json()
  assert.deepEqual(
    named.flatMap(({ id, name }) => (id < 1_000_000 ? (name ?? []) : [])),
    ['Wolves', 'Lynxes'],
  )

  // The report may be opened in a spreadsheet, or shown in a terminal.
  const wrong = shop.write('wrong.csv', 'name,categoryId\n=1+1\u001b[2J,x\n')
  const refused = await shop.run('import', wrong, '--account', String(app.accountId))
  assert.equal(refused.code, 1)
  assert.match(readFileSync(shop.at('wrong.csv.errors.csv'), 'utf8'), /"'=1\+1\\x1b\[2J,x"/)
  const header = shop.write('header.csv', 'name,categoryId,a\u001b[2J\n')
  assert.match((await shop.run('import', header)).text, /unknown columns: a\\x1b\[2J/)
})

// On SQLite, two writers of one process would block each other.
test('two concurrent imports create each category once', async (t) => {
  await using app = await testApp({ engine: 'postgres' })
  const shop = commands(t, app)
  const kinds = ['Wolves', 'Lynxes', 'Bears', 'Otters', 'Stoats']
  const rows = (names: string[]) => `Name,Kind\n${names.map((name) => `A ${name},${name}`).join('\n')}\n`
  const files = [shop.write('one.csv', rows(kinds)), shop.write('two.csv', rows(kinds.toReversed()))]
  const account = ['--account', String(app.accountId), '--map', 'Name=name,Kind=category']
  const codes = await shop.together(files.map((file) => ['import', file, ...account]))
  assert.deepEqual(codes, [0, 0])
  const all: { id: number; name?: string; petCounts: object }[] = (await app.get('/v1/categories')).json()
  const named = all.filter(({ id }) => id < 1_000_000)
  assert.deepEqual(named.map(({ name }) => name).sort(), kinds.sort())
  for (const { petCounts } of named) {
    assert.deepEqual(petCounts, { available: 2, pending: 0, sold: 0 })
  }
})

test('an import waits for another transaction for longer than a request does', async (t) => {
  await using app = await testApp({ engine: 'postgres' })
  const other = await app.openDatabase()
  const shop = commands(t, app, { DATABASE_DEADLINE_MS: '500' })
  const account = ['--account', String(app.accountId), '--json']
  const first = shop.write('first.csv', 'id,name,categoryId\n1,Rex,1\n')
  assert.equal((await shop.run('import', first, ...account)).added, 1)
  const second = shop.write('second.csv', 'id,name,categoryId\n1,Rexie,1\n')
  const importing = await other.write(async ({ query }) => {
    await sql`update pets set name = name where id = 1`.execute(query)
    const done = shop.run('import', second, ...account)
    await eventually('the import waits', async () => {
      const { rows } = await sql`select 1 from pg_locks where not granted`.execute(other.read)
      return rows.length > 0
    })
    await sleep(1_000)
    return { done }
  })
  const done = await importing.done
  await other.close()
  assert.deepEqual([done.updated, done.code], [1, 0], done.text)
})

test('ignoring all unknown columns does not ignore known ones', async (t) => {
  await using app = await testApp()
  const shop = commands(t, app)
  const rows = {
    'sheet.csv': 'name,categoryId,sex,cage\nRex,1,male,7\n',
    'sheet.ndjson': '{"name":"Rex","categoryId":1,"profile":{"sex":"male"},"cage":7}\n',
  }
  for (const [name, text] of Object.entries(rows)) {
    const args = ['--ignore-columns', 'all', '--account', String(app.accountId), '--json']
    const done = await shop.run('import', shop.write(name, text), ...args)
    assert.deepEqual([done.added, done.code], [1, 0], done.text)
    const pets = (await app.get('/v1/pets?name=Rex')).json()
    const profile = (await app.get(`/v1/pets/${pets.at(-1).id}/profile`)).json()
    assert.equal(profile.sex, 'male', name)
  }
})
