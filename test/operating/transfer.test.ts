import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../harness/any-character.ts'
import { type Engine, engines, freshDatabase } from '../harness/engines.ts'
import { basicEnvironment } from '../harness/environment.ts'
import { eventually } from '../harness/eventually.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { privateRedis, skipWithoutRedis } from '../harness/redis.ts'
import { rounds } from '../harness/rounds.ts'
import { cli, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** `ROWS=1000000` is the size of the import in docs/performance.md. */
const ROWS = Number(process.env.ROWS ?? rounds({ usual: 12_000, torture: 200_000 }))
const main = new URL('../../server/main.ts', import.meta.url).pathname
const key = newKey()
const headers = { ...bearer(key), 'content-type': 'application/json' }

type Result = { code: number; stdout: string; stderr: string }

/** A store and a folder for one test, and the command line on them. */
const workshop = async (engine: Engine, settings: Record<string, string> = {}) => {
  const folder = temporaryFolder()
  const store = await freshDatabase(engine)
  const environment = { ...basicEnvironment, DATABASE_URL: store.url, ...settings }
  const run = (...args: string[]): Promise<Result> => cli(environment, ...args).catch((error) => error)
  const at = (name: string) => join(folder.path, name)
  return {
    environment,
    run,
    at,
    write: (name: string, text: string | Buffer) => {
      writeFileSync(at(name), text)
      return at(name)
    },
    async json(...args: string[]) {
      const { stdout, ...rest } = await run(...args, '--json')
      assert.notEqual(stdout, '', rest.stderr)
      return { ...rest, ...JSON.parse(stdout) }
    },
    async export(format = 'csv', ...args: string[]) {
      assert.equal((await run('export', at('exported'), '--format', format, ...args)).code, 0)
      return readFileSync(at('exported'), 'utf8')
    },
    start: () => startServer({ folder: '', settings: { BOOTSTRAP_KEY: key, ...environment } }),
    async [Symbol.asyncDispose]() {
      folder.remove()
      await store.remove()
    },
  }
}

const onEach = (name: string, body: (engine: Engine) => Promise<void>) => {
  for (const engine of engines) test(`${name} (${engine})`, () => body(engine))
}

/** Line, field and code of each row of a report. */
const faultsIn = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => /^\d+,/.test(line))
    .map((line) => line.split(',').slice(0, 3).join(' '))

/** Whether the import of so many rows was still running when it was killed. */
const killAndContinue = async (engine: Engine, count: number): Promise<boolean> => {
  await using shop = await workshop(engine)
  const names = Array.from({ length: count }, (_, at) => `Animal ${(at * 7_919) % count}`)
  const rows = names.map((name, at) => `${name},${at % 40},available\n`)
  const file = shop.write('animals.csv', `name,categoryId,status\n${rows.join('')}`)
  await using server = await shop.start()
  const first = async () => (await server.fetch('/v1/pets?limit=1', { headers })).json()
  assert.deepEqual(await first(), [])

  const importing = spawn(process.execPath, [main, 'import', file], { env: shop.environment })
  const ended = once(importing, 'exit')
  await eventually('the server shows the imported rows', async () => (await first()).length === 1)
  for (let write = 0; write < 3; write += 1) {
    const body = JSON.stringify({ name: `Meanwhile ${write}`, categoryId: 99 })
    assert.equal((await server.fetch('/v1/pets', { method: 'POST', headers, body })).status, 201)
  }
  importing.kill('SIGKILL')
  const [code] = await ended
  if (code === 0) return false

  const again = await shop.json('import', file)
  assert.equal(again.code, 0, again.stderr)
  assert.ok(again.rowsBefore > 0 && again.rowsBefore < count, `${again.rowsBefore} rows before`)
  assert.match(again.stderr, /^Continuing after the \d+ rows already imported\.$/m)
  assert.deepEqual([again.state, again.rows, again.added, again.refused], ['done', count, count, 0])
  const exported = (await shop.export('csv')).trimEnd().split('\n').slice(1)
  const imported = exported.filter((line) => !line.includes('Meanwhile'))
  assert.equal(exported.length, count + 3)
  assert.deepEqual(
    imported.map((line) => `${line.slice(line.indexOf(',') + 1)}\n`),
    rows,
  )
  const inventory = (await server.fetch('/v1/store/inventory', { headers })).json()
  assert.deepEqual(inventory, { available: count + 3, pending: 0, sold: 0 })
  const end = await shop.json('import', file)
  assert.deepEqual([end.code, end.state, end.added], [0, 'done before', count])
  const { length } = (await shop.export('csv')).trimEnd().split('\n')
  assert.equal(length, count + 4, 'nothing was added again')
  return true
}

