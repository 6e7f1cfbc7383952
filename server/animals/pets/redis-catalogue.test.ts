import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../test/harness/eventually.ts'
import { privateRedis, readNews, redisCli, skipWithoutRedis } from '../../../test/harness/redis.ts'
import { createLogger } from '../../platform/log.ts'
import { connectRedis } from '../../platform/redis/client.ts'
import type { Pet } from './pet.ts'
import type { ShownChange } from './pet-responses.ts'
import { redisCatalogue } from './redis-catalogue.ts'

const redis = await privateRedis()

const pet = (id: number, name = 'Ada'): Pet => ({
  id: BigInt(id),
  name,
  categoryId: 2n ** 62n + 1n,
  status: 'available',
})
const added = (id: number, name?: string): ShownChange => ({ after: pet(id, name) })
const everything = 'everything'

describe('the catalogue of many processes', { skip: redis ? false : skipWithoutRedis }, () => {
  if (!redis) return
  const log = createLogger('silent')

  /** A process that is up to date; `dropped` is what it has dropped since. */
  const join = async () => {
    const client = connectRedis({
      address: { url: redis.url },
      prefix: redis.prefix,
      log,
      deadlineMs: 500,
    })
    const dropped: (ShownChange | typeof everything)[] = []
    const catalogue = redisCatalogue(client, {
      changed: (change) => void dropped.push(change),
      clear: () => void dropped.push(everything),
    })
    const read = () => readNews(client, catalogue.news)
    await client.ready(60_000)
    await eventually('it is up to date', read)
    dropped.length = 0
    /** The changes that it receives now, newest first. */
    const receive = async () => {
      assert.equal(await read(), true)
      return dropped.splice(0)
    }
    return { client, ...catalogue, read, dropped, receive, [Symbol.asyncDispose]: client.close }
  }
  const cli = (...args: string[]) => redisCli(redis.url, ...args)
  const versionKey = `${redis.prefix}catalogue`
  const changesKey = `{${versionKey}}:changes`

  test('every process receives a change with its next request, once and completely', async () => {
    await using one = await join()
    await using other = await join()
    for (let round = 0; round < 200; round += 1) {
      const change = { before: pet(round, 'Bo\n"é'), ...(round % 3 && { after: pet(round) }) }
      await (round % 2 ? one : other).changed([change])
      assert.deepEqual(await Promise.all([one.receive(), other.receive()]), [[change], [change]])
    }
    assert.deepEqual(await one.receive(), [])
  })

  test('a process receives all missed changes; if it missed too many, it drops everything', async () => {
    await using one = await join()
    await using other = await join()
    for (let id = 1; id <= 5; id += 1) await one.changed([added(id)])
    assert.deepEqual(
      await other.receive(),
      [5, 4, 3, 2, 1].map((id) => added(id)),
    )
    for (let id = 0; id < 257; id += 1) await one.changed([added(id)])
    assert.deepEqual(await other.receive(), [everything])
    assert.equal(await cli('LLEN', changesKey), '256')
    const long = 'x'.repeat(255)
    for (let round = 0; round < 3; round += 1) {
      await one.changed(Array.from({ length: 90 }, (_, id) => added(id, long)))
      if (round === 0) assert.equal((await other.receive()).length, 90)
    }
    await one.changed([added(1)])
    assert.equal((await other.receive()).length, 181)
    for (let round = 0; round < 4; round += 1) {
      await one.changed(Array.from({ length: 90 }, (_, id) => added(id, long)))
    }
    assert.deepEqual(await other.receive(), [everything])
    await one.changed(Array.from({ length: 200 }, (_, id) => added(id, long)))
    assert.deepEqual(await other.receive(), [everything])
  })

  test('changes that are committed together are published together', async () => {
    await using one = await join()
    const before = Number(await cli('LLEN', changesKey))
    await Promise.all(Array.from({ length: 100 }, (_, id) => one.changed([added(id)])))
    assert.ok(Number(await cli('LLEN', changesKey)) <= before + 1)
    assert.equal((await one.receive()).length, 100)
  })

  test('a change while Redis is frozen delays no request, and all replicas drop their caches when it is back', async () => {
    await using one = await join()
    await using other = await join()
    redis.faults.freeze()
    await one.changed([added(1)])
    await one.changed([added(2)])
    assert.equal(one.client.isUp(), false, 'no request waited until it was back')
    assert.deepEqual(new Set(one.dropped), new Set([everything]))
    redis.faults.thaw()
    await eventually('both are up', () => one.client.isUp() && other.client.isUp())
    assert.ok((await other.receive()).includes(everything))
  })

  test('a process that was disconnected alone makes the others drop everything', async () => {
    await using one = await join()
    await using other = await join()
    const { send } = one.client
    const id = await send(['CLIENT', 'ID'])
    await cli('CLIENT', 'KILL', 'ID', String(id))
    await eventually('it is away', () => !one.client.isUp())
    await one.changed([added(1)])
    await eventually('it is back', () => one.client.isUp())
    assert.deepEqual(await other.receive(), [everything])
  })

  test('if Redis rejects a change, all replicas drop their caches', async () => {
    await using one = await join()
    await using other = await join()
    await cli('CONFIG', 'SET', 'maxmemory', '1', 'maxmemory-policy', 'noeviction')
    await one.changed([added(1)])
    assert.ok(one.dropped.includes(everything))
    await cli('CONFIG', 'SET', 'maxmemory', '0')
    await eventually('it is up', () => one.client.isUp())
    assert.ok((await other.receive()).includes(everything))
  })

  test('after Redis was emptied, every replica drops its caches before it is considered current', async () => {
    await using one = await join()
    await using other = await join()
    await cli('FLUSHALL')
    assert.equal(await other.read(), false)
    assert.deepEqual(other.dropped.splice(0), [everything])
    await eventually('it is up to date again', other.read)
    await cli('FLUSHALL')
    await one.changed([added(1)])
    other.dropped.length = 0
    assert.deepEqual(await other.receive(), [everything])
  })

  test('an older copy of Redis is detected, however many changes follow', async () => {
    await using one = await join()
    await using other = await join()
    await one.changed([added(1)])
    const older = {
      version: await cli('GET', versionKey),
      changes: await cli('LINDEX', changesKey, '0'),
    }
    await one.changed([added(2)])
    await other.receive()
    await cli('SET', versionKey, older.version)
    await cli('DEL', changesKey)
    await cli('RPUSH', changesKey, older.changes)
    await one.changed([added(3)])
    assert.deepEqual(await other.receive(), [everything])
  })

  test('a gap in the changes, or a version without its changes, empties the cache', async () => {
    await using one = await join()
    await using other = await join()
    await one.changed([added(1)])
    await one.changed([added(2)])
    await cli('LREM', changesKey, '1', await cli('LINDEX', changesKey, '1'))
    assert.deepEqual(await other.receive(), [everything])
    // Like the previous version of this program.
    await cli('INCR', versionKey)
    assert.deepEqual(await other.receive(), [everything])
    await one.changed([added(3)])
    assert.deepEqual(await other.receive(), [added(3)])
    const [version, before] = (await cli('LINDEX', changesKey, '0')).split(' ')
    await cli('LSET', changesKey, '0', `${version} ${before} v2[]`)
    assert.deepEqual(await one.receive(), [everything], 'written in a way that is not known here')
  })

  test('a version that Redis lost is never reused', async () => {
    await using one = await join()
    await one.changed([added(1)])
    const before = Number(await cli('GET', versionKey))
    await redis.faults.kill()
    await redis.faults.restart()
    await eventually('it is up', () => one.client.isUp())
    await eventually('it is up to date', one.read)
    assert.ok(Number(await cli('GET', versionKey)) > before)
    await redis.close()
  })
})
