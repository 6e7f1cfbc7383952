import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { cuttingProxy } from '../../../test/harness/cutting-proxy.ts'
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
import { DatabaseUnavailable, OutcomeUnknown } from './database.ts'
import { openPostgres as openAgain } from './postgres.ts'

const skip = whyNoPostgres() ?? false
/** Longer than the test, so that faster rejections have another cause. */
const LONG_MS = 60_000

let server: PrivatePostgres
before(async () => {
  if (!skip) server = await startPostgres({ settings: { synchronous_commit: 'on' } })
})
after(() => server?.stop())

const open = async (options: { deadlineMs?: number; port?: number } = {}) => {
  const url = await server.create()
  const made = await openPostgres({ url })
  await made.close()
  const address = new URL(url)
  if (options.port) address.port = String(options.port)
  const database = await openAgain<TestChange, string>({
    url: address.href,
    deadlineMs: options.deadlineMs ?? LONG_MS,
    consequences: testConsequences,
  })
  const dispose = async () => {
    await database.close()
    await server.drop(url)
  }
  return { database, url, [Symbol.asyncDispose]: dispose }
}

/** Signals the backend that waits for an event, once it does. */
const signalWhile = (event: string, signal: 'pg_cancel_backend' | 'pg_terminate_backend') =>
  eventually(`a backend waits for ${event}`, async () => {
    const client = new Client({ connectionString: server.url('postgres') })
    await client.connect()
    const text = `select ${signal}(pid) from pg_stat_activity where wait_event = '${event}'`
    const { rows } = await client.query(text)
    await client.end()
    return rows.length === 1
  })

const outcomes = (works: Promise<unknown>[]) =>
  Promise.all(
    works.map((work) =>
      work.then(
        () => undefined,
        (error: unknown) => error,
      ),
    ),
  )

test('the outcome of a commit that no synchronous standby confirms in time is unknown, for single and shared commits', {
  skip,
}, async () => {
  await using store = await open({ deadlineMs: 2_000 })
  const { database } = store
  // Open the connections and prepare the statements.
  await Promise.all(Array.from({ length: 5 }, (_, at) => addShared(database, `before ${at}`)))
  await server.requireStandby(true)
  try {
    const names = ['one', 'two', 'three'].map((name) => addShared(database, name))
    for (const error of await outcomes([addPet(database, 'alone'), ...names]))
      assert.ok(error instanceof OutcomeUnknown, String(error))
  } finally {
    await server.requireStandby(false)
  }
  const stored = async () => (await petNames(database)).filter((name) => !/^before/.test(name))
  await eventually('all rows are stored', async () => (await stored()).length === 4)
  assert.deepEqual((await stored()).sort(), ['alone', 'one', 'three', 'two'], 'each exactly once')
  await addPet(database, 'afterwards')
})

for (const how of ['pg_cancel_backend', 'pg_terminate_backend'] as const) {
  test(`a commit whose wait for a standby is ended by ${how} is stored locally, and not acknowledged`, {
    skip,
  }, async () => {
    await using store = await open()
    const { database } = store
    await addPet(database, 'before')
    await server.requireStandby(true)
    try {
      const lost = assert.rejects(addPet(database, 'kept here'), OutcomeUnknown)
      await signalWhile('SyncRep', how)
      await lost
      assert.deepEqual(await petNames(database), ['before', 'kept here'])
    } finally {
      await server.requireStandby(false)
    }
    await addPet(database, 'afterwards')
  })
}

for (const [cut, isStored] of [
  ['before the commit', false],
  ['after the commit', true],
] as const) {
  test(`a connection that ends ${cut} leaves the outcome unknown, and nothing runs twice`, {
    skip,
  }, async () => {
    using proxy = await cuttingProxy(server.port)
    await using store = await open({ port: proxy.port })
    const { database } = store
    await Promise.all([addShared(database, 'before'), addShared(database, 'before')])
    proxy.set(cut)
    const works = [
      addPet(database, 'alone'),
      // Its statements are sent with the commit, and are lost or executed together with it.
      database.write(async ({ query }) => {
        await query.insertInto('pets').values(petOf('unawaited')).execute()
      }),
      ...['one', 'two'].map((name) => addShared(database, name)),
    ]
    for (const error of await outcomes(works)) assert.ok(error instanceof OutcomeUnknown, String(error))
    proxy.set('none')
    const direct = await openAgain({ url: store.url })
    const stored = async () => (await petNames(direct)).filter((name) => name !== 'before').sort()
    const expected = isStored ? ['alone', 'one', 'two', 'unawaited'] : []
    await eventually('the transaction is executed', async () => (await stored()).length === expected.length)
    assert.deepEqual(await stored(), expected)
    await direct.close()
  })
}

test('a commit that the server rejects is reported as not done', {
  skip,
}, async () => {
  await using store = await open()
  const { database, url } = store
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const id = await addPet(database, 'held')
  await client.query(`create function refuse() returns trigger language plpgsql as $$ begin
    if new.name = 'slow' then perform pg_sleep(60); end if;
    if new.name = 'wrong' then raise exception 'refused' using errcode = '23514'; end if;
    return new; end $$`)
  await client.query(`create constraint trigger late after insert on pets
    deferrable initially deferred for each row execute function refuse()`)
  await client.query('begin')
  await client.query('select from pets where id = $1 for update', [id])
  const isRejected = (error: unknown) => error instanceof DatabaseUnavailable && !(error instanceof OutcomeUnknown)
  const slow = assert.rejects(addPet(database, 'slow'), isRejected, 'within the commit')
  await signalWhile('PgSleep', 'pg_cancel_backend')
  await slow
  const blocked = database.write(async (trx) => {
    await sql`set local statement_timeout = 300`.execute(trx.query)
    await insertPet(trx, 'blocked')
    await trx.lock('pets', id)
  })
  await assert.rejects(blocked, isRejected, 'in a statement that is not awaited')
  await assert.rejects(addPet(database, 'wrong'), /refused/)
  await client.end()
  assert.deepEqual(await petNames(database), ['held'])
})

test('a transaction that a statement has ended is not acknowledged, although its work continued', {
  skip,
}, async () => {
  await using store = await open()
  const { database } = store
  const keepsQuiet = database.write(async (trx) => {
    await insertPet(trx, 'lost')
    await trx.query
      .insertInto('pets')
      .values({ name: 'x' } as never)
      .returning('id')
      .execute()
      .catch(() => {})
  })
  await assert.rejects(keepsQuiet, /a statement has ended the transaction/)
  assert.deepEqual(await petNames(database), [])
})
