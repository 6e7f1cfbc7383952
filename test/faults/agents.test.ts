import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { agentAt, jsonIn } from '../harness/agent.ts'
import { type Balanced, startBalanced } from '../harness/balanced.ts'
import { whyNoHaproxy } from '../harness/haproxy.ts'
import { bearer } from '../harness/keys.ts'
import { whyNoPostgres } from '../harness/postgres.ts'
import { skipWithoutRedis, testRedis } from '../harness/redis.ts'

const redis = await testRedis()
const skip = (redis ? (whyNoPostgres() ?? whyNoHaproxy()) : skipWithoutRedis) ?? false
let balanced: Balanced

before(async () => {
  if (redis && !skip) balanced = await startBalanced(redis)
})
after(async () => {
  await balanced?.stop()
  await redis?.close()
})

for (const mode of ['modern', 'legacy'] as const) {
  test(`any replica behind HAProxy serves any message of an agent (${mode})`, {
    skip,
  }, async () => {
    await using agent = await agentAt(balanced.balancer.address, bearer(balanced.key), mode)
    const ids: number[] = []
    for (let count = 0; count < 9; count += 1) {
      // Each is added, changed and read by different replicas.
      const once = () => ({ idempotencyKey: randomUUID() })
      const animal = { name: `Animal ${count}`, species: 'dog', ...once() }
      const { id } = jsonIn(await agent.text('add_animal', animal))
      assert.equal(jsonIn(await agent.text('add_animal', animal)).id, id)
      await agent.text('publish_animal', { petId: id, ...once() })
      assert.equal(jsonIn(await agent.text('get_animal', { petId: id })).name, animal.name)
      ids.push(id)
    }
    const { animals } = jsonIn(await agent.text('list_animals', { sort: '-id', limit: 9 }))
    assert.deepEqual(
      animals.map(({ id }: { id: number }) => id),
      ids.toReversed(),
    )
    const used = balanced.replicas.filter(({ output }) => output.some((line) => line.includes('"operation":"mcp"')))
    assert.equal(used.length, balanced.replicas.length)
  })
}
