import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../test/harness/eventually.ts'
import { privateRedis, skipWithoutRedis } from '../../test/harness/redis.ts'
import { createLogger } from '../platform/log.ts'
import { connectRedis } from '../platform/redis/client.ts'
import { redisCatalogue } from './redis-catalogue.ts'

const redis = await privateRedis()

describe('the catalogue of many processes', { skip: redis ? false : skipWithoutRedis }, () => {
  if (!redis) return
  const log = createLogger('silent')

  const join = async () => {
    const client = connectRedis({
      address: { url: redis.url },
      prefix: redis.prefix,
      log,
      deadlineMs: 500,
    })
    const catalogue = redisCatalogue(client)
    await client.ready(60_000)
    return { client, ...catalogue, [Symbol.asyncDispose]: client.close }
  }
  /** The version, once there is one. */
  const known = async ({ read }: { read(): Promise<number | undefined> }): Promise<number> => {
    await eventually('there is a version', async () => (await read()) !== undefined)
    return (await read()) ?? assert.fail()
  }

  test('a change in one process is seen by the next read in any other', async () => {
    await using one = await join()
    await using other = await join()
    let last = await known(other)
    for (let round = 0; round < 500; round += 1) {
      await (round % 2 ? one : other).changed()
      const seen = await Promise.all([one.read(), other.read()])
      assert.equal(seen[0], seen[1])
      assert.ok((seen[0] ?? 0) > last)
      last = seen[0] ?? 0
    }
    assert.equal(await one.read(), last)
  })

  test('changes that are committed together are counted together', async () => {
    await using one = await join()
    const before = await known(one)
    await Promise.all(Array.from({ length: 100 }, () => one.changed()))
    assert.equal(await one.read(), before + 1)
  })

  test('a change while Redis is frozen holds nobody up, and is told when it is back', async () => {
    await using one = await join()
    await using other = await join()
    const before = await known(other)
    redis.faults.freeze()
    await one.changed()
    await one.changed()
    assert.equal(one.client.isUp(), false, 'nobody waited until it was back')
    redis.faults.thaw()
    await eventually('both are up', () => one.client.isUp() && other.client.isUp())
    assert.ok(((await other.read()) ?? 0) > before)
  })

  test('a version that Redis lost never comes again', async () => {
    await using one = await join()
    await one.changed()
    const before = await known(one)
    await redis.faults.kill()
    await redis.faults.restart()
    await eventually('it is up', () => one.client.isUp())
    assert.ok((await known(one)) > before)
    await redis.close()
  })
})
