import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { eventually } from '../harness/eventually.ts'
import { password, signedIn } from '../harness/people.ts'
import { sharedPostgres, whyNoPostgres } from '../harness/postgres.ts'
import { privateRedis, skipWithoutRedis } from '../harness/redis.ts'
import { type Replicas, startReplicas } from '../harness/replicas.ts'
import type { Server } from '../harness/server.ts'
import { openStream } from '../harness/streams.ts'

const redis = await privateRedis()
const whyNot = redis ? whyNoPostgres() : skipWithoutRedis

suite('users on three replicas', { skip: whyNot ?? false }, () => {
  if (!redis || whyNot) return
  let replicas: Replicas
  /** Everything that must not appear in any log. */
  const secrets = new Set<string>([password])

  before(async () => {
    replicas = await startReplicas({
      count: 3,
      postgres: await sharedPostgres(),
      redis,
      settings: { LOG_LEVEL: 'trace', LOG_REQUESTS: 'all' },
    })
  })
  after(async () => {
    await replicas.stop()
    await redis.close()
  })

  const post = (one: Server, path: string, body?: object, cookie?: string) =>
    one.fetch(path, {
      method: 'POST',
      headers: {
        origin: one.address,
        ...(body && { 'content-type': 'application/json' }),
        ...(cookie !== undefined && { cookie }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })

  type Response = Awaited<ReturnType<typeof post>>
  const keep = ({ headers, json }: Response) => {
    const kept = signedIn({ json, headers: { 'set-cookie': headers.getSetCookie() } })
    const [, cookie = ''] = kept.cookie.split('=')
    for (const secret of [kept.accessToken, cookie]) secrets.add(secret)
    return kept
  }

  let count = 0
  const add = async (role: string) => {
    count += 1
    const email = `${role}-${count}@shelter.example.org`
    const made = await replicas.post(replicas.at(0), '/v1/users', { email, name: 'X', role })
    const { id, link } = made.json()
    const [, token = ''] = String(link).split('#')
    secrets.add(token)
    return { id, email, ...keep(await post(replicas.at(1), '/auth/password', { token, password })) }
  }

  const everywhere = async (what: string, headers: Record<string, string>, expected: string) =>
    eventually(what, async () => {
      const answers = await Promise.all(replicas.all.map((one) => replicas.read(one, headers, '/v1/webhooks')))
      return answers.every(({ status, json }) => (status === 200 ? 'ok' : json().code) === expected)
    })
  const patch = (id: number, body: object) =>
    replicas.at(0).fetch(`/v1/users/${id}`, {
      method: 'PATCH',
      headers: { ...replicas.admin, 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify(body),
    })

  test('a changed role, an ended session and a disabled user take effect on all of them', async (t) => {
    const user = await add('manager')
    await everywhere('let in', user.headers, 'ok')
    assert.equal((await patch(user.id, { role: 'viewer' })).status, 200)
    const lesserMs = await everywhere('a lesser role', user.headers, 'insufficient_scope')
    await patch(user.id, { role: 'manager' })
    await everywhere('the role again', user.headers, 'ok')
    assert.equal((await post(replicas.at(2), '/auth/sign-out', undefined, user.cookie)).status, 204)
    const endedMs = await everywhere('signed out', user.headers, 'session_expired')
    const body = { email: user.email, password }
    const { headers } = keep(await post(replicas.at(2), '/auth/sign-in', body))
    await everywhere('signed in again', headers, 'ok')
    await patch(user.id, { disabled: true })
    const disabledMs = await everywhere('disabled', headers, 'session_expired')
    t.diagnostic(`${JSON.stringify({ lesserMs, endedMs, disabledMs })} after the response`)
  })

  test('streams on any of them end when their user is demoted or disabled on another', async () => {
    const [demoted, disabled, kept] = [await add('manager'), await add('manager'), await add('manager')]
    const follow = (user: { headers: Record<string, string> }) =>
      [1, 2].map((at) => openStream(replicas.at(at).address, user.headers))
    const over = await Promise.all([...follow(demoted), ...follow(disabled)])
    const others = await Promise.all(follow(kept))
    for (const { status } of [...over, ...others]) assert.equal(status, 200)
    await patch(demoted.id, { role: 'viewer' })
    await patch(disabled.id, { disabled: true })
    await eventually('they end', () => over.every((stream) => !stream.isOpen()))
    assert.ok(others.every((stream) => stream.isOpen()))
    for (const stream of others) stream.close()
  })

  test('a cookie that is used on two of them at once gets one successor', async () => {
    const { cookie } = await add('viewer')
    const both = await Promise.all([0, 1, 2].map((at) => post(replicas.at(at), '/auth/refresh', undefined, cookie)))
    const successors = new Set(both.map((response) => keep(response).cookie))
    assert.equal(successors.size, 1)
    assert.ok(!successors.has(cookie))
  })

  test('failed sign-ins are counted across all of them, and by each alone while Redis is unavailable', async (t) => {
    const user = await add('manager')
    const guess = (at: number, email = user.email, secret = 'a wrong password') =>
      post(replicas.at(at), '/auth/sign-in', { email, password: secret })
    secrets.add('a wrong password')
    for (const at of [0, 1, 2, 0]) assert.equal((await guess(at)).status, 401)
    // No replica would reject these alone: each has seen at most two, and gets three more.
    const atOnce = [0, 1, 2, 0, 1, 2, 0, 1, 2]
    const last = await Promise.all(atOnce.map((at) => guess(at)))
    assert.ok(last.some(({ status }) => status === 429))

    await redis.faults.kill()
    await everywhere('let in without Redis', user.headers, 'ok')
    assert.equal((await guess(0, 'else@shelter.example.org')).status, 401)
    const other = await add('viewer')
    keep(await guess(2, other.email, password))
    const alone = await Promise.all(Array.from({ length: 9 }, () => guess(0, other.email)))
    assert.ok(alone.some(({ status }) => status === 429))
    // The other replicas are not notified: they ask the database.
    await patch(user.id, { disabled: true })
    const disabledMs = await everywhere('disabled without Redis', user.headers, 'session_expired')
    t.diagnostic(`${JSON.stringify({ disabledMs })} after the response`)
  })

  test('no password, token or cookie is in any log, at any level', () => {
    // The first start prints a link for the first admin, which is not part of the log.
    const lines = replicas.all.flatMap(({ output }) => output).filter((line) => line.startsWith('{'))
    assert.ok(lines.some((line) => line.includes('signIn')))
    assert.ok(secrets.size > 10)
    const telling = lines.filter(
      (line) => /aas_(ses|ref|link)_/.test(line) || [...secrets].some((secret) => line.includes(secret)),
    )
    assert.deepEqual(telling, [])
  })
})
