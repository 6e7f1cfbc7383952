import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { makeIntake } from '../../../examples/make-intake.ts'
import { onEachEngine, onOneEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { httpImports } from '../../../test/harness/http-imports.ts'
import { commands } from '../../../test/harness/import-commands.ts'
import { whyNoPostgres } from '../../../test/harness/postgres.ts'
import { rounds } from '../../../test/harness/rounds.ts'

const { file: intake } = makeIntake({ rows: rounds({ usual: 400, torture: 12_000 }) })

const petsOf = async (app: TestApp) => (await app.get('/v1/pets?limit=100')).body

onEachEngine(
  'a file is checked, imported once and reported as on the command line, and can be undone byte for byte',
  async (open, t) => {
    await using other = await open()
    const shop = commands(t, other)
    const path = shop.write('intake.csv', intake)
    const args = ['--account', String(other.accountId), '--ignore-columns', 'notes', '--json']
    const expected = await shop.run('import', path, ...args)
    const counts = ({ rows, added, updated, unchanged, refused }: Record<string, unknown>) => ({
      rows,
      added,
      updated,
      unchanged,
      refused,
    })

    await using app = await open()
    const imports = httpImports(app)
    const before = await petsOf(app)
    const checked = await imports.send(intake, 'fileName=intake.csv')
    assert.equal(checked.status, 'checked', JSON.stringify(checked))
    assert.deepEqual(counts(checked.check), counts(expected))
    assert.equal(await petsOf(app), before)
    assert.equal(checked.fileName, 'intake.csv')
    assert.deepEqual(checked.progress, { rows: expected.rows, totalRows: expected.rows })
    assert.deepEqual(
      checked.columns.map(({ name, field }) => [name, field]),
      [...['id', 'name', 'categoryId', 'status'].map((name) => [name, name]), ['notes', undefined]],
    )
    assert.ok(checked.check.noPlace.some(({ field }) => field === 'notes'))
    assert.equal(checked.check.examples.added[0]?.name, 'Ginger')
    assert.equal(checked.check.examples.refused.length, Math.min(5, Number(expected.refused)))

    const done = await imports.run(checked.id)
    assert.deepEqual([done.status, counts(done.result)], ['done', counts(expected)])
    assert.equal(await petsOf(app), await petsOf(other))

    // The report has the same lines as JSON and as CSV.
    const { count, lines } = (await app.get(`/v1/imports/${done.id}/report`)).json()
    assert.equal(count, shop.reported('intake.csv').length)
    assert.deepEqual(
      lines.map(({ line, field, code }: Record<string, unknown>) => `${line} ${field} ${code}`),
      shop.faults('intake.csv').slice(0, 100),
    )
    const csv = await app.get(`/v1/imports/${done.id}/report`, { ...app.key, accept: 'text/csv' })
    assert.match(String(csv.headers['content-type']), /^text\/csv/)
    assert.equal(csv.body.split('\n')[0], 'line,field,code,message,value')

    // The same file again changes nothing, unless the client insists.
    const again = await imports.send(intake, 'fileName=intake.csv')
    assert.equal(again.importedBefore, done.id)
    const pets = await petsOf(app)
    const refused = await app.post(`/v1/imports/${again.id}/run`, {})
    assert.equal(refused.json().code, 'already_imported')
    assert.equal(await petsOf(app), pets)

    const undone = await app.post(`/v1/imports/${done.id}/undo`, '')
    assert.equal(undone.statusCode, 200, undone.body)
    assert.deepEqual(undone.json(), { removed: expected.added, restored: 0, kept: [] })
    assert.equal(await petsOf(app), before)
    const twice = await app.post(`/v1/imports/${done.id}/undo`, '')
    assert.equal(twice.json().code, 'undo_not_possible')
    const shown = await imports.get(done.id)
    assert.deepEqual([shown.status, shown.undone], ['undone', { removed: expected.added, restored: 0, kept: 0 }])
  },
)

onOneEngine('a file without bytes is rejected and not stored', async (open) => {
  await using app = await open()
  const form = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n\r\n--b--'
  for (const [type, payload] of [
    ['text/csv', ''],
    ['application/octet-stream', ''],
    ['multipart/form-data; boundary=b', form],
  ] as const) {
    const headers = { 'content-type': type }
    const response = await app.post('/v1/imports?fileName=a.csv', payload, headers)
    assert.equal(response.statusCode, 400, response.body)
    assert.deepEqual(response.json().errors, [{ field: 'file', code: 'required', message: 'must not be empty' }])
  }
  assert.deepEqual((await app.get('/v1/imports')).json(), [])
})

onEachEngine('another account cannot see an import', async (open) => {
  await using app = await open()
  const imports = httpImports(app)
  const { id } = await imports.send('name,categoryId\nRex,1\n')
  const { key, accountId } = await app.createKey()
  const headers = app.bearer(key)
  for (const [method, path] of [
    ...(['', '/report'] as const).map((rest) => ['GET', rest] as const),
    ...(['/check', '/run', '/undo'] as const).map((rest) => ['POST', rest] as const),
    ['DELETE', ''] as const,
  ]) {
    const response = await app.inject({ method, url: `/v1/imports/${id}${path}`, headers })
    assert.equal(response.json().code, 'import_not_found', `${method} ${path}`)
  }
  assert.deepEqual((await app.get('/v1/imports', headers)).json(), [])
  const named = await app.get(`/v1/imports?accountId=${app.accountId}`, headers)
  assert.equal(named.json().code, 'not_owner')
  assert.notEqual(accountId, app.accountId)
  const [listed] = (await app.get('/v1/imports')).json()
  assert.deepEqual([listed.id, listed.columns], [id, []])
})

onEachEngine('every option for reading a file can be sent with the file', async (open) => {
  await using app = await open()
  const imports = httpImports(app)
  const file = 'Animal Name,Kind\nRex,Dog\n'
  const map = `map=${encodeURIComponent('Animal Name=name,Kind=species')}`
  const flags = ['drafts', 'withDeparted', 'withoutIds', 'withoutWebhooks']
  for (const isOn of [true, false]) {
    const sent = await imports.send(file, [map, ...flags.map((name) => `${name}=${isOn}`)].join('&'))
    const given = Object.entries(sent.options).filter(([name]) => flags.includes(name))
    assert.deepEqual(Object.fromEntries(given), Object.fromEntries(flags.map((name) => [name, isOn])))
    assert.equal(sent.check.added, 1, JSON.stringify(sent))
  }
  const wrong = await imports.post(file, 'drafts=yes')
  assert.deepEqual(wrong.json().errors, [{ field: 'drafts', code: 'invalid_type', message: 'must be a boolean' }])
})

onEachEngine('unknown columns are guessed, mapped and checked again', async (open) => {
  await using app = await open()
  const imports = httpImports(app)
  const sheet = 'Tag No,Animal Name,Kind of animal,Born,Kennel\n1,Rex,Dog,2020-01-02,7\n2,Tom,Cat,,8\n'
  const sent = await imports.send(sheet)
  assert.equal(sent.status, 'uploaded')
  assert.deepEqual(sent.columns, [
    { name: 'Tag No', field: 'externalId', samples: ['1', '2'] },
    { name: 'Animal Name', field: 'name', samples: ['Rex', 'Tom'] },
    { name: 'Kind of animal', samples: ['Dog', 'Cat'] },
    { name: 'Born', field: 'birthDate', samples: ['2020-01-02'] },
    { name: 'Kennel', samples: ['7', '8'] },
  ])
  const unclear = await app.post(`/v1/imports/${sent.id}/check`, {})
  assert.equal(unclear.json().errors[0].field, 'map')
  const wrong = { map: [{ column: 'Nickname', field: 'name' }] }
  const failed = await imports.check(sent.id, wrong)
  assert.equal(failed.status, 'uploaded')
  assert.match(String(failed.problem), /it has no column Nickname/)
  const map = [
    { column: 'Tag No', field: 'externalId' },
    { column: 'Animal Name', field: 'name' },
    { column: 'Kind of animal', field: 'species' },
    { column: 'Born', field: 'birthDate' },
  ]
  const checked = await imports.check(sent.id, { map })
  assert.deepEqual([checked.status, checked.check.added], ['checked', 2])
  assert.deepEqual(checked.check.noPlace, [{ field: 'Kennel', rows: 2 }])
  await imports.run(sent.id)
  const pets: { id: number; name: string }[] = (await app.get('/v1/pets')).json()
  assert.deepEqual(pets.map(({ name }) => name).sort(), ['Rex', 'Tom'])
  const species: { species: string; categoryId: number }[] = (await app.get('/v1/species')).json()
  const rex = pets.find(({ name }) => name === 'Rex')
  const { categoryId } = (await app.get(`/v1/pets/${rex?.id}`)).json()
  assert.equal(categoryId, species.find((one) => one.species === 'dog')?.categoryId)
})

onEachEngine('an account is limited in files and rows, and cannot choose ids', async (open) => {
  await using app = await open()
  const { key, accountId } = await app.createKey('free')
  const headers = app.bearer(key)
  const watcher = await app.createKey('enterprise', { scopes: ['admin'] })
  const imports = httpImports(app, headers, app.bearer(watcher.key))
  const file = 'id,name,categoryId\n4611686018427387904,Rex,1\n,Tom,1\n'
  const first = await imports.send(file)
  assert.deepEqual(
    [first.check.added, first.check.refused, first.check.examples.refused[0]?.reason],
    [1, 1, 'id does not exist: omit it to add an animal'],
  )
  const second = await imports.send(file)
  const third = await imports.post(file)
  assert.equal(third.json().code, 'too_many_imports')
  const removed = await app.inject({
    method: 'DELETE',
    url: `/v1/imports/${second.id}`,
    headers,
  })
  assert.equal(removed.statusCode, 204)
  const [{ id: added }] = [(await app.post('/v1/pets', { name: 'Ann', categoryId: 1 })).json()]
  assert.ok(added < 1_000)
  // A file that nobody imports is removed after a day.
  const last = await imports.send(file)
  app.clock.advance(86_400_001)
  await app.service.runRoutine('imports.sweep')
  assert.equal((await app.get(`/v1/imports/${last.id}`, headers)).statusCode, 404)
  const large = await imports.send(file)
  const database = await app.openDatabase()
  const set = (change: { total_rows?: bigint; checked_rows?: bigint }) =>
    database.write(({ query }) =>
      query
        .updateTable('imports')
        .set(change)
        .where('account_id', '=', accountId)
        .where('id', '=', BigInt(large.id))
        .execute(),
    )
  await set({ total_rows: 25_001n })
  const run = await app.post(`/v1/imports/${large.id}/run`, {}, headers)
  assert.equal(run.json().code, 'too_many_imports')
  await set({ total_rows: 2n, checked_rows: 100_000n })
  const again = await app.post(`/v1/imports/${large.id}/check`, {}, headers)
  assert.equal(again.json().code, 'too_many_imports')
  await database.close()
  const done = await imports.run(large.id)
  assert.equal(done.result.added, 1)
})

onEachEngine('the checks of a file without rows count by its bytes', async (open) => {
  await using app = await open()
  const imports = httpImports(app)
  const { id, progress } = await imports.send(`name,categoryId\n${'\n'.repeat(50_000)}`)
  assert.equal(progress.rows, 0)
  await imports.check(id, {})
  await using database = new AsyncDisposableStack()
  const { read } = database.adopt(await app.openDatabase(), (one) => one.close())
  const query = read.selectFrom('imports').select('checked_rows').where('id', '=', BigInt(id))
  assert.equal((await query.executeTakeFirst())?.checked_rows, 2n * 51n)
})

onOneEngine('a file is read by a thread of its own, so that it does not delay requests', async (open) => {
  await using app = await open({ settings: { OVERLOAD_DELAY_MS: '60000' } })
  const { id } = await httpImports(app).send(`name,categoryId\n${'\n'.repeat(10_000_000)}`)
  const [onThisThread, inAll] = [process.threadCpuUsage(), process.cpuUsage()]
  await app.post(`/v1/imports/${id}/check`, {})
  await eventually('it is checked', async () => {
    await sleep(300)
    return (await httpImports(app).get(id)).status === 'checked'
  })
  const total = ({ user, system }: { user: number; system: number }) => user + system
  const share = total(process.threadCpuUsage(onThisThread)) / total(process.cpuUsage(inAll))
  assert.ok(share < 0.7, `${share} of the processor time`)
})

/** Several of the batches in which rows are imported. */
const ROWS = rounds({ usual: 1_500, torture: 5_000 })

onEachEngine('an import continues where it stopped when the service is restarted', async (open) => {
  await using app = await open({ settings: { OVERLOAD_DELAY_MS: '60000' } })
  const rows = Array.from({ length: ROWS }, (_, at) => `Animal ${at},1`)
  const { id } = await httpImports(app).send(`name,categoryId\n${rows.join('\n')}\n`)
  await app.post(`/v1/imports/${id}/run`, {})
  while ((await httpImports(app).get(id)).progress.rows === 0) await setImmediate()
  await app.service.close()
  await using restarted = await open({ settings: { DATABASE_URL: app.databaseUrl } })
  const { key } = await restarted.createKey('business', { scopes: ['admin'] })
  const headers = restarted.bearer(key)
  const done = await httpImports(restarted, headers).ended(id)
  assert.deepEqual([done.status, done.result.rows, done.result.added], ['done', ROWS, ROWS])
  const counts = (await restarted.get('/v1/store/inventory', headers)).json()
  assert.equal(counts.available, ROWS)
  const undone = await restarted.post(`/v1/imports/${id}/undo`, '', headers)
  assert.deepEqual(undone.json(), { removed: ROWS, restored: 0, kept: [] })
})

onEachEngine('an import pauses while its account is suspended', async (open) => {
  await using app = await open({ settings: { OVERLOAD_DELAY_MS: '60000' } })
  const { key, accountId } = await app.createKey('pro')
  const headers = app.bearer(key)
  const watcher = app.bearer((await app.createKey('enterprise', { scopes: ['admin'] })).key)
  const imports = httpImports(app, headers, watcher)
  const rows = Array.from({ length: 30_000 }, (_, at) => `Animal ${at},1`)
  const { id } = await imports.send(`name,categoryId\n${rows.join('\n')}\n`)
  await app.post(`/v1/imports/${id}/run`, {}, headers)
  await eventually('it has begun', async () => (await imports.get(id)).progress.rows > 0)
  const suspend = (suspended: boolean) =>
    app.inject({
      method: 'PATCH',
      url: `/v1/accounts/${accountId}`,
      payload: JSON.stringify({ suspended }),
      headers: { ...watcher, 'content-type': 'application/merge-patch+json' },
    })
  assert.equal((await suspend(true)).statusCode, 200)
  await using database = new AsyncDisposableStack()
  const { read } = database.adopt(await app.openDatabase(), (one) => one.close())
  await eventually('nobody works on it', async () => {
    const query = read.selectFrom('due_work').select('leased_by').where('key', '=', String(id))
    return (await query.executeTakeFirst())?.leased_by === null
  })
  const before = await imports.get(id)
  await app.service.doDueWork()
  assert.deepEqual(await imports.get(id), before)
  assert.equal(before.status, 'running')
  assert.equal((await suspend(false)).statusCode, 200)
  await eventually('it goes on', async () => {
    return (await imports.get(id)).progress.rows > before.progress.rows
  })
})

onEachEngine('everybody who asks to undo an import meanwhile gets its result', async (open) => {
  await using app = await open()
  const imports = httpImports(app)
  const rows = Array.from({ length: 60 }, (_, at) => `Animal ${at},1`)
  const { id } = await imports.send(`name,categoryId\n${rows.join('\n')}\n`)
  await imports.run(id)
  const undo = (headers: Record<string, string> = {}) => app.post(`/v1/imports/${id}/undo`, '', headers)
  const one = { 'idempotency-key': 'one' }
  const all = await Promise.all([undo(one), undo({ 'idempotency-key': 'other' }), undo()])
  const result = { removed: 60, restored: 0, kept: [] }
  for (const response of all) {
    assert.deepEqual([response.statusCode, response.json()], [200, result], response.body)
  }
  const again = await undo(one)
  assert.deepEqual([again.headers['idempotent-replayed'], again.json()], ['true', result])
  assert.equal((await undo()).json().code, 'undo_not_possible')
})

onEachEngine('an undo that was stopped continues after the start, and its figures add up', async (open) => {
  await using app = await open({ settings: { OVERLOAD_DELAY_MS: '60000' } })
  const rows = Array.from({ length: 400 }, (_, at) => `Animal ${at},1`)
  const { id } = await httpImports(app).send(`name,categoryId\n${rows.join('\n')}\n`)
  await httpImports(app).run(id)
  const key = { ...app.key, 'idempotency-key': 'undo' }
  const path = `/v1/imports/${id}/undo`
  const stopped = app.post(path, '', key)
  await eventually('it has begun', async () => (await app.get('/v1/pets?limit=1')).json()[0]?.id > 1)
  await app.service.close()
  const { statusCode, headers } = await stopped
  assert.deepEqual([statusCode, headers['retry-after']], [503, '1'])
  await using restarted = await open({ settings: { DATABASE_URL: app.databaseUrl } })
  const repeated = await restarted.post(path, '', key)
  assert.deepEqual(repeated.json(), { removed: 400, restored: 0, kept: [] })
  assert.deepEqual((await httpImports(restarted, app.key).get(id)).undone, {
    removed: 400,
    restored: 0,
    kept: 0,
  })
})

onEachEngine(
  'the import of a process that has died waits for 20 s, and a check of the same account does not wait for it',
  async (open) => {
    await using app = await open({ settings: { OVERLOAD_DELAY_MS: '60000' } })
    const imports = httpImports(app)
    const rows = Array.from({ length: 30_000 }, (_, at) => `Animal ${at},1`)
    const { id } = await imports.send(`name,categoryId\n${rows.join('\n')}\n`)
    await app.post(`/v1/imports/${id}/run`, {})
    await eventually('it has begun', async () => (await imports.get(id)).progress.rows > 0)
    await using database = new AsyncDisposableStack()
    const { read, write } = database.adopt(await app.openDatabase(), (one) => one.close())
    const ofDead = { leased_by: 'a process that has died' }
    await write(({ query }) => query.updateTable('due_work').set(ofDead).where('key', '=', String(id)).execute())
    const rowsDone = async () => (await imports.get(id)).progress.rows
    await eventually('this process no longer works on it', async () => {
      const before = await rowsDone()
      // It learns of it when it renews its lease, every second.
      await sleep(2_000)
      return (await rowsDone()) === before
    })
    const before = await rowsDone()
    const other = await imports.send('name,categoryId\nRex,1\n')
    assert.deepEqual([other.status, other.check.added], ['checked', 1])
    assert.equal(await rowsDone(), before)
    app.clock.advance(20_000)
    await eventually('it goes on', async () => {
      return (await rowsDone()) > before
    })
    const query = read.selectFrom('due_work').select('leased_by').where('key', '=', String(id))
    assert.notEqual((await query.executeTakeFirst())?.leased_by, ofDead.leased_by)
  },
)

onEachEngine('during an upgrade, an import that an older program works on waits for that', async (open) => {
  await using app = await open()
  const imports = httpImports(app)
  const { id } = await imports.send('name,categoryId\nRex,1\n')
  await using database = new AsyncDisposableStack()
  const { read, write } = database.adopt(await app.openDatabase(), (one) => one.close())
  // As programs of release 1.3.0 queue and lease it.
  const now = BigInt(app.clock.nowMs())
  const begun = { status: 'running', queued_at: now, claim: 'of an older program', leased_until: now + 20_000n }
  await write(({ query }) => query.updateTable('imports').set(begun).where('id', '=', BigInt(id)).execute())
  const claim = async () => {
    const query = read.selectFrom('imports').select('claim').where('id', '=', BigInt(id))
    return (await query.executeTakeFirst())?.claim
  }
  const doAll = async () => {
    await app.service.runRoutine('dueWork.queueUnqueued')
    await app.service.doDueWork()
  }
  app.clock.advance(19_999)
  await doAll()
  assert.deepEqual([(await imports.get(id)).status, await claim()], ['running', begun.claim])
  app.clock.advance(1)
  await doAll()
  assert.deepEqual([(await imports.get(id)).status, await claim()], ['done', null])
})

onEachEngine('an older program does not take an import that this one works on', async (open) => {
  await using app = await open({ settings: { OVERLOAD_DELAY_MS: '60000' } })
  const imports = httpImports(app)
  const rows = Array.from({ length: 30_000 }, (_, at) => `Animal ${at},1`)
  const { id } = await imports.send(`name,categoryId\n${rows.join('\n')}\n`)
  await app.post(`/v1/imports/${id}/run`, {})
  await eventually('it has begun', async () => (await imports.get(id)).progress.rows > 0)
  await using database = new AsyncDisposableStack()
  const { read, write } = database.adopt(await app.openDatabase(), (one) => one.close())
  const row = await read.selectFrom('imports').select('leased_until').where('id', '=', BigInt(id)).executeTakeFirst()
  assert.equal(Number(row?.leased_until), app.clock.nowMs() + 20_000)
  // It would take it only after that, and then this one stops.
  const taken = { claim: 'of an older program', leased_until: BigInt(app.clock.nowMs() + 40_000) }
  await write(({ query }) => query.updateTable('imports').set(taken).where('id', '=', BigInt(id)).execute())
  await eventually('this process no longer works on it', async () => {
    const query = read.selectFrom('due_work').select('leased_by').where('key', '=', String(id))
    return (await query.executeTakeFirst())?.leased_by === null
  })
})

test('slow commits do not make the transactions of an import and of its undo smaller', {
  skip: whyNoPostgres() ?? false,
}, async () => {
  await using app = await testApp({ engine: 'postgres' })
  await using database = new AsyncDisposableStack()
  const { write } = database.adopt(await app.openDatabase(), (one) => one.close())
  // Waits at the end of each transaction that saves progress, as for a synchronous standby, and counts it.
  await write(async ({ query }) => {
    await sql`create table slow_commits (progress bigint)`.execute(query)
    await sql`create function commit_slowly() returns trigger language plpgsql as $$
      begin insert into slow_commits values (1); perform pg_sleep(0.1); return null; end $$`.execute(query)
    for (const [table, column] of [
      ['imports', 'rows'],
      ['import_undos', 'removed'],
    ] as const) {
      await sql`create constraint trigger slow after update of ${sql.ref(column)} on ${sql.table(table)}
        deferrable initially deferred for each row execute function commit_slowly()`.execute(query)
    }
  })
  const countCommits = () =>
    write(async ({ query }) => Number((await sql`delete from slow_commits`.execute(query)).numAffectedRows))
  const imports = httpImports(app)
  const rows = Array.from({ length: 200 }, (_, at) => `Animal ${at},1`)
  const { id } = await imports.send(`name,categoryId\n${rows.join('\n')}\n`)
  await countCommits()
  await imports.run(id)
  const ofRun = await countCommits()
  assert.ok(ofRun <= 200 / 20 + 2, `${ofRun} transactions`)
  await app.post(`/v1/imports/${id}/undo`, '')
  const ofUndo = await countCommits()
  assert.ok(ofUndo <= 200 / 20 + 2, `${ofUndo} transactions`)
})
