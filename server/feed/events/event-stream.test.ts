import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { suite, test } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { tester } from '../../../test/harness/author.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { readMetrics } from '../../../test/harness/metrics.ts'
import { peopleOf } from '../../../test/harness/people.ts'
import { namesIn, openStream, type Stream } from '../../../test/harness/streams.ts'
import { showTime } from '../../platform/time.ts'

/** The service on a free port, with a clock that is moved by hand. */
const listen = async (open: (options?: object) => Promise<TestApp>, options: object = {}) => {
  const app = await open(options)
  await app.service.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.service.app.server.address() as AddressInfo
  const admin = await adminOf(app)
  const follow = (key: string, more: object = {}) => openStream(`http://127.0.0.1:${port}`, app.bearer(key), more)
  const count = async (): Promise<number> => {
    const { body } = await app.inject({ url: '/metrics' })
    return readMetrics(body).get('adoption_event_streams_open') ?? Number.NaN
  }
  const addPet = (name: string) => app.post('/v1/pets', { name, categoryId: 1 })
  return { app, admin, follow, count, addPet }
}

const ends = (what: string, streams: Stream[]) => eventually(what, () => streams.every((stream) => !stream.isOpen()))

suite('the maximum number of streams', () => {
  test('a Free account may have 2 and a Pro account 10, and closing one makes room for another', async () => {
    const { app, follow } = await listen(testApp)
    await using _closed = app
    for (const [plan, most] of [
      ['free', 2],
      ['pro', 10],
    ] as const) {
      const first = await app.createKey(plan)
      const second = await app.service.keys.create(tester, first.accountId, { name: 'other' })
      const keys = [first.key, second.key]
      const streams = await Promise.all(Array.from({ length: 2 * most }, (_, at) => follow(keys[at % 2] ?? '')))
      const open = streams.filter(({ status }) => status === 200)
      assert.equal(open.length, most)
      const refused = streams.find(({ status }) => status === 429)
      assert.ok(Number(refused?.headers['retry-after']) >= 1)
      assert.ok(refused?.headers['x-ratelimit-remaining'])
      await eventually('it says why', () => refused?.text().includes('too_many_streams') ?? false)
      open[0]?.close()
      await eventually('there is room', async () => (await follow(first.key)).status === 200)
      for (const stream of streams) stream.close()
    }
  })

  test('a rejected stream is not a strike, and counts as a request', async () => {
    const settings = { BAN_STRIKES: '1', BAN_GRACE_MS: '0' }
    const { app, follow } = await listen(testApp, { settings })
    await using _closed = app
    const { key } = await app.createKey('pro')
    for (let open = 0; open < 10; open += 1) await follow(key)
    for (let refused = 0; refused < 20; refused += 1) {
      assert.equal((await follow(key)).status, 429)
      app.clock.advance(100)
    }
    const answer = await app.get('/v1/pets', app.bearer(key))
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers['x-ratelimit-remaining'], String(300 - 31))
  })

  test('a process has a limit of streams, and so has each Enterprise account', async () => {
    const rules = () => ({ streams: { most: 5, perEnterprise: 3 } })
    const { app, follow } = await listen(testApp, { rules })
    await using _closed = app
    const [one, other] = [await app.createKey('enterprise'), await app.createKey('business')]
    const statuses = []
    for (let n = 0; n < 4; n += 1) statuses.push((await follow(one.key)).status)
    for (let n = 0; n < 3; n += 1) statuses.push((await follow(other.key)).status)
    assert.deepEqual(statuses, [200, 200, 200, 429, 200, 200, 429])
  })

  test('a stream that could not start releases its slot', async () => {
    const { app, follow, count } = await listen(testApp)
    await using _closed = app
    const { key } = await app.createKey('free')
    for (let n = 0; n < 5; n += 1) assert.equal((await follow(key, { query: '?after=x' })).status, 400)
    assert.deepEqual([(await follow(key)).status, (await follow(key)).status], [200, 200])
    assert.equal(await count(), 2)
  })
})

