import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedPostgres, whyNoPostgres } from '../harness/postgres.ts'
import { skipWithoutRedis, testRedis } from '../harness/redis.ts'
import { startReplicas } from '../harness/replicas.ts'

type Entry = {
  id: number
  actor: { type: string; id?: number }
  action: string
  target: { type: string; id?: number }
  requestId?: string
}

const REQUESTS = 200

const redis = await testRedis()
const whyNot = redis ? whyNoPostgres() : skipWithoutRedis

test('over three replicas, each action of keys and the command line is named, in one chain that a change breaks', {
  skip: whyNot ?? false,
}, async () => {
  if (!redis || whyNot) return
  const postgres = await sharedPostgres()
  const settings = { AUDIT_KEY: 'the key of three replicas' }
  const replicas = await startReplicas({ count: 3, postgres, redis, settings })
  try {
    const own = await replicas.createKey('enterprise')
    const post = (at: number) =>
      replicas.post(
        replicas.at(at),
        '/v1/pets',
        { name: `animal ${at}`, categoryId: 1 },
        { ...(at % 2 === 0 && own.headers), 'x-request-id': `request-${at}` },
      )
    const made = await Promise.all(
      Array.from({ length: REQUESTS }, async (_, at) => ({ at, response: await post(at) })),
    )
    assert.ok(made.every(({ response }) => response.status === 201))
    const { stdout } = await replicas.at(0).cli('audit', 'list', '--limit', '1000', '--json')
    const entries: Entry[] = JSON.parse(stdout).reverse()
    assert.deepEqual(
      entries.map(({ id }) => id),
      entries.map((_, at) => at + 1),
    )
    for (const { at, response } of made) {
      const found = entries.filter(({ requestId }) => requestId === `request-${at}`)
      assert.deepEqual(
        found.map(({ action, target }) => [action, target]),
        [['pet.create', { type: 'pet', id: response.json().id }]],
      )
      assert.equal(found[0]?.actor.type, 'key')
      if (at % 2 === 0) assert.equal(String(found[0]?.actor.id), own.id)
    }
    assert.ok(entries.some(({ actor, action }) => actor.type === 'cli' && action === 'key.create'))
    assert.match((await replicas.at(1).cli('audit', 'verify')).stdout, /as they were written/)
  } finally {
    await replicas.stop()
    await redis.close()
  }
})
