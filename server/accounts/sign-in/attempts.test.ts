import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { type TestClock, testClock } from '../../../test/harness/clock.ts'
import { skipWithoutRedis, testRedis } from '../../../test/harness/redis.ts'
import { rounds } from '../../../test/harness/rounds.ts'
import { createLogger } from '../../platform/log.ts'
import { connectRedis } from '../../platform/redis/client.ts'
import { type Attempts, MAX_WAIT_MS } from './attempts.ts'
import { memoryAttempts } from './memory-attempts.ts'
import { redisAttempts } from './redis-attempts.ts'

/** One contract for the counters in memory and in Redis. */
const attemptsContract = (open: (clock: TestClock) => Attempts): void => {
  const email = 'alex@shelter.example.org'
  const opened = () => {
    const clock = testClock()
    return { clock, attempts: open(clock) }
  }

  test('five failures are free, and then each wait is twice as long as the last, up to a minute', async () => {
    const { clock, attempts } = opened()
    const attempt = { email, address: '203.0.113.1' }
    for (let failed = 0; failed < 5; failed += 1) {
      assert.equal(await attempts.reserve(attempt), 0)
    }
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      assert.equal(await attempts.reserve(attempt), seconds * 1_000)
      clock.advance(seconds * 1_000 - 1)
      assert.equal(await attempts.reserve(attempt), 1)
      clock.advance(1)
      assert.equal(await attempts.reserve(attempt), 0)
    }
    assert.equal(await attempts.reserve({ ...attempt, email: 'sam@shelter.example.org' }), 0)
  })

  test('no more concurrent attempts are allowed than sequential ones', async () => {
    const { attempts } = opened()
    const waits = await Promise.all(
      Array.from({ length: 200 }, () => attempts.reserve({ email, address: '203.0.113.2' })),
    )
    assert.equal(waits.filter((wait) => wait === 0).length, 5)
  })

  test('thousands of guesses from one address fail, and delay nobody else for more than a minute', async () => {
    const { clock, attempts } = opened()
    const guesser = { email, address: '203.0.113.3' }
    const sinceMs = clock.steadyMs()
    let tried = 0
    for (let guess = 0; guess < rounds({ usual: 2_000, torture: 10_000 }); guess += 1) {
      const wait = await attempts.reserve(guesser)
      if (wait === 0) tried += 1
      // Nine out of ten clients ignore Retry-After.
      else if (guess % 10 === 0) clock.advance(wait)
    }
    const minutes = (clock.steadyMs() - sinceMs) / 60_000
    assert.ok(tried <= minutes + 12, `${tried} guesses in ${minutes} minutes`)
    // The attacker continues, and always comes first.
    const own = { email, address: '198.51.100.7' }
    let waitedMs = 0
    for (;;) {
      await attempts.reserve(guesser)
      const wait = await attempts.reserve(own)
      if (wait === 0) break
      assert.ok(wait <= MAX_WAIT_MS)
      clock.advance(1_000)
      waitedMs += 1_000
      assert.ok(waitedMs <= MAX_WAIT_MS, 'kept out for longer than a minute')
    }
    assert.equal(await attempts.reserve({ ...guesser, email: 'sam@shelter.example.org' }), 0)
  })

  test('guesses from many addresses fail, and the user can sign in from a new address within a minute', async () => {
    const { clock, attempts } = opened()
    const address = (of: number) => `10.${of >> 16}.${(of >> 8) & 255}.${of & 255}`
    let tried = 0
    for (let guess = 0; guess < 3_000; guess += 1) {
      if ((await attempts.reserve({ email, address: address(guess % 1_000) })) === 0) tried += 1
      if (guess % 100 === 99) clock.advance(1_000)
    }
    assert.ok(tried < 40, `${tried} guesses in 30 s`)
    const own = { email, address: '198.51.100.7' }
    let waitedMs = 0
    for (let from = 5_000; (await attempts.reserve(own)) > 0; from += 1) {
      clock.advance(1_000)
      waitedMs += 1_000
      await attempts.reserve({ email, address: address(from) })
      assert.ok(waitedMs <= MAX_WAIT_MS, 'kept out for longer than a minute')
    }
    await attempts.takeBack(own)
    // Other people's guesses do not affect addresses from which the user has signed in.
    for (let guess = 6_000; guess < 6_100; guess += 1) {
      await attempts.reserve({ email, address: address(guess) })
    }
    assert.equal(await attempts.reserve(own), 0)
  })

  test('after 50 different emails an address must wait, and no other', async () => {
    const { clock, attempts } = opened()
    const address = '203.0.113.4'
    for (let of = 0; of < 50; of += 1) {
      assert.equal(await attempts.reserve({ email: `a${of}@x.org`, address }), 0)
    }
    assert.equal(await attempts.reserve({ email: 'a50@x.org', address }), 1_000)
    assert.equal(await attempts.reserve({ email: 'a50@x.org', address: '203.0.113.5' }), 0)
    clock.advance(1_000)
    assert.equal(await attempts.reserve({ email: 'a50@x.org', address }), 0)
    assert.equal(await attempts.reserve({ email: 'a51@x.org', address }), 2_000)
    clock.advance(3_600_000)
    assert.equal(await attempts.reserve({ email: 'a51@x.org', address }), 0)
  })

  test('a /48 may guess one email, and try different emails, at most 16 times as often as an address', async () => {
    const { attempts } = opened()
    const tried = async (emailOf: (guess: number) => string, prefix: string, guesses: number) => {
      let count = 0
      for (let guess = 0; guess < guesses; guess += 1) {
        const address = `${prefix}:${((guess * 37) % 4_096).toString(16)}::/64`
        if ((await attempts.reserve({ email: emailOf(guess), address })) === 0) count += 1
      }
      return count
    }
    assert.equal(await tried((guess) => `b${guess}@x.org`, '2001:db8:1', 900), 16 * 50)
    // Users who have signed in before do not wait because their email failed elsewhere.
    const known = Array.from({ length: 200 }, (_, at) => `2001:db8:2:${(at * 37).toString(16)}::/64`)
    for (const address of known) await attempts.takeBack({ email, address })
    assert.equal(await tried(() => email, '2001:db8:2', 200), 16 * 5)
    for (const address of known) await attempts.takeBack({ email, address })
    assert.equal(await tried(() => email, '2001:db8:2', 7), 7)
  })
}

describe('in memory', () => attemptsContract(memoryAttempts))

const server = await testRedis()

describe('in Redis', { skip: server ? false : skipWithoutRedis }, () => {
  if (!server) return
  const log = createLogger('silent')
  const opened: { close(): Promise<void> }[] = []
  let count = 0
  after(async () => {
    await Promise.all(opened.map((redis) => redis.close()))
    await server.close()
  })

  attemptsContract((clock) => {
    count += 1
    const prefix = `${server.prefix}${count}:`
    const address = { url: server.url }
    const redis = connectRedis({ address, prefix, deadlineMs: 5_000, log })
    opened.push(redis)
    const fallback: Attempts = {
      reserve: () => assert.fail('Redis did not respond'),
      takeBack: () => {},
    }
    const attempts = redisAttempts({ redis, fallback, timeMs: () => clock.nowMs() })
    return {
      async reserve(attempt) {
        await redis.ready(10_000)
        return attempts.reserve(attempt)
      },
      takeBack: attempts.takeBack,
    }
  })
})
