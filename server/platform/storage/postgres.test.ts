import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { Kysely, sql } from 'kysely'
import { Client } from 'pg'
import { eventually } from '../../../test/harness/eventually.ts'
import { openPostgres } from '../../../test/harness/open-store.ts'
import { type PrivatePostgres, startPostgres, whyNoPostgres } from '../../../test/harness/postgres.ts'
import {
  addPet,
  addShared,
  insertPet,
  petNames,
  petOf,
  type TestChange,
  testConsequences,
} from './database.contract.ts'
import { type Database, DatabaseUnavailable, type Trx } from './database.ts'
import { parsePostgresAddress } from './postgres-address.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { postgresPool } from './postgres-pool.ts'
import { postgresRoutes } from './postgres-routes.ts'
import { prepared } from './prepared.ts'
import type { Tables } from './tables.ts'

const skip = whyNoPostgres()
// These tests break their server, so they use their own. It syncs, because crashes are among them.
let server: PrivatePostgres
before(async () => {
  if (!skip) server = await startPostgres({ fsync: true })
})
after(() => server?.stop())

/** Longer than the test, so that faster rejections have another cause. */
const LONG_MS = 60_000

const open = async (deadlineMs?: number) => {
  const url = await server.create()
  const database = await openPostgres<TestChange, string>({
    url,
    deadlineMs,
    consequences: testConsequences,
  })
  const dispose = async () => {
    await database.close()
    await server.drop(url)
  }
  return { database, url, [Symbol.asyncDispose]: dispose }
}

