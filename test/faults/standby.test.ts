import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Client } from 'pg'
import { prepareDatabase } from '../../server/program/schema/prepare-database.ts'
import { assertError, type Seen } from '../harness/balanced.ts'
import { isFault } from '../harness/doctor.ts'
import { eventually } from '../harness/eventually.ts'
import { startHaproxy, whyNoHaproxy } from '../harness/haproxy.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { sharedPostgres, startPostgres, whyNoPostgres } from '../harness/postgres.ts'
import { type Server, startServer } from '../harness/server.ts'
import { newFolder } from '../harness/temporary-folder.ts'

const skip = whyNoPostgres() ?? false

/** A primary with a standby that follows it, and a function that starts servers on them. */
const startPair = async (t: TestContext) => {
  const primary = await startPostgres()
  t.after(() => primary.stop())
  const url = await primary.create()
  await prepareDatabase({ kind: 'postgres', url }, 'upgrade')
  const standby = await startPostgres({ standbyOf: primary })
  t.after(() => standby.stop())
  const name = new URL(url).pathname.slice(1)
  const key = newKey()
  const settings = {
    BOOTSTRAP_KEY: key,
    SECRET_KEY: 'a key of tests and of nobody else',
    MEDIA_URL: newFolder('store'),
  }
  const start = async (address: string, more: Record<string, string> = {}): Promise<Server> => {
    const server = await startServer({
      folder: '',
      settings: { ...settings, DATABASE_URL: address, ...more },
    })
    t.after(() => server.kill())
    return server
  }
  const both = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`
  return {
    primary,
    standby,
    url,
    standbyUrl: standby.url(name),
    failoverUrl: `postgres://postgres@${both}/${name}?target_session_attrs=read-write`,
    headers: bearer(key),
    start,
    /** Resolves when the standby has everything that was committed. */
    async replicated() {
      const client = new Client({ connectionString: url })
      await client.connect()
      const isReplayed = async () => {
        const { rows } = await client.query(
          'select coalesce(bool_and(replay_lsn = pg_current_wal_lsn()), false) as done from pg_stat_replication',
        )
        return rows[0].done === true
      }
      await eventually('the standby has caught up', isReplayed)
      await client.end()
    },
    /** Makes the primary read-only, as an administrator does who moves it while it runs. */
    async makeReadOnly() {
      const client = new Client({ connectionString: url })
      await client.connect()
      await client.query('alter system set default_transaction_read_only = on')
      await client.query('select pg_reload_conf()')
      await client.end()
    },
  }
}

const add = (server: Pick<Server, 'fetch'>, headers: Record<string, string>, name: string) =>
  server.fetch('/v1/pets', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name, categoryId: 1 }),
  })

const namesOf = async (server: Server, headers: Record<string, string>): Promise<string[]> => {
  const { json } = await server.fetch('/v1/pets?limit=100', { headers })
  return json().map(({ name }: { name: string }) => name)
}

const isReadyToWrite = async (server: Server): Promise<boolean> =>
  (await server.fetch('/readyz?require=write')).status === 200