onEach('an import that is killed and run again adds each row once, beside a server', async (engine) => {
  let count = ROWS
  while (!(await killAndContinue(engine, count))) {
    count *= 2
    assert.ok(count <= 16 * ROWS, 'the writes beside the import waited until it was done')
  }
})

onEach('import and export keep every byte, and new ids are higher', async (engine) => {
  await using shop = await workshop(engine)
  const lines = [
    '1,Biscuit,7,available',
    '2,"Rex ""the dog""",-9223372036854775808,pending',
    '3,"Tom, junior",9223372036854775807,sold',
    '5,=SUM(A1),9007199254740993,available',
    '9007199254740993, Żółw 🐢 ,0,available',
  ]
  const csv = `id,name,categoryId,status\n${lines.join('\n')}\n`
  const file = shop.write('in.csv', csv)
  assert.equal((await shop.run('import', file)).code, 0)
  const out = shop.at('out.csv')
  assert.equal((await shop.run('export', out)).code, 0)
  assert.equal(readFileSync(out, 'utf8'), csv)
  assert.equal(statSync(out).mode & 0o777, 0o600)
  assert.equal(await shop.export('csv', '--status', 'sold'), `${csv.split('\n')[0]}\n${lines[2]}\n`)
  assert.equal(await shop.export('csv', '--category', '7'), `${csv.split('\n')[0]}\n${lines[0]}\n`)
  assert.equal(
    await shop.export('csv', '--for-spreadsheets'),
    csv
      .replace('=SUM(A1)', "'=SUM(A1)")
      .replace('status\n', 'status,protectedText\n')
      .replaceAll(/(available|pending|sold)\n/g, '$1,yes\n'),
    'only names are text: a negative category stays a number',
  )
  const ndjson = await shop.export('ndjson')
  assert.equal(ndjson.split('\n')[4], '{"id":9007199254740993,"name":" Żółw 🐢 ","categoryId":0,"status":"available"}')
  const same = await shop.json('import', shop.write('in.ndjson', ndjson))
  assert.deepEqual([same.added, same.updated, same.unchanged], [0, 0, 5])

  await using server = await shop.start()
  const body = JSON.stringify({ name: 'Next', categoryId: 1 })
  const next = await server.fetch('/v1/pets', { method: 'POST', headers, body })
  assert.match(next.body, /^\{"id":9007199254740994,/)
  const events = (await server.fetch('/v1/events', { headers })).json()
  assert.deepEqual(
    events.map(({ type }: { type: string }) => type),
    Array.from({ length: 6 }, () => 'pet.created'),
  )
  assert.deepEqual(events[0].data, { id: 1, name: 'Biscuit', categoryId: 7, status: 'available' })
})

onEach('every error is reported with its line, and other rows are imported', async (engine) => {
  await using shop = await workshop(engine)
  const csv = Buffer.concat([
    Buffer.from('\ufeffstatus,name,categoryId,id\r\n'),
    Buffer.from('available,Luna,1,10\r\n'),
    Buffer.from(',,1,11\r\n'),
    Buffer.from('gone,"Two\r\nlines",x,12\r\n'),
    Buffer.from('sold,Milo,1,10\r\n'),
    Buffer.from('sold,Zo'),
    Buffer.from([0xeb]),
    Buffer.from(',1,13\r\nsold,Nul\0,1,14\r\nsold,short\r\n'),
    Buffer.from('sold,"open,1,15\r\nsold,Rex,1,16\r\n\r\n,Bella,2,17\r\n,Zero,2,0\r\n,Big,2,9223372036854775807'),
  ])
  const file = shop.write('bad.csv', csv)
  const dry = await shop.json('import', file, '--dry-run')
  assert.deepEqual([dry.code, dry.state, dry.added, dry.refused], [1, 'checked', 3, 9])
  assert.equal(await shop.export(), 'id,name,categoryId,status\n')
  const stop = await shop.json('import', file, '--on-error', 'stop')
  assert.deepEqual([stop.code, stop.state, stop.added], [1, 'refused', 0])
  assert.equal(await shop.export(), 'id,name,categoryId,status\n')

  const result = await shop.json('import', file)
  assert.deepEqual([result.code, result.added, result.refused], [1, 3, 9])
  assert.equal(result.report, `${file}.errors.csv`)
  assert.deepEqual(
    faultsIn(result.report),
    [
      '3 name required',
      '4 name invalid_value',
      '4 categoryId invalid_type',
      '4 status invalid_value',
      '6 id duplicate_row',
      '7 name invalid_encoding',
      '8 name invalid_value',
      '9  wrong_column_count',
      '10  unclosed_quote',
      '14 id out_of_range',
      '15 id out_of_range',
    ].map((fault) => fault),
  )
  assert.match(readFileSync(result.report, 'utf8'), /must be one of|has the same id as line 2/)
  assert.equal(
    await shop.export(),
    'id,name,categoryId,status\n10,Luna,1,available\n16,Rex,1,sold\n17,Bella,2,available\n',
  )
  const latin = shop.write('latin.csv', Buffer.from('name,categoryId\nZoë,1\n', 'latin1'))
  assert.equal((await shop.run('import', latin, '--encoding', 'latin1')).code, 0)
  assert.match(await shop.export(), /\n18,Zoë,1,available\n$/)
})

onEach('an existing animal changes by the rules of the service', async (engine) => {
  await using shop = await workshop(engine, { STRICT_CATEGORIES: 'true' })
  await using server = await shop.start()
  const send = (method: string, path: string, body: object) =>
    server.fetch(path, { method, headers, body: JSON.stringify(body) })
  await send('PUT', '/v1/categories/1', { name: 'Cats' })
  for (const status of ['available', 'available', 'sold', 'available']) {
    await send('POST', '/v1/pets', { name: 'Old', categoryId: 1, status })
  }
  const customer = { name: 'Ada', email: 'ada@example.org' }
  assert.equal((await send('POST', '/v1/store/orders', { petId: 2, customer })).status, 201)
  const file = shop.write(
    'changes.ndjson',
    [
      '{"id":1,"name":"New","categoryId":1}',
      '{"id":2,"name":"Old","categoryId":1,"status":"sold"}',
      '{"id":3,"name":"Old","categoryId":1,"status":"pending"}',
      '{"id":4,"name":"Old","categoryId":1,"status":"available"}',
      '{"id":5,"name":"Unnamed","categoryId":2}',
      '{"name":"No id","categoryId":1,"colour":"red"}',
      '{"name":"Twice","name":"Twice","categoryId":1}',
      'no json',
      '[]',
      '{"name":"Given","categoryId":1}',
      '{"id":6,"name":"Own","categoryId":1}',
    ].join('\n'),
  )
  const result = await shop.json('import', file)
  assert.deepEqual([result.code, result.added, result.updated, result.unchanged, result.refused], [1, 2, 1, 1, 7])
  assert.deepEqual(faultsIn(`${file}.errors.csv`), [
    '2 status pet_has_open_order',
    '3 status invalid_transition',
    '5 categoryId unknown_category',
    '6 colour unknown_field',
    '7 name duplicate_field',
    '8  malformed_json',
    '9  invalid_type',
  ])
  const all = async () => (await server.fetch('/v1/pets?limit=100', { headers })).json()
  // While it syncs its own commit, it shows the previous state.
  await eventually('the server shows the imported rows', async () => (await all()).length > 4)
  assert.deepEqual(
    (await all()).map(({ id, name, status }: Record<string, unknown>) => `${id} ${name} ${status}`),
    ['1 New available', '2 Old pending', '3 Old sold', '4 Old available', '6 Own available', '7 Given available'],
  )
})

onEach('any animals that are exported and imported are the same', async (engine) => {
  const name = fc
    .string({ unit: anyCharacter, minLength: 1, maxLength: 20 })
    .filter((text) => /^[^\p{Cc}\p{Cs}]*[^\p{Cc}\p{Cs}\s][^\p{Cc}\p{Cs}]*$/u.test(text))
  const pet = fc.record({
    id: fc.bigInt(1n, 2n ** 62n),
    name: fc.oneof(name, fc.constantFrom('"', ',', '=1+1', "'", ' "a",b ', 'a\u2028b')),
    categoryId: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
    status: fc.constantFrom('available', 'pending', 'sold'),
  })
  const sets = fc.uniqueArray(pet, { selector: ({ id }) => id, minLength: 200, maxLength: 400 })
  const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  for (const pets of fc.sample(sets, rounds({ usual: 1, torture: 20 }))) {
    await using shop = await workshop(engine)
    const lines = pets
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ id, name, categoryId, status }) => `${id},${quoted(name)},${categoryId},${status}\n`)
    const csv = `id,name,categoryId,status\n${lines.join('')}`
    const { code, stdout, stderr } = await shop.run('import', shop.write('any.csv', csv))
    assert.equal(code, 0, stdout + stderr)
    assert.equal(await shop.export('csv'), csv)
    const ndjson = await shop.export('ndjson')
    await using other = await workshop(engine)
    assert.equal((await other.run('import', other.write('any.ndjson', ndjson))).code, 0)
    assert.equal(await other.export('csv'), csv)
  }
})