/** A connection in addition to the database's own. */
const connect = async (url: string) => {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

const refused = (work: Promise<unknown>) => assert.rejects(work, DatabaseUnavailable)

/** Returns after how many milliseconds the work was rejected as unavailable. */
const refusedAfterMs = async (work: Promise<unknown>): Promise<number> => {
  const startedAtMs = performance.now()
  await refused(work)
  return performance.now() - startedAtMs
}

test('processes that start at the same time create the tables once', { skip }, async () => {
  const url = await server.create()
  const all = await Promise.all(Array.from({ length: 5 }, () => openPostgres({ url })))
  await Promise.all(all.map((database, at) => addPet(database, `${at}`)))
  assert.equal((await petNames(all[0] as Database)).length, 5)
  await Promise.all(all.map((database) => database.close()))
  await server.drop(url)
})

test('a database that is not in UTF8 is rejected at the start', { skip }, async () => {
  const client = await connect(server.url('postgres'))
  await client.query(`create database latin template template0 encoding 'LATIN1' locale 'C'`)
  await client.end()
  await assert.rejects(openPostgres({ url: server.url('latin') }), /UTF8/)
})

test('errors about the address do not contain its password', { skip }, async () => {
  for (const url of [
    server.url('nowhere').replace('postgres@', 'postgres:hunter2@'),
    'postgres://me:hunter2@127.0.0.1:1/store',
    'postgres://me:hunter2@host.invalid/store',
  ]) {
    await assert.rejects(openPostgres({ url }), (error: Error) => {
      assert.ok(error instanceof DatabaseUnavailable, url)
      const messages = [error, error.cause].map((part) => `${(part as Error).stack} ${JSON.stringify(part)}`)
      return !messages.join().includes('hunter2')
    })
  }
})

test('commits are on the disk before they are acknowledged, whatever the role says', {
  skip,
}, async () => {
  const url = await server.create()
  const name = new URL(url).pathname.slice(1)
  const admin = await connect(url)
  for (const [configured, used] of [
    ['off', 'on'],
    ['local', 'on'],
    ['on', 'on'],
    ['remote_write', 'remote_write'],
    ['remote_apply', 'remote_apply'],
  ]) {
    await admin.query(`alter role postgres in database ${name} set synchronous_commit = ${configured}`)
    const database = await openPostgres({ url })
    const shown = async ({ query }: Pick<Trx, 'query'>) =>
      (await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(query)).rows[0]
    const seen = await Promise.all([
      database.write(shown),
      shown({ query: database.read }),
      shown({ query: database.readLong('somebody') }),
    ])
    await database.close()
    assert.deepEqual(
      seen.map((row) => row?.synchronous_commit),
      [used, used, used],
      configured,
    )
  }
  await admin.end()
  await server.drop(url)
})

test('two deadlocked transactions both finish', {
  skip,
}, async () => {
  // PostgreSQL checks for deadlocks after a second, and a busy machine may exceed the deadline meanwhile.
  await using store = await open(LONG_MS)
  const { database } = store
  const [one, other] = [await addPet(database, 'one'), await addPet(database, 'other')]
  let [attempts, holding] = [0, 0]
  const bothHold = Promise.withResolvers<void>()
  const both = (first: bigint, second: bigint) =>
    database.write(async (trx) => {
      attempts += 1
      const hold = async (id: bigint) => {
        await trx.lock('pets', id)
        await trx.query.updateTable('pets').set({ status: 'sold' }).where('id', '=', id).execute()
      }
      await hold(first)
      holding += 1
      if (holding === 2) bothHold.resolve()
      await bothHold.promise
      await hold(second)
    })
  await Promise.all([both(one, other), both(other, one)])
  // The transaction that runs again may deadlock once more.
  assert.ok(attempts > 2)
})

test('a statement that is not awaited still rolls back its transaction when it fails, even as the last one', {
  skip,
}, async () => {
  await using store = await open()
  const { database } = store
  const id = await addPet(database, 'kept')
  // A check of the table allows three statuses.
  const update = prepared(
    (query, { id, status }: { id: bigint; status: string }) =>
      query
        .updateTable('pets')
        .set({ status: status as never, name: 'changed' })
        .where('id', '=', id),
    { isAwaited: false },
  )
  const work = (status: string, isLast: boolean) =>
    database.write(async (trx) => {
      await insertPet(trx, status)
      await update(trx.query, { id, status })
      if (!isLast) await insertPet(trx, 'after it')
    })
  await assert.rejects(work('unknown', true), /pets_status_check/)
  await assert.rejects(work('unknown', false), /pets_status_check/)
  assert.deepEqual(await petNames(database), ['kept'])
  await work('sold', true)
  assert.deepEqual((await petNames(database)).sort(), ['changed', 'sold'])
})

test('outside a transaction every statement is awaited and reports failures', {
  skip,
}, async () => {
  await using opened = await open()
  const pool = postgresPool({
    routes: postgresRoutes(parsePostgresAddress(opened.url)),
    maxConnections: 1,
  })
  const query = new Kysely<Tables>({ dialect: postgresDialect(pool) })
  const add = (status: string) =>
    query
      .insertInto('pets')
      .values({ ...petOf('Biscuit'), status })
      .execute()
  await assert.rejects(add('unknown'), /pets_status_check/)
  await add('available')
  assert.deepEqual(await petNames(opened.database), ['Biscuit'])
  await query.destroy()
})

test('statements of a transaction that are not awaited are sent in one packet', {
  skip,
}, async (t) => {
  await using opened = await open()
  const { database } = opened
  const addThree = () =>
    database.write(async ({ query }) => {
      for (const name of ['Biscuit', 'Clover', 'Daisy']) await query.insertInto('pets').values(petOf(name)).execute()
    })
  // Open a connection and prepare the statement.
  await addThree()
  const one = t.mock.method(Socket.prototype, '_write')
  // Every socket has it, although the type allows streams without it.
  const several = t.mock.method(Socket.prototype as Required<Socket>, '_writev')
  await addThree()
  const pieces = one.mock.callCount() + several.mock.callCount()
  t.mock.restoreAll()
  assert.equal(pieces, 1, 'the beginning, three rows and the commit')
  assert.equal((await petNames(database)).length, 6)
})

test('concurrent additions are sent in one packet, and committed together', {
  skip,
}, async (t) => {
  await using opened = await open()
  const { database } = opened
  const addMany = () => Promise.all(Array.from({ length: 20 }, (_, at) => addShared(database, `${at}`)))
  await addMany()
  const one = t.mock.method(Socket.prototype, '_write')
  // Every socket has it, although the type allows streams without it.
  const several = t.mock.method(Socket.prototype as Required<Socket>, '_writev')
  const ids = await addMany()
  const pieces = one.mock.callCount() + several.mock.callCount()
  t.mock.restoreAll()
  assert.equal(pieces, 2)
  assert.deepEqual(
    ids.map((id) => id - (ids[0] ?? 0n)),
    ids.map((_, at) => BigInt(at)),
  )
})

test('only one of the additions that share a transaction can lock a name', {
  skip,
}, async () => {
  await using opened = await open()
  const { database } = opened
  const tried = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      database.writeAs(
        'me',
        async (trx) => {
          const isMine = await trx.tryLockName(`name ${at % 2}`)
          await insertPet(trx, `${at}`)
          return isMine
        },
        { isAddition: true },
      ),
    ),
  )
  assert.deepEqual(tried, [true, true, false, false, false, false, false, false])
})

