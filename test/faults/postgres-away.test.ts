import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareDatabase } from '../../server/program/schema/prepare-database.ts'
import { testApp } from '../harness/app.ts'
import { eventually } from '../harness/eventually.ts'
import { startPostgres, whyNoPostgres } from '../harness/postgres.ts'
import { skipWithoutRedis, testRedis } from '../harness/redis.ts'
import { type Replicas, startReplicas } from '../harness/replicas.ts'
import { rounds } from '../harness/rounds.ts'

const CRASHES = rounds({ usual: 3, torture: 40 })
const WRITERS = 8
/** The pause between two writes of a client, because starting and ending programs needs the machine too. */
const PAUSE_MS = 10

const redis = await testRedis()
const whyNot = redis ? whyNoPostgres() : skipWithoutRedis

after(() => redis?.close())

test('when PostgreSQL crashes under load, requests get 503, the service recovers by itself, and nothing acknowledged is lost', {
  skip: whyNot ?? false,
}, async (t) => {
  if (!redis || whyNot) return
  const postgres = await startPostgres({ fsync: true })
  const replicas = await startReplicas({ count: 2, postgres, redis })
  t.after(async () => {
    await replicas.stop()
    await postgres.stop()
  })
  const stopped = new AbortController()
  const acknowledged: string[] = []
  const seen = { unavailable: 0 }
  const checked = async (request: () => ReturnType<Replicas['read']>): Promise<number> => {
    const { status, headers, body } = await request()
    const isUnknown = status === 500 && JSON.parse(body).code === 'outcome_unknown'
    assert.ok(isUnknown || [200, 201, 503].includes(status), `${status} ${body}`)
    if (status === 503) {
      seen.unavailable += 1
      assert.ok(Number(headers.get('retry-after')) >= 1)
    }
    return status
  }
  /** Repeats each write with its key until it is acknowledged. */
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; !stopped.signal.aborted; n += 1) {
      const name = `${writer}.${n}`
      const send = () => checked(() => replicas.addPet(replicas.at(writer + n), name, { 'idempotency-key': name }))
      while ((await send()) !== 201) await sleep(50)
      acknowledged.push(name)
      await sleep(PAUSE_MS)
    }
  }
  const read = async (): Promise<void> => {
    for (let n = 0; !stopped.signal.aborted; n += 1) {
      await checked(() => replicas.read(replicas.at(n)))
      await sleep(5)
    }
  }
  const load = Promise.all([...Array.from({ length: WRITERS }, (_, at) => write(at)), read()])
  const serves = async (): Promise<boolean> => {
    const answers = await Promise.all(replicas.all.map((one) => replicas.read(one, replicas.admin, '/v1/store/orders')))
    return answers.every(({ status }) => status === 200)
  }
  for (let crash = 0; crash < CRASHES; crash += 1) {
    await Promise.race([sleep(300), load])
    await postgres.halt('immediate')
    await Promise.race([sleep(500), load])
    await postgres.start()
    const before = acknowledged.length
    await eventually('reads are served', serves)
    await eventually('and writes', () => acknowledged.length > before)
  }
  stopped.abort()
  await load
  assert.ok(seen.unavailable > 0)
  const stored = await replicas.names(replicas.at(0))
  assert.deepEqual(stored.toSorted(), acknowledged.toSorted())
  t.diagnostic(`${acknowledged.length} acknowledged`)
})

test('while PostgreSQL is unavailable, only keys that it confirmed in the last 60 s are accepted', {
  skip: whyNoPostgres() ?? false,
}, async (t) => {
  const postgres = await startPostgres()
  t.after(() => postgres.stop())
  const url = await postgres.create()
  await prepareDatabase({ kind: 'postgres', url }, 'upgrade')
  await using app = await testApp({ settings: { DATABASE_URL: url } })
  const list = '/v1/pets?limit=5'
  const unused = app.bearer((await app.createKey()).key)
  const read = await app.get(list)
  assert.equal(read.statusCode, 200)
  await postgres.halt('fast')
  app.clock.advance(59_000)
  const kept = await app.get(list)
  assert.equal(kept.statusCode, 200)
  assert.equal(kept.body, read.body)
  assert.equal((await app.get(list, unused)).statusCode, 503)
  app.clock.advance(1_000)
  const ended = await app.get(list)
  assert.equal(ended.statusCode, 503)
  assert.equal(ended.json().code, 'service_unavailable')
  assert.ok(Number(ended.headers['retry-after']) >= 1)
  assert.deepEqual((await app.inject({ url: '/readyz' })).json(), {
    status: 'degraded',
    reasons: ['database_unavailable'],
  })
  await postgres.start()
  await eventually('the key is accepted again', async () => {
    app.clock.advance(1_000)
    return (await app.get(list)).statusCode === 200
  })
})