test('an invalid file is rejected as a whole with exit code 1 and the reason; usage errors have code 2', async () => {
  await using shop = await workshop('sqlite')
  const refusals: [string, string | Buffer, RegExp][] = [
    ['a.csv', '', /empty/],
    ['b.csv', 'name,status\nA,sold\n', /no column categoryId/],
    ['c.csv', 'name,categoryId,cage,notes\nA,1,2,3\n', /unknown columns: cage, notes/],
    ['d.csv', 'name,name,categoryId\nA,B,1\n', /twice: name/],
    ['e.csv', Buffer.from('\ufeffname,categoryId\nA,1\n', 'utf16le'), /UTF-16/],
    ['f.csv', 'x'.repeat(3_000_000), /no end/],
    ['g.ndjson', 'x'.repeat(3_000_000), /no end/],
  ]
  for (const [name, text, reason] of refusals) {
    const { code, stdout, stderr } = await shop.run('import', shop.write(name, text))
    assert.deepEqual([code, stdout], [1, ''], name)
    assert.match(stderr, reason)
  }
  assert.equal((await shop.run('import', shop.at('c.csv'), '--ignore-columns', 'cage,notes')).code, 0)
  assert.equal((await shop.run('import', shop.at('c.csv'), '--ignore-columns', 'all')).code, 0)
  assert.equal(await shop.export(), 'id,name,categoryId,status\n1,A,1,available\n2,A,1,available\n')
  assert.equal((await shop.run('import', shop.at('none.csv'))).code, 1)
  for (const args of [
    ['import', 'a.txt'],
    ['export', 'a.txt'],
    ['export', 'a.ndjson', '--for-spreadsheets'],
    ['import'],
    ['import', 'a.csv', '--format', 'x'],
  ]) {
    assert.equal((await shop.run(...args)).code, 2, args.join(' '))
  }
  assert.equal(existsSync(shop.at('c.csv.errors.csv')), false)
})

