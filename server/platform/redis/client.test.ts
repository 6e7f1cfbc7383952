import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../../test/harness/eventually.ts'
import { privateRedis, skipWithoutRedis } from '../../../test/harness/redis.ts'
import { createLogger } from '../log.ts'
import { connectRedis, type Redis, RedisUnavailable } from './client.ts'
import { script } from './script.ts'

const redis = await privateRedis()

/** Long enough for Redis to reply on a busy machine. */
const DEADLINE_MS = 500
/** Longer than a silent connection is allowed to live. */
const SILENT_MS = 1_500

describe('the client of Redis', { skip: redis ? false : skipWithoutRedis }, () => {
  if (!redis) return
  const { faults, prefix } = redis
  const lines: string[] = []
  const log = createLogger('info', { write: (line) => void lines.push(line) })
  let client: Redis
  before(async () => {
    client = connectRedis({ address: { url: redis.url }, prefix, log, deadlineMs: DEADLINE_MS })
    assert.equal(await client.ready(60_000), true)
  })
  after(async () => {
    await client.close()
    await redis.close()
  })

  const set = (value: string) => client.send(['SET', `${prefix}key`, value])
  const get = () => client.send(['GET', `${prefix}key`])
  /** While Redis is known to be unavailable no command is sent, so the outcome needs no turn of the event loop. */
  const isRejectedAtOnce = async (): Promise<boolean> => {
    let isRejected = false
    get().catch((error) => {
      isRejected = error instanceof RedisUnavailable
    })
    await new Promise(setImmediate)
    return isRejected
  }
  const isUp = () => client.isUp()

  test('a script is sent in full only if Redis does not know it', async () => {
    const answer = script(`return ARGV[1] .. '${prefix}'`)
    for (const given of ['a', 'b']) {
      assert.equal(await client.run(answer, [`${prefix}key`], [given]), `${given}${prefix}`)
    }
    await client.send(['SCRIPT', 'FLUSH'])
    assert.equal(await client.run(answer, [`${prefix}key`], ['c']), `c${prefix}`)
  })

  test('a process that is busy for long does not consider Redis unavailable', async () => {
    const asked = set('busy')
    const endMs = performance.now() + 2 * DEADLINE_MS
    while (performance.now() < endMs);
    assert.equal(await asked, 'OK')
    const [first, second] = [get(), get()]
    await new Promise(setImmediate)
    const laterMs = performance.now() + 2 * DEADLINE_MS
    while (performance.now() < laterMs);
    assert.deepEqual(await Promise.all([first, second]), ['busy', 'busy'])
    assert.ok(isUp())
  })

  test('after a long freeze Redis is used again, and both changes are logged', async () => {
    await set('before')
    lines.length = 0
    faults.freeze()
    await assert.rejects(get(), RedisUnavailable)
    assert.ok(await isRejectedAtOnce())
    await sleep(SILENT_MS)
    faults.thaw()
    await eventually('Redis answers', isUp)
    assert.equal(await get(), 'before')
    assert.equal(lines.length, 2, lines.join(''))
    assert.match(lines[0] ?? '', /"level":"warn".*no reply within 500 ms/)
    assert.match(lines[1] ?? '', /"level":"info".*Redis is available/)
  })

  test('deferred work runs first when Redis is back, and only the latest of each name', async () => {
    const key = `${prefix}owed`
    const write = (value: string) => client.ensure('owed', (send) => send(['SET', key, value]))
    assert.equal(await write('0'), true)
    const seen: unknown[] = []
    client.onChange((up) => {
      if (up) client.send(['GET', key]).then((value) => seen.push(value))
    })
    faults.freeze()
    await assert.rejects(get(), RedisUnavailable)
    assert.equal(await write('1'), false)
    assert.equal(await write('2'), false)
    faults.thaw()
    await eventually('the owed value is stored', () => seen.length > 0)
    assert.deepEqual(seen, ['2'])
  })

  test('when Redis is killed calls fail at once, and after a restart they succeed', async () => {
    await faults.kill()
    await eventually('the loss is detected', () => !isUp())
    assert.ok(await isRejectedAtOnce())
    await faults.restart()
    await eventually('Redis answers', isUp)
    assert.equal(await set('after'), 'OK')
  })

  test('a Redis that rejects writes counts as unavailable', async () => {
    await client.send(['CONFIG', 'SET', 'min-replicas-to-write', '1'])
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

test('passwords are not logged', async () => {
  const lines: string[] = []
  const log = createLogger('trace', { write: (line) => void lines.push(line) })
  const url = 'redis://me:hunter2@127.0.0.1:1'
  const client = connectRedis({ address: { url }, prefix: 'x:', log })
  assert.equal(await client.ready(500), false)
  await client.close()
  assert.equal(lines.length, 1)
  assert.doesNotMatch(lines.join(), /hunter2/)
})

// In its own test: a timer that another client made before the clock was mocked could not be cleared.
test('when Redis is frozen a call fails at the deadline, and later ones fail at once', {
  skip: redis ? false : skipWithoutRedis,
}, async (t) => {
  await using own = await privateRedis()
  if (!own) return
  t.mock.timers.enable({ apis: ['setInterval'] })
  const log = createLogger('silent')
  const client = connectRedis({
    address: { url: own.url },
    prefix: own.prefix,
    log,
    deadlineMs: 50,
  })
  assert.equal(await client.ready(60_000), true)
  own.faults.freeze()
  let failures = 0
  const call = () =>
    client.send(['GET', own.prefix]).catch((error) => {
      assert.ok(error instanceof RedisUnavailable)
      failures += 1
    })
  const pass = (ms: number) => {
    t.mock.timers.tick(ms)
    return new Promise(setImmediate)
  }
  call()
  await pass(40)
  assert.equal(failures, 0)
  await pass(10)
  assert.equal(failures, 1)
  call()
  await pass(0)
  assert.equal(failures, 2)
  own.faults.thaw()
  await client.close()
  t.mock.timers.reset()
})
