import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../../test/harness/eventually.ts'
import { privateRedis, skipWithoutRedis } from '../../../test/harness/redis.ts'
import { createLogger } from '../../platform/log.ts'
import { connectRedis } from '../../platform/redis/client.ts'
import { redisStreamCount } from './redis-stream-count.ts'

const server = await privateRedis()
const skip = server ? false : skipWithoutRedis
after(() => server?.close())

const LEASE_MS = 300

const connect = async () => {
  const { url, prefix } = server ?? assert.fail()
  const redis = connectRedis({ address: { url }, prefix, log: createLogger('silent') })
  await redis.ready(5_000)
  const count = redisStreamCount({ redis, leaseMs: LEASE_MS })
  const close = async () => {
    count.close()
    await redis.close()
  }
  return { ...count, close, [Symbol.asyncDispose]: close }
}

test('processes share the limit of an account; a slot that one releases is free for the other', {
  skip,
}, async () => {
  await using one = await connect()
  await using other = await connect()
  assert.equal(await one.claim(1n, 2, 3), true)
  assert.equal(await other.claim(1n, 1, 3), true)
  assert.equal(await other.claim(1n, 2, 3), false)
  assert.equal(await other.claim(2n, 3, 3), true, 'another account')
  one.settle(1n, 1)
  await eventually('there is room', () => other.claim(1n, 2, 3))
})

test('a renewed lease stays; the lease of a dead process ends', { skip }, async () => {
  await using one = await connect()
  const other = await connect()
  assert.equal(await one.claim(5n, 1, 2), true)
  assert.equal(await other.claim(5n, 1, 2), true)
  await sleep(3 * LEASE_MS)
  assert.equal(await one.claim(5n, 2, 2), false)
  await other.close()
  await eventually('its lease has ended', () => one.claim(5n, 2, 2))
})

test('while Redis is unavailable no stream is rejected, and its return restores the counts', {
  skip,
}, async () => {
  const { faults } = server ?? assert.fail()
  await using one = await connect()
  await using other = await connect()
  await faults.kill()
  assert.equal(await one.claim(9n, 3, 3), true)
  await faults.restart()
  await eventually('the other is notified of them', async () => !(await other.claim(9n, 1, 3)))
})
