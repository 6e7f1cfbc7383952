import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { eventually } from '../harness/eventually.ts'
import { type PrivatePostgres, startPostgres, whyNoPostgres } from '../harness/postgres.ts'
import { skipWithoutRedis, testRedis } from '../harness/redis.ts'
import { startReplicas } from '../harness/replicas.ts'
import { rounds } from '../harness/rounds.ts'
import { typed } from '../harness/typed.ts'

const REPLICAS = 3
const WRITES = rounds({ usual: 10, torture: 300 })

const redis = await testRedis()
const whyNot = redis ? whyNoPostgres() : skipWithoutRedis

after(() => redis?.close())

const lastEntry = async (postgres: PrivatePostgres, database: string): Promise<number> => {
  const client = new Client({ connectionString: postgres.url(database) })
  await client.connect()
  try {
    const { rows } = await client.query('select max(id) as id from audit_log')
    return Number(rows[0].id)
  } finally {
    await client.end()
  }
}

test('after a failover that lost transactions, the replicas add one audit entry about it, and an operator accepts it', {
  skip: whyNot ?? false,
}, async (t) => {
  if (!redis || whyNot) return
  const primary = await startPostgres()
  t.after(() => primary.stop())
  const database = new URL(await primary.create()).pathname.slice(1)
  const standby = await startPostgres({ standbyOf: primary })
  t.after(() => standby.stop())
  const hosts = [primary, standby].map(({ port }) => `127.0.0.1:${port}`).join(',')
  const url = `postgres://postgres@${hosts}/${database}?target_session_attrs=primary`
  const postgres = { create: async () => url, drop: async () => {} }
  const settings = { SECRET_KEY: 'a key of tests and of nobody else' }
  const replicas = await startReplicas({ count: REPLICAS, postgres, redis, settings })
  t.after(() => replicas.stop())

  let names = 0
  const write = async (at: number): Promise<boolean> => {
    names += 1
    const { status, body } = await replicas.addPet(replicas.at(at), `animal ${names}`)
    assert.ok(status === 201 || status === 503 || /outcome_unknown/.test(body), `${status} ${body}`)
    return status === 201
  }
  /** Writes through all replicas at once, until each write is stored. */
  const writeEverywhere = () =>
    Promise.all(replicas.all.map((_, at) => eventually(`replica ${at} stores a write`, () => write(at))))

  await writeEverywhere()
  const before = await lastEntry(primary, database)
  await eventually('the standby has it', async () => (await lastEntry(standby, database)) === before)
  await standby.halt('fast')
  for (let count = 0; count < 5; count += 1) await writeEverywhere()
  const lost = await lastEntry(primary, database)
  await primary.halt('immediate')
  await standby.start()
  await standby.promote()
  for (let count = 0; count < WRITES; count += 1) await writeEverywhere()

  const list = await typed(url, 'audit', 'list', '--action', 'audit.unverified', '--json')
  const [entry, ...others] = JSON.parse(list.output)
  assert.deepEqual([entry.id, entry.fields, others], [before + 1, ['entries'], []])
  assert.ok(entry.target.id > before && entry.target.id <= lost)

  const broken = await typed(url, 'audit', 'verify')
  assert.equal(broken.code, 1)
  assert.match(broken.output, new RegExp(`audit accept --from ${entry.id} `))
  const reason = 'the standby was behind'
  const accepted = await typed(url, 'audit', 'accept', '--from', `${entry.id}`, '--reason', reason)
  assert.deepEqual([accepted.code, accepted.errors], [0, []])
  await writeEverywhere()
  const sound = await typed(url, 'audit', 'verify')
  assert.deepEqual([sound.code, sound.errors], [0, []])
  assert.match(sound.output, new RegExp(`^Accepted: the break at entry ${entry.id}, .*: ${reason}$`, 'm'))
})