suite('the end of a stream', () => {
  onEachEngine('ends at once when its key is revoked, rotated or suspended, and no other stream ends', async (open) => {
    const { app, admin, follow, addPet } = await listen(open)
    await using _closed = app
    const [revoked, rotated, suspended, kept] = await Promise.all(Array.from({ length: 4 }, () => app.createKey('pro')))
    assert.ok(revoked && rotated && suspended && kept)
    const streams = await Promise.all([revoked, rotated, suspended].map(({ key }) => follow(key)))
    const other = await follow(kept.key)
    await admin.remove(`/v1/keys/${revoked.id}`)
    await admin.post(`/v1/keys/${rotated.id}/rotate`, {})
    await admin.patch(`/v1/accounts/${suspended.accountId}`, { suspended: true })
    await addPet('after')
    await eventually('the other goes on', () => namesIn(other).includes('after'))
    await ends('they have ended', streams)
    for (const stream of streams) assert.deepEqual(namesIn(stream), [])
    assert.ok(other.isOpen())
  })

  onEachEngine(
    'ends at once when its user is demoted, disabled, signed out or deleted, or the account is suspended',
    async (open) => {
      const { app, admin, follow, addPet } = await listen(open)
      await using _closed = app
      const people = peopleOf(app)
      const { accountId } = await app.createKey('pro')
      const [demoted, disabled, signedOut, deleted, kept] = await Promise.all(
        Array.from({ length: 5 }, () => people.add('manager')),
      )
      assert.ok(demoted && disabled && signedOut && deleted && kept)
      const member = await people.add('manager', { accountId })
      const over = [demoted, disabled, signedOut, deleted, member]
      const streams = await Promise.all(over.map(({ accessToken }) => follow(accessToken)))
      const other = await follow(kept.accessToken)
      for (const { status } of [...streams, other]) assert.equal(status, 200)
      await admin.patch(`/v1/users/${demoted.id}`, { role: 'viewer' })
      await admin.patch(`/v1/users/${disabled.id}`, { disabled: true })
      await people.post('/auth/sign-out', undefined, { headers: { cookie: signedOut.cookie } })
      await admin.remove(`/v1/users/${deleted.id}`)
      await admin.patch(`/v1/accounts/${accountId}`, { suspended: true })
      await addPet('after')
      await eventually('the other goes on', () => namesIn(other).includes('after'))
      await ends('they have ended', streams)
      for (const stream of streams) assert.deepEqual(namesIn(stream), [])
      assert.ok(other.isOpen())
    },
  )

  onEachEngine('ends at once when its account gets a plan with fewer streams', async (open) => {
    const { app, admin, follow, addPet } = await listen(open)
    await using _closed = app
    const [lowered, kept] = [await app.createKey('pro'), await app.createKey('pro')]
    const member = await peopleOf(app).add('manager', { accountId: lowered.accountId })
    const tokens = [lowered.key, lowered.key, lowered.key, member.accessToken]
    const streams = await Promise.all(tokens.map((token) => follow(token)))
    const other = await follow(kept.key)
    await admin.patch(`/v1/accounts/${lowered.accountId}`, { name: 'Another name' })
    await addPet('before')
    await eventually('a new name ends none', () => streams.every((stream) => namesIn(stream).includes('before')))
    await admin.patch(`/v1/accounts/${lowered.accountId}`, { plan: 'free' })
    await ends('they have ended', streams)
    const again = await Promise.all(tokens.map((token) => follow(token)))
    assert.equal(again.filter(({ status }) => status === 200).length, 2)
    assert.ok(other.isOpen())
  })

  test('ends when its key expires or is banned, and after an hour', async () => {
    const { app, follow, count } = await listen(testApp, {
      settings: { BAN_STRIKES: '1', BAN_GRACE_MS: '1' },
    })
    await using _closed = app
    const expiresAt = showTime(app.clock.nowMs() + 1_000)
    const expiring = await follow((await app.createKey('pro', { expiresAt })).key)
    const { key } = await app.createKey('free')
    const banned = await follow(key)
    const kept = await follow((await app.createKey('pro')).key)
    app.clock.advance(1_000)
    await ends('the key has expired', [expiring])
    assert.ok(banned.isOpen() && kept.isOpen())
    for (let sent = 0; sent < 80; sent += 1) {
      await app.get('/v1/pets', app.bearer(key))
      app.clock.advance(2)
    }
    assert.equal((await app.get('/v1/pets', app.bearer(key))).json().code, 'key_temporarily_banned')
    await ends('the key is banned', [banned])
    app.clock.advance(3_590_000)
    assert.ok(kept.isOpen())
    app.clock.advance(10_000)
    await ends('it was open for an hour', [kept])
    await eventually('none is counted', async () => (await count()) === 0)
  })
})