onEach('meanwhile a server assigns no id that a later row of the file has', async (engine) => {
  await using shop = await workshop(engine)
  const rows = Array.from({ length: 20_000 }, (_, at) => `${at + 1},Filed,1,available\n`)
  const file = shop.write('ids.csv', `id,name,categoryId,status\n${rows.join('')}`)
  await using server = await shop.start()
  const first = async () => (await server.fetch('/v1/pets?limit=1', { headers })).json()
  const importing = shop.json('import', file)
  await eventually('the server shows the imported rows', async () => (await first()).length === 1)
  const given: number[] = []
  for (let write = 0; write < 20; write += 1) {
    const body = JSON.stringify({ name: 'Meanwhile', categoryId: 1 })
    given.push((await server.fetch('/v1/pets', { method: 'POST', headers, body })).json().id)
  }
  const { added, updated } = await importing
  assert.deepEqual([added, updated], [20_000, 0])
  assert.ok(
    given.every((id) => id > 20_000),
    `given ${given}`,
  )
  const mixed = shop.write('mixed.csv', 'id,name,categoryId\n,Given,1\n30000,Own,1\n')
  assert.equal((await shop.json('import', mixed)).added, 2)
  assert.match(await shop.export('csv'), /\n30000,Own,1,available\n30001,Given,1,available\n$/)
})