test('a server on a standby serves reads, reports that it cannot write, and writes once the standby is promoted', {
  skip,
}, async (t) => {
  const pair = await startPair(t)
  const { headers } = pair
  const first = await pair.start(pair.url)
  assert.equal((await add(first, headers, 'before')).status, 201)
  await pair.replicated()
  // A key that the store does not know yet cannot be stored.
  const server = await pair.start(pair.standbyUrl, { BOOTSTRAP_KEY: newKey() })
  assert.match(server.output.join('\n'), /"readOnly":"the database is a standby/)
  const { status, body } = await server.fetch('/readyz')
  assert.equal(status, 200)
  assert.deepEqual(JSON.parse(body), { status: 'degraded', reasons: ['database_read_only'] })
  const forWrites = await server.fetch('/readyz?require=write')
  assert.equal(forWrites.status, 503)
  assert.equal(forWrites.json().code, 'service_unavailable')
  assert.deepEqual(await namesOf(server, headers), ['before'])
  // Queued work on the standby must wait.
  await first.kill()
  const client = new Client({ connectionString: pair.url })
  await client.connect()
  await client.query('update feed set dispatched_through = 0')
  await client.end()
  await pair.replicated()
  assert.equal((await server.fetch('/v1/pets/1', { headers })).status, 200)
  const rejected = await Promise.all([
    add(server, headers, 'rejected'),
    server.fetch('/v1/pets/1', { method: 'DELETE', headers }),
  ])
  for (const { status, headers, json } of rejected) {
    assert.equal(status, 503)
    assert.equal(json().code, 'service_unavailable')
    assert.ok(Number(headers.get('retry-after')) >= 1)
  }
  const doctor = await server.cli('doctor', '--json').then(
    () => assert.fail('doctor is content'),
    (error) => error,
  )
  assert.equal(doctor.code, 1)
  const findings = JSON.parse(doctor.stdout)
  const failed = findings.filter(isFault)
  assert.deepEqual(
    failed.map(({ check }: { check: string }) => check),
    ['writes'],
  )
  assert.match(failed[0].found, /standby.*every write gets 503/)

  await pair.standby.promote()
  await eventually('it writes', async () => (await add(server, headers, 'after')).status === 201)
  assert.deepEqual(await namesOf(server, headers), ['before', 'after'])
  assert.ok(await isReadyToWrite(server))
  assert.equal((await server.fetch('/readyz')).body, '{"status":"ready"}')
  const lines = () => server.output.map((line) => (line.startsWith('{') ? JSON.parse(line) : {}))
  const reported = () =>
    lines()
      .filter(({ reason }) => reason === 'database_read_only')
      .map(({ level }) => level)
  await eventually('the log says that it is over', () => reported().includes('info'))
  assert.deepEqual(reported(), ['warn', 'info'])
  assert.deepEqual(
    lines().filter(({ msg }) => /background work|not noted|not sent/.test(msg)),
    [],
    'the log says it once',
  )
})

test('a database that needs an upgrade but cannot be written is rejected with the reason', {
  skip,
}, async (t) => {
  const postgres = await sharedPostgres()
  const url = await postgres.create()
  t.after(() => postgres.drop(url))
  const client = new Client({ connectionString: postgres.url('postgres') })
  await client.connect()
  await client.query(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`)
  await client.end()
  await assert.rejects(
    prepareDatabase({ kind: 'postgres', url }, 'upgrade'),
    /must be upgraded, but it is a standby or configured as read-only/,
  )
})

for (const how of ['killed', 'read-only'] as const) {
  test(`with several hosts, a running server follows the primary: the old one is ${how}`, {
    skip,
  }, async (t) => {
    const pair = await startPair(t)
    const { headers } = pair
    const server = await pair.start(pair.failoverUrl)
    assert.equal((await add(server, headers, 'before')).status, 201)
    assert.deepEqual(await namesOf(server, headers), ['before'])
    await pair.replicated()
    if (how === 'killed') await pair.primary.halt('immediate')
    else await pair.makeReadOnly()
    await eventually('it reports that it cannot write', async () => !(await isReadyToWrite(server)))
    assert.equal((await server.fetch('/readyz')).status, 200)
    const rejected = await add(server, headers, 'rejected')
    assert.equal(rejected.status, 503)
    assert.ok(Number(rejected.headers.get('retry-after')) >= 1)
    assert.deepEqual(await namesOf(server, headers), ['before'])
    await pair.standby.promote()
    // It finds the new primary without any request.
    await eventually('it finds the new primary', () => isReadyToWrite(server))
    assert.equal((await add(server, headers, 'after')).status, 201)
    assert.deepEqual(await namesOf(server, headers), ['before', 'after'])
    const client = new Client({ connectionString: pair.standbyUrl })
    await client.connect()
    const { rows } = await client.query('select name from pets order by id')
    await client.end()
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['before', 'after'],
    )
  })
}

test('HAProxy sends writes to a replica that can write; without one, writes get 503 and reads are served', {
  skip: skip || (whyNoHaproxy() ?? false),
}, async (t) => {
  const pair = await startPair(t)
  const trusted = { TRUST_PROXY: '127.0.0.1', LOG_REQUESTS: 'all' }
  const onPrimary = await pair.start(pair.url, trusted)
  const onStandby = await pair.start(pair.standbyUrl, trusted)
  const places = [onPrimary, onStandby].map(({ port }) => `127.0.0.1:${port}`)
  await using haproxy = await startHaproxy(places)
  const send = async (method: string, path: string, body?: object): Promise<Seen> => {
    const response = await fetch(`${haproxy.address}${path}`, {
      method,
      headers: { ...pair.headers, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: await response.text() }
  }
  const addPet = (name: string) => send('POST', '/v1/pets', { name, categoryId: 1 })
  const served = (server: Server, method: string) =>
    server.output.filter((line) => line.includes(`"method":"${method}"`)).length
  // The balancer notices it by its second check.
  await eventually('only the primary gets writes', async () => {
    for (let n = 0; n < 8; n += 1) if ((await addPet('warm')).status !== 201) return false
    return true
  })
  const before = served(onStandby, 'POST')
  for (let n = 0; n < 20; n += 1) assert.equal((await addPet(`pet ${n}`)).status, 201)
  assert.equal(served(onStandby, 'POST'), before)
  await eventually('both are sent reads', async () => {
    assert.equal((await send('GET', '/v1/pets?limit=5')).status, 200)
    return served(onPrimary, 'GET') > 0 && served(onStandby, 'GET') > 0
  })
  await pair.replicated()
  const list = '/v1/pets?limit=5'
  for (const one of [onPrimary, onStandby]) await one.fetch(list, { headers: pair.headers })

  await pair.primary.halt('immediate')
  await eventually('no replica can write', async () => {
    const [one, other] = await Promise.all([isReadyToWrite(onPrimary), isReadyToWrite(onStandby)])
    return !one && !other
  })
  for (let n = 0; n < 8; n += 1) {
    const rejected = await addPet('rejected')
    assert.equal(rejected.status, 503)
    assert.equal(assertError(rejected).code, 'service_unavailable')
    assert.equal((await send('GET', list)).status, 200)
  }
  // Once the balancer knows it too, a replica still responds, so the error has the caller's limits.
  await eventually('a replica responds', async () => (await addPet('rejected')).headers.has('x-ratelimit-reset'))

  await pair.standby.promote()
  await eventually('the other replica writes', async () => (await addPet('after')).status === 201)
  await eventually('writes go there alone', async () => {
    for (let n = 0; n < 8; n += 1) if ((await addPet('more')).status !== 201) return false
    return true
  })
  const { body } = await onStandby.fetch('/v1/pets?limit=100', { headers: pair.headers })
  assert.ok(!body.includes('rejected'), 'a 503 means that nothing was done')
})
