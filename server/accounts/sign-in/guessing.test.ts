import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { countedHashes } from '../../../test/harness/argon2.ts'
import { password, peopleOf } from '../../../test/harness/people.ts'
import { rounds } from '../../../test/harness/rounds.ts'
import { DAY_MS } from '../../platform/durations.ts'

const guesser = { address: '203.0.113.9' }
const many = { PORTAL_PER_MINUTE: '1000000', LOG_LEVEL: 'silent' }

/** These tests are about the real cost of hashes. */
const full = { settings: many, hasFullPasswordCost: true }
const GUESSES = rounds({ usual: 2_000, torture: 10_000 })

test('thousands of guesses for one email fail, and lock the user out elsewhere for a minute at most', async () => {
  await using app = await testApp({ settings: many })
  const people = peopleOf(app)
  const { email } = await people.add('viewer')
  const other = await people.add('viewer')
  using hashes = countedHashes()
  const statuses = new Map<number, number>()
  for (let guess = 0; guess < GUESSES; guess += 1) {
    const response = await people.signIn(email, `guess number ${guess}`, guesser)
    statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1)
    if (response.statusCode === 401) continue
    assert.equal(response.json().code, 'too_many_attempts')
    const seconds = Number(response.headers['retry-after'])
    assert.ok(seconds >= 1 && seconds <= 60)
    if (guess % (GUESSES / 100) === 0) app.clock.advance(seconds * 1_000)
  }
  assert.deepEqual([...statuses.keys()].toSorted(), [401, 429])
  // Rejected attempts cost no hash; an hour and a half of guessing has cost about one a minute.
  assert.equal(hashes.counts.total, statuses.get(401))
  assert.ok(hashes.counts.total < 120, `${hashes.counts.total} hashes`)

  // The right password does not help a guesser who does not wait, and others sign in as usual.
  assert.equal((await people.signIn(email, password, guesser)).statusCode, 429)
  assert.equal((await people.signIn(other.email, password, guesser)).statusCode, 200)
  const own = { address: '198.51.100.7' }
  const first = await people.signIn(email, password, own)
  if (first.statusCode === 429) {
    const seconds = Number(first.headers['retry-after'])
    assert.ok(seconds <= 60)
    for (let second = 0; second < seconds; second += 1) {
      app.clock.advance(1_000)
      await people.signIn(email, 'one more guess', guesser)
    }
    assert.equal((await people.signIn(email, password, own)).statusCode, 200)
  }
  // Other people's guesses do not affect addresses from which the user has signed in.
  assert.equal((await people.signIn(email, password, own)).statusCode, 200)
})

test('concurrent guesses are hashed two at a time, and other requests are served before them', async () => {
  await using app = await testApp(full)
  const people = peopleOf(app)
  using hashes = countedHashes()
  const order: string[] = []
  const guesses = Array.from({ length: 20 }, async (_, guess) => {
    // From four addresses, for different emails: none of them has to wait yet.
    const address = `203.0.113.${guess % 4}`
    const response = await people.signIn(`user-${guess}@x.org`, 'wrong password', { address })
    order.push('guess')
    return response.statusCode
  })
  const read = Array.from({ length: 10 }, () =>
    app.get('/v1/pets').then(({ statusCode }) => {
      order.push('read')
      return statusCode
    }),
  )
  assert.deepEqual(new Set(await Promise.all(read)), new Set([200]))
  assert.deepEqual(new Set(await Promise.all(guesses)), new Set([401]))
  assert.equal(hashes.counts.total, 20)
  assert.equal(hashes.counts.mostAtOnce, 2)
  // No read waited for the queue of hashes.
  const lastRead = order.lastIndexOf('read')
  const before = order.slice(0, lastRead).filter((what) => what === 'guess').length
  assert.ok(before < 10, `${before} of 20 guesses were answered before the last read`)
})

test('a known and an unknown email cost the same hash and take the same time', async () => {
  await using app = await testApp(full)
  const people = peopleOf(app)
  const { email } = await people.add('viewer')
  await app.service.users.create({ type: 'system' }, { email: 'invited@x.org', name: 'Invited', role: 'viewer' })
  const [stored] = await storedHashes(app)
  assert.match(String(stored), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/, 'what OWASP recommends')
  using hashes = countedHashes()
  const emails = [email, 'nobody@x.org', 'invited@x.org']
  /** The fastest of many: a busy machine rarely slows all of them. */
  const quickest = async (series: number): Promise<number[]> => {
    const tookMs = new Map<string, number[]>(emails.map((one) => [one, []]))
    for (let round = 0; round < 8; round += 1) {
      for (const one of emails) {
        const before = hashes.counts.total
        const sinceMs = performance.now()
        const address = `10.${series}.${round}.${emails.indexOf(one)}`
        const response = await people.signIn(one, 'wrong password', { address })
        tookMs.get(one)?.push(performance.now() - sinceMs)
        assert.equal(response.statusCode, 401)
        assert.equal(hashes.counts.total - before, 1)
      }
    }
    return emails.map((one) => Math.min(...(tookMs.get(one) ?? [])))
  }
  // A difference caused by the program shows in every series.
  const measured: number[][] = []
  let ratio = Number.POSITIVE_INFINITY
  for (let series = 0; series < 12 && ratio >= 1.5; series += 1) {
    // The failures of the previous series are forgotten by now.
    app.clock.advance(DAY_MS)
    const times = await quickest(series)
    measured.push(times)
    ratio = Math.max(...times) / Math.min(...times)
  }
  assert.ok(ratio < 1.5, `${emails} took ${JSON.stringify(measured)} ms`)
})

const storedHashes = async (app: TestApp) => {
  const database = await app.openDatabase()
  const users = await database.read.selectFrom('users').select('password_hash').orderBy('id').execute()
  await database.close()
  return users.map(({ password_hash }) => password_hash)
}