test('no addition is acknowledged if a swallowed error of another rolled it back', {
  skip,
}, async () => {
  await using opened = await open()
  const { database } = opened
  const keepsQuiet = database.writeAs(
    'me',
    async ({ query }) => {
      await query
        .insertInto('pets')
        .values({ name: 'x' } as never)
        .execute()
        .catch(() => {})
    },
    { isAddition: true },
  )
  const [quiet, ...others] = await Promise.allSettled([
    keepsQuiet,
    ...['one', 'two', 'three'].map((name) => addShared(database, name)),
  ])
  assert.equal(quiet.status, 'rejected')
  assert.ok(others.every(({ status }) => status === 'fulfilled'))
  assert.deepEqual((await petNames(database)).sort(), ['one', 'three', 'two'])
})

test('a transaction that cannot be serialized is retried, but not forever', {
  skip,
}, async () => {
  await using store = await open()
  const { database } = store
  const fail = ({ query }: Trx) =>
    sql`do $$ begin raise exception 'lost' using errcode = '40001'; end $$`.execute(query)
  let attempts = 0
  await database.write(async (trx) => {
    attempts += 1
    await insertPet(trx, 'once')
    if (attempts < 4) await fail(trx)
  })
  assert.deepEqual(await petNames(database), ['once'])
  attempts = 0
  await refused(
    database.write(async (trx) => {
      attempts += 1
      await fail(trx)
    }),
  )
  assert.equal(attempts, 10)
})

test('a read that a standby cancels in favor of replication is unavailable', {
  skip,
}, async () => {
  await using store = await open()
  const end = sql`do $$ begin raise exception 'conflict with recovery' using errcode = '40001'; end $$`
  await refused(end.execute(store.database.read))
  await refused(end.execute(store.database.readLong('a client')))
})

test('waiting for a lock times out before 2 s, and the connection stays usable', {
  skip,
}, async () => {
  await using store = await open()
  const { database, url } = store
  const id = await addPet(database, 'held')
  const holder = await connect(url)
  await holder.query('begin')
  await holder.query('select from pets where id = $1 for update', [id])
  const change = () =>
    database.write(async (trx) => {
      await trx.lock('pets', id)
      await trx.query.updateTable('pets').set({ status: 'sold' }).where('id', '=', id).execute()
    })
  const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(database.read)
  assert.equal(rows[0]?.statement_timeout, '1700ms')
  await refused(change())
  assert.deepEqual(await petNames(database), ['held'])
  await holder.query('rollback')
  await change()
  await holder.end()
})

test('connections that are terminated while active or idle are replaced', { skip }, async () => {
  await using store = await open(LONG_MS)
  const { database, url } = store
  await Promise.all(Array.from({ length: 20 }, (_, at) => addPet(database, `${at}`)))
  const other = await connect(url)
  const end = () =>
    other.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
  const slow = refused(sql`select pg_sleep(50)`.execute(database.read))
  const sleeping = `select 1 from pg_stat_activity where state = 'active' and query like '%pg_sleep(50)%'
    and pid <> pg_backend_pid()`
  await eventually('the query is running', async () => (await other.query(sleeping)).rowCount === 1)
  await Promise.all([slow, end()])
  await addPet(database, 'after')
  await eventually('reads again', () => database.isAlive())
  await end()
  await addPet(database, 'at last')
  await eventually('reads again', () => database.isAlive())
  assert.equal((await petNames(database)).length, 22)
  await other.end()
})

test('a server that accepts no more connections is unavailable, and recovers', {
  skip,
}, async () => {
  await using store = await open()
  const { database, url } = store
  const other = await connect(url)
  const name = new URL(url).pathname.slice(1)
  await other.query('create role guest login')
  await other.query('grant all on all tables in schema public to guest; grant create on schema public to guest')
  await other.query('alter role guest connection limit 0')
  await refused(openPostgres({ url: url.replace('postgres@', 'guest@') }))
  const outside = await connect(server.url('postgres'))
  await outside.query(`alter database ${name} allow_connections false`)
  await outside.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  await eventually('refused', async () => !(await database.isAlive()))
  await refused(petNames(database))
  await refused(addPet(database, 'lost'))
  await outside.query(`alter database ${name} allow_connections true`)
  await addPet(database, 'after')
  assert.deepEqual(await petNames(database), ['after'])
  await outside.end()
})

test('a table can be read and written after a migration changed it', { skip }, async () => {
  await using store = await open()
  const { database, url } = store
  await addPet(database, 'before')
  const all = () => database.read.selectFrom('pets').selectAll().where('id', '>', 0n).execute()
  const rename = ({ query }: Trx) =>
    query.updateTable('pets').set({ name: 'x' }).where('id', '>', 0n).returningAll().execute()
  for (let time = 0; time < 3; time += 1) {
    await all()
    await database.write(rename)
  }
  const other = await connect(url)
  await other.query('alter table pets add column tail text')
  assert.equal((await all()).length, 1)
  assert.equal((await database.write(rename)).length, 1)
  await other.end()
})

