import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Client } from 'pg'
import { MAX_WARM_UP_MS } from '../../server/catalogue/listings/warm-up.ts'
import { prepareDatabase } from '../../server/program/schema/prepare-database.ts'
import { type TestApp, testApp } from '../harness/app.ts'
import { eventually } from '../harness/eventually.ts'
import { addListings } from '../harness/many-listings.ts'
import { readMetrics } from '../harness/metrics.ts'
import { startPostgres, whyNoPostgres } from '../harness/postgres.ts'

/** So many that they are loaded at the start. */
const LISTINGS = 5_000
const LISTS = '/v1/listings?limit=1'

const readiness = async (app: TestApp): Promise<number> => (await app.send({ url: '/readyz' })).statusCode

const isWarmingUp = async (app: TestApp): Promise<number | undefined> =>
  readMetrics((await app.send({ url: '/metrics' })).body).get('adoption_degraded{reason="warming_up"}')

suite('the listings are loaded when the server starts', { skip: whyNoPostgres() ?? false }, () => {
  /** A service whose load waits, because somebody has locked a table that it reads. */
  const startedWhileLocked = async () => {
    await using opened = new AsyncDisposableStack()
    const postgres = await startPostgres()
    opened.defer(() => postgres.stop())
    const url = await postgres.create()
    await prepareDatabase({ kind: 'postgres', url }, 'upgrade')
    await addListings({ engine: 'postgres', url, count: LISTINGS })
    const locking = new Client({ connectionString: url })
    // It ends with the server.
    locking.on('error', () => {})
    await locking.connect()
    opened.defer(() => locking.end().catch(() => {}))
    await locking.query('begin')
    await locking.query('lock table listing_changes in access exclusive mode')
    const app = await testApp({ settings: { DATABASE_URL: url } })
    opened.defer(app.close)
    const unlock = () => locking.query('rollback')
    const all = opened.move()
    return { app, postgres, unlock, [Symbol.asyncDispose]: () => all.disposeAsync() }
  }

  test('/readyz is 503 until they are loaded, and requests are served meanwhile', async () => {
    await using started = await startedWhileLocked()
    const { app, unlock } = started
    assert.equal(await readiness(app), 503)
    assert.equal(await isWarmingUp(app), 1)
    assert.equal((await app.send({ url: '/healthz' })).statusCode, 200)
    assert.equal((await app.get('/v1/pets?limit=1')).statusCode, 200)
    const list = app.get(LISTS)
    await unlock()
    assert.equal((await list).statusCode, 200)
    await eventually('it is ready', async () => (await readiness(app)) === 200)
    assert.equal(await isWarmingUp(app), 0)
  })

  test('/readyz is 200 after half a minute even if they are not loaded', async () => {
    await using started = await startedWhileLocked()
    const { app, unlock } = started
    app.clock.advance(MAX_WARM_UP_MS - 1)
    assert.equal(await readiness(app), 503)
    app.clock.advance(1)
    assert.equal(await readiness(app), 200)
    const list = app.get(LISTS)
    await unlock()
    assert.equal((await list).statusCode, 200)
  })

  test('/readyz is 200 once the load has failed because PostgreSQL is unavailable', async () => {
    await using started = await startedWhileLocked()
    const { app, postgres } = started
    assert.equal(await readiness(app), 503)
    await postgres.halt('immediate')
    await eventually('it is degraded', async () => (await readiness(app)) === 200)
    assert.deepEqual((await app.send({ url: '/readyz' })).json(), {
      status: 'degraded',
      reasons: ['database_unavailable'],
    })
    await postgres.start()
    await eventually('lists are served', async () => {
      app.clock.advance(1_000)
      return (await app.get(LISTS)).statusCode === 200
    })
    assert.equal(await readiness(app), 200)
  })
})