suite('the content of streams', () => {
  onEachEngine(
    'each contains the permitted and requested events, once and in order, from its starting position',
    async (open) => {
      const { app, admin, follow, addPet } = await listen(open)
      await using _closed = app
      const [{ key }, blind] = [
        await app.createKey('business'),
        await app.createKey('business', { scopes: ['pets:read'] }),
      ]
      await addPet('first')
      const [{ id: first }] = (await app.get('/v1/events')).json()
      const names = Array.from({ length: 250 }, (_, n) => `animal ${n}`)
      const [half, rest] = [names.slice(0, 130), names.slice(130)]
      for (let at = 0; at < half.length; at += 65) {
        const pets = half.slice(at, at + 65).map((name) => ({ name, categoryId: 1 }))
        await app.post('/v1/pets:batch', { pets })
      }
      // They begin in the past while others write, so that what they read for themselves has to meet what all are sent.
      const late = Promise.all(
        Array.from({ length: 8 }, () => follow(key, { query: `?after=${first}&type=pet.created` })),
      )
      for (const name of rest) await addPet(name)
      const streams = await late
      const now = await follow(blind.key)
      const everything = await follow(admin.key)
      const customer = { name: 'Ada', email: 'ada@example.org' }
      await app.post('/v1/store/orders', { petId: 1, customer })
      await addPet('last')
      const sees = (stream: Stream) => eventually('the last', () => namesIn(stream).includes('last'))
      for (const stream of [...streams, now, everything]) await sees(stream)
      for (const stream of streams) assert.deepEqual(namesIn(stream), [...names, 'last'])
      assert.doesNotMatch(now.text(), /order\.placed/)
      assert.match(everything.text(), /order\.placed/)
    },
  )

  test('a slow client gets what fits in the buffer, and the rest later', async () => {
    const { app, follow } = await listen(testApp, { settings: { LOG_LEVEL: 'info' } })
    await using _closed = app
    const { key } = await app.createKey('enterprise')
    const slow = await follow(key, { isReading: false })
    const fast = await follow(key)
    // More than the buffers of a connection take, in all.
    const total = 3_000
    const pets = Array.from({ length: 100 }, () => ({ name: '🐕'.repeat(250), categoryId: 1 }))
    for (let sent = 0; sent < total; sent += pets.length) {
      await app.post('/v1/pets:batch', { pets }, app.bearer(key))
    }
    await app.post('/v1/pets', { name: 'last', categoryId: 1 }, app.bearer(key))
    const hasAll = (stream: Stream) => () => stream.text().includes('"last"')
    await eventually('the other has all', hasAll(fast), 20_000)
    assert.ok(!slow.text().includes('"last"'))
    slow.read()
    await eventually('it has all too', hasAll(slow), 20_000)
    const [sentLater, sentAtOnce] = [slow, fast].map((stream) => stream.text().replaceAll(':\n\n', ''))
    assert.equal(sentLater, sentAtOnce)
  })

  test('one commit is read once for all streams', async () => {
    const { app, follow, addPet } = await listen(testApp)
    await using _closed = app
    const { key } = await app.createKey('business')
    const streams = await Promise.all(Array.from({ length: 100 }, () => follow(key)))
    await addPet('first')
    const all = (name: string) => eventually(name, () => streams.every((stream) => namesIn(stream).includes(name)))
    await all('first')
    const reads = async () => {
      const { body } = await app.inject({ url: '/metrics' })
      return readMetrics(body).get('adoption_store_read_duration_seconds_count') ?? Number.NaN
    }
    const before = await reads()
    await addPet('second')
    await all('second')
    const during = (await reads()) - before
    assert.ok(during < 50, `${during} reads`)
  })
})