test('a crash is detected at once, and everything acknowledged is there after the restart', {
  skip,
}, async () => {
  await using store = await open(LONG_MS)
  const { database } = store
  const acknowledged = new Set<string>()
  let down = false
  const writer = async (who: number) => {
    for (let count = 0; !down; count += 1) {
      const name = `${who} ${count}`
      const add = who % 2 ? addPet : addShared
      await add(database, name).then(() => acknowledged.add(name))
    }
  }
  const writers = Promise.allSettled(Array.from({ length: 12 }, (_, who) => writer(who)))
  await eventually('written', () => acknowledged.size > 200)
  const halted = server.halt('immediate')
  await halted
  for (const result of await writers) {
    assert.ok(result.status === 'rejected' && result.reason instanceof DatabaseUnavailable)
  }
  down = true
  assert.ok((await refusedAfterMs(addPet(database, 'lost'))) < LONG_MS / 2)
  assert.ok((await refusedAfterMs(petNames(database))) < LONG_MS / 2)
  assert.equal(await database.isAlive(), false)
  await server.start()
  await addPet(database, 'after')
  const kept = new Set(await petNames(database))
  assert.deepEqual(
    [...acknowledged].filter((name) => !kept.has(name)),
    [],
  )
})

test('all callers of a stalled server time out together, and succeed again when it continues', {
  skip,
}, async () => {
  await using store = await open()
  const { database } = store
  await Promise.all([addPet(database, 'before'), petNames(database)])
  const family = processes(server.pid())
  for (const pid of family) process.kill(pid, 'SIGSTOP')
  const aloneMs = await refusedAfterMs(petNames(database))
  const waits = await Promise.all([
    ...Array.from({ length: 30 }, () => refusedAfterMs(petNames(database))),
    ...Array.from({ length: 30 }, () => refusedAfterMs(addPet(database, 'unknown'))),
    // More than fit into one group: the others have waited for these.
    ...Array.from({ length: 90 }, () => refusedAfterMs(addShared(database, 'unknown'))),
  ])
  const longestMs = Math.max(...waits)
  // If they ran one after the other they would wait twice as long.
  assert.ok(longestMs < 1.8 * aloneMs, `${longestMs} ms, alone ${aloneMs} ms`)
  for (const pid of family) process.kill(pid, 'SIGCONT')
  await eventually('serves again', () => database.isAlive())
  await addPet(database, 'after')
})

test('a store whose server is stalled can be closed', { skip }, async () => {
  const url = await server.create()
  const database = await openPostgres({ url })
  await addPet(database, 'before')
  const family = processes(server.pid())
  for (const pid of family) process.kill(pid, 'SIGSTOP')
  await database.close()
  for (const pid of family) process.kill(pid, 'SIGCONT')
  await server.drop(url)
})

const processes = (postmaster: number): number[] => {
  const all = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
  return [postmaster, ...all.trim().split(/\s+/).map(Number)]
}

test('long reads of one client delay nobody else, and run one at a time', {
  skip,
}, async () => {
  await using opened = await open(LONG_MS)
  const { database } = opened
  const held = await connect(opened.url)
  await held.query('begin')
  await held.query('select pg_advisory_xact_lock(14)')
  const waiting = async () => {
    // Within one transaction, the statistics would not change.
    await held.query('select pg_stat_clear_snapshot()')
    const { rows } = await held.query(`select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event = 'advisory'`)
    return rows[0].waiting
  }
  let ended = 0
  const long = async () => {
    await sql`select pg_advisory_xact_lock_shared(14)`.execute(database.readLong('greedy'))
    ended += 1
  }
  // On a machine that is slow enough, some time out.
  const greedy = Promise.allSettled(Array.from({ length: 17 }, long))
  await assert.rejects(long(), DatabaseUnavailable)
  const one = sql<{ one: number }>`select 1 as one`
  for (const query of [database.read, database.readLong('other')]) {
    for (let count = 0; count < 8; count += 1) assert.ok((await one.execute(query)).rows[0])
  }
  // It may be the last one to connect.
  await eventually('a read waits', async () => (await waiting()) > 0)
  assert.deepEqual([await waiting(), ended], [1, 0])
  await held.end()
  const outcomes = await greedy
  assert.equal(outcomes[0]?.status, 'fulfilled')
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, ended)
})