test('standard input works too, and a file that changed during an unfinished import is detected', async () => {
  await using shop = await workshop('sqlite')
  const child = spawn(process.execPath, [main, 'import', '-', '--format', 'csv'], {
    env: shop.environment,
  })
  child.stdin.end('name,categoryId\nA,1\n')
  assert.deepEqual(await once(child, 'exit'), [0, null])
  assert.match(await shop.export(), /\n1,A,1,available\n/)

  const rows = Array.from({ length: 60_000 }, (_, at) => `B${at},1\n`).join('')
  const file = shop.write('b.csv', `name,categoryId\n${rows}`)
  const killed = spawn(process.execPath, [main, 'import', file], { env: shop.environment })
  const ended = once(killed, 'exit')
  const store = new DatabaseSync(shop.environment.DATABASE_URL.replace('sqlite:', ''))
  const count = store.prepare('select count(*) as rows from pets')
  await eventually('some rows are in', () => Number(count.get()?.rows) > 1)
  killed.kill('SIGKILL')
  assert.deepEqual(await ended, [null, 'SIGKILL'])
  store.close()
  shop.write('b.csv', `name,categoryId\n${rows}C,1\n`)
  const refused = await shop.run('import', file)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /the file or its options have changed since/)
  assert.equal((await shop.run('import', file, '--again')).code, 0)
})

test('replicas with Redis show an import at the next read', async (t) => {
  const redis = engines.includes('postgres') ? await privateRedis() : undefined
  if (!redis) return t.skip(skipWithoutRedis)
  await using _redis = redis
  const settings = { REDIS_URL: redis.url, REDIS_PREFIX: redis.prefix }
  await using shop = await workshop('postgres', settings)
  await using one = await shop.start()
  await using other = await shop.start()
  for (const [at, name] of ['A', 'B', 'C'].entries()) {
    for (const server of [one, other, one, other]) {
      const { json } = await server.fetch('/v1/pets?limit=10', { headers })
      assert.equal(json().length, at)
    }
    assert.equal((await shop.run('import', shop.write(`${name}.csv`, `name,categoryId\n${name},1\n`))).code, 0)
  }
})

test('import and export show their progress on a terminal, and nothing elsewhere', async (t) => {
  if (spawnSync('script', ['--version']).error) return t.skip('no script(1) to make a terminal')
  await using shop = await workshop('sqlite')
  const file = shop.write('in.csv', 'id,name,categoryId\n1,Biscuit,7\n2, ,7\n')
  const onTerminal = (...args: string[]): string => {
    const command = [process.execPath, main, ...args].join(' ')
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
      env: shop.environment,
      encoding: 'utf8',
    })
    return stdout
  }
  assert.match(onTerminal('import', file), /\r\[#{24}\] 100 % {2}2 rows, 1 refused, \d+\/s/)
  assert.match(onTerminal('export', shop.at('a.csv')), /\r\[#{24}\] 100 % {2}1 rows, \d+\/s/)
  assert.doesNotMatch(onTerminal('export', shop.at('b.csv'), '--json'), /%/)
  assert.equal((await shop.run('export', shop.at('c.csv'))).stderr, '')
})

test('an export whose reader stops reading ends at once and quietly', async () => {
  await using shop = await workshop('sqlite')
  const rows = Array.from({ length: 20_000 }, (_, at) => `${at + 1},Pet ${at + 1},7\n`)
  await shop.run('import', shop.write('in.csv', `id,name,categoryId\n${rows.join('')}`))
  const command = `"${process.execPath}" "${main}" export - --format csv | head -n 1; echo "\${PIPESTATUS[0]}"`
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', command], {
    env: { ...shop.environment, ...basicEnvironment },
    encoding: 'utf8',
  })
  assert.equal(stderr, '')
  assert.match(stdout, /^id,name,.*\n141\n$/)
})
