import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sharedPostgres, whyNoPostgres } from '../harness/postgres.ts'
import { skipWithoutRedis, testRedis } from '../harness/redis.ts'
import { startReplicas } from '../harness/replicas.ts'

const WRITERS = 12
const WRITES_EACH = 40

const redis = await testRedis()
const whyNot = redis ? whyNoPostgres() : skipWithoutRedis
after(() => redis?.close())

test('when a replica is killed under load, no acknowledged write is lost, and its clients continue with another', {
  skip: whyNot ?? false,
}, async (t) => {
  if (!redis || whyNot) return
  const replicas = await startReplicas({ count: 3, postgres: await sharedPostgres(), redis })
  t.after(replicas.stop)
  let acknowledged = 0
  /** Repeats each write with its key, at another replica after a failure, until it is acknowledged. */
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; n < WRITES_EACH; n += 1) {
      const name = `${writer}.${n}`
      for (let tries = writer; ; tries += 1) {
        const add = replicas.addPet(replicas.at(tries), name, { 'idempotency-key': name })
        if ((await add.catch(() => undefined))?.status === 201) break
      }
      acknowledged += 1
      if (acknowledged === (WRITERS * WRITES_EACH) / 3) void replicas.at(0).kill()
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))

  const names = await replicas.names(replicas.at(1))
  assert.equal(names.length, WRITERS * WRITES_EACH)
  assert.equal(new Set(names).size, names.length)
})
