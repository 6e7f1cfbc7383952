import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../../test/harness/eventually.ts'
import { privateRedis, skipWithoutRedis } from '../../../test/harness/redis.ts'
import { createLogger } from '../log.ts'
import { connectRedis, type Redis, RedisUnavailable } from './client.ts'
import { script } from './script.ts'

const redis = await privateRedis()

describe('the client of Redis', { skip: redis ? false : skipWithoutRedis }, () => {
  if (!redis) return
  const { faults, prefix } = redis
  const lines: string[] = []
  const log = createLogger('info', { write: (line) => void lines.push(line) })
  let client: Redis
  before(async () => {
    client = connectRedis({ address: { url: redis.url }, prefix, log })
    assert.equal(await client.ready(2_000), true)
  })
  after(async () => {
    await client.close()
    await redis.close()
  })

  const set = (value: string) => client.send(`${prefix}key`, ['SET', `${prefix}key`, value])
  const get = () => client.send(`${prefix}key`, ['GET', `${prefix}key`])
  const refusedAfterMs = async (): Promise<number> => {
    const startedAtMs = performance.now()
    await assert.rejects(get(), RedisUnavailable)
    return performance.now() - startedAtMs
  }
  const isUp = () => client.isUp()

  test('a script that Redis does not know is sent whole, and known from then on', async () => {
    const answer = script(`return ARGV[1] .. '${prefix}'`)
    for (const given of ['a', 'b']) {
      assert.equal(await client.run(answer, [`${prefix}key`], [given]), `${given}${prefix}`)
    }
    await client.send(prefix, ['SCRIPT', 'FLUSH'])
    assert.equal(await client.run(answer, [`${prefix}key`], ['c']), `c${prefix}`)
  })

  test('a process that is busy for long does not take Redis for gone', async () => {
    const asked = set('busy')
    const endMs = performance.now() + 300
    while (performance.now() < endMs);
    assert.equal(await asked, 'OK')
    const [first, second] = [get(), get()]
    await new Promise(setImmediate)
    const laterMs = performance.now() + 300
    while (performance.now() < laterMs);
    assert.deepEqual(await Promise.all([first, second]), ['busy', 'busy'])
    assert.ok(isUp())
  })

  test('frozen: the first call fails within the deadline, later ones at once; thawed: it goes on', async () => {
    await set('before')
    lines.length = 0
    faults.freeze()
    const firstMs = await refusedAfterMs()
    assert.ok(firstMs >= 35 && firstMs < 100, `failed after ${firstMs} ms`)
    assert.ok((await refusedAfterMs()) < 5)
    // Longer than a silent connection is kept.
    await sleep(2_500)
    faults.thaw()
    const backMs = await eventually('Redis answers', isUp)
    assert.ok(backMs < 2_000, `back after ${backMs} ms`)
    assert.equal(await get(), 'before')
    assert.equal(lines.length, 2, lines.join(''))
    assert.match(lines[0] ?? '', /"level":"warn".*no answer within 50 ms/)
    assert.match(lines[1] ?? '', /"level":"info".*Redis answers/)
  })

  test('what has to be done is done when Redis is back, before anything else, the last of its name', async () => {
    const key = `${prefix}owed`
    const write = (value: string) => client.ensure('owed', (send) => send(key, ['SET', key, value]))
    assert.equal(await write('0'), true)
    const seen: unknown[] = []
    client.onChange((up) => {
      if (up) client.send(key, ['GET', key]).then((value) => seen.push(value))
    })
    faults.freeze()
    await refusedAfterMs()
    assert.equal(await write('1'), false)
    assert.equal(await write('2'), false)
    faults.thaw()
    await eventually('the owed value is there', () => seen.length > 0)
    assert.deepEqual(seen, ['2'])
  })

  test('killed: calls fail at once; started anew: it goes on', async () => {
    await faults.kill()
    await eventually('it is noticed', () => !isUp())
    assert.ok((await refusedAfterMs()) < 5)
    await sleep(500)
    await faults.restart()
    const backMs = await eventually('Redis answers', isUp)
    assert.ok(backMs < 2_000, `back after ${backMs} ms`)
    assert.equal(await set('after'), 'OK')
  })

  test('a Redis that refuses to write counts as away', async () => {
    await client.send(prefix, ['CONFIG', 'SET', 'min-replicas-to-write', '1'])
    const write = script(`return redis.call('SET', KEYS[1], '1')`)
    await assert.rejects(client.run(write, [`${prefix}key`], []), RedisUnavailable)
    assert.equal(isUp(), false)
    await sleep(300)
    assert.equal(isUp(), false)
    const other = connectRedis({ address: { url: redis.url }, prefix, log })
    assert.equal(await other.ready(300), false)
    await other.close()
  })
})

test('a password is in no line of the log', async () => {
  const lines: string[] = []
  const log = createLogger('trace', { write: (line) => void lines.push(line) })
  const url = 'redis://me:hunter2@127.0.0.1:1'
  const client = connectRedis({ address: { url }, prefix: 'x:', log })
  assert.equal(await client.ready(500), false)
  await client.close()
  assert.equal(lines.length, 1)
  assert.doesNotMatch(lines.join(), /hunter2/)
})
