import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { eventually } from '../harness/eventually.ts'
import { bearer } from '../harness/keys.ts'
import { sharedPostgres, whyNoPostgres } from '../harness/postgres.ts'
import { privateRedis, skipWithoutRedis } from '../harness/redis.ts'
import { type Replicas, startReplicas } from '../harness/replicas.ts'
import type { Server } from '../harness/server.ts'

type Headers = Record<string, string>

const redis = await privateRedis()
const whyNot = redis ? whyNoPostgres() : skipWithoutRedis

suite('staging on three replicas', { skip: whyNot ?? false }, () => {
  if (!redis || whyNot) return
  let replicas: Replicas
  let database: string
  let sandbox: Headers

  const send = async (
    one: Server,
    path: string,
    { headers = sandbox, method = 'GET', body }: { headers?: Headers; method?: string; body?: object } = {},
  ) => {
    const response = await fetch(one.address + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: () => JSON.parse(text),
    }
  }
  const printed = () =>
    replicas.all.flatMap(({ output }) => output.flatMap((line) => /^ +(aas_test_\w+)$/.exec(line)?.[1] ?? []))

  before(async () => {
    const postgres = await sharedPostgres()
    database = await postgres.create()
    replicas = await startReplicas({
      count: 3,
      postgres,
      redis,
      settings: { STAGING_DATABASE_URL: database },
    })
    await eventually('a test key is printed', () => printed().length > 0)
    sandbox = bearer(printed()[0] ?? '')
  })
  after(async () => {
    await replicas.stop()
    await (await sharedPostgres()).drop(database)
    await redis.close()
  })

  test('one replica has loaded the sample, and both have it', async () => {
    assert.equal(printed().length, 1)
    for (const one of replicas.all) assert.equal((await send(one, '/staging/v1/pets?limit=100')).json().length, 60)
    assert.deepEqual(await replicas.names(replicas.at(0)), [])
  })

  test('a write on one replica is in the next list of the other, only in the same environment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const name = `Round ${round}`
      const body = { name, categoryId: 99 }
      assert.equal((await send(replicas.at(round), '/staging/v1/pets', { method: 'POST', body })).status, 201)
      const { text } = await send(replicas.at(round + 1), '/staging/v1/pets?categoryId=99')
      assert.ok(text.includes(name))
    }
    await replicas.addPet(replicas.at(0), 'Real')
    assert.deepEqual(await replicas.names(replicas.at(1)), ['Real'])
    assert.doesNotMatch((await send(replicas.at(1), '/staging/v1/events?limit=100')).text, /Real/)
  })

  test('limits are shared by the replicas and separate for each environment', async () => {
    const of = async (one: Server, path: string, headers: Headers) =>
      (await send(one, `${path}/v1/rate-limit`, { headers })).json().windows[1].remaining
    const [one, other] = [replicas.at(0), replicas.at(1)]
    const before = [await of(one, '', replicas.admin), await of(one, '/staging', sandbox)]
    await send(one, '/staging/v1/me')
    await send(other, '/staging/v1/me')
    const later = [await of(other, '', replicas.admin), await of(other, '/staging', sandbox)]
    assert.deepEqual(later, [before[0], before[1] - 2])
  })

  test('keys of the wrong environment are rejected with the address of the other', async () => {
    const one = replicas.at(1)
    for (const [path, headers] of [
      ['/v1/me', sandbox],
      ['/staging/v1/me', replicas.admin],
    ] as const)
      assert.equal((await send(one, path, { headers })).json().code, 'wrong_environment')
  })

  test('plans and suspensions of production reach both, also from the command line', async () => {
    const made = await replicas.post(replicas.at(0), '/v1/accounts', {
      name: 'Partner',
      plan: 'free',
    })
    const id = String(made.json().id)
    const { stdout } = await replicas.at(0).cli('keys', 'create', '--test', '--account', id, '--name', 'x', '--json')
    const headers = bearer(JSON.parse(stdout).key)
    const body = { name: 'Partner’s', categoryId: 1 }
    assert.equal((await send(replicas.at(1), '/staging/v1/pets', { method: 'POST', body, headers })).status, 201)
    const plan = async (one: Server) => (await send(one, '/staging/v1/rate-limit', { headers })).json().plan
    assert.equal(await plan(replicas.at(0)), 'free')
    await send(replicas.at(0), `/v1/accounts/${id}`, {
      method: 'PATCH',
      headers: replicas.admin,
      body: { plan: 'pro' },
    })
    for (const one of replicas.all) await eventually('the plan is pro', async () => (await plan(one)) === 'pro')
    await replicas.at(0).cli('accounts', 'suspend', id)
    for (const one of replicas.all)
      await eventually('it is suspended', async () => (await send(one, '/staging/v1/pets', { headers })).status === 403)
  })

  test('a reset takes at most ten times as long as adding 60 animals one by one', async () => {
    const one = replicas.at(0)
    const addStart = performance.now()
    for (let count = 0; count < 60; count += 1) {
      const body = { name: 'Round', categoryId: 98 }
      assert.equal((await send(one, '/staging/v1/pets', { method: 'POST', body })).status, 201)
    }
    const startedAt = performance.now()
    const limitMs = 10 * (startedAt - addStart)
    assert.equal((await send(one, '/staging/v1/reset', { method: 'POST' })).status, 204)
    const tookMs = performance.now() - startedAt
    assert.ok(tookMs < limitMs, `${tookMs} of ${limitMs} ms`)
    // Another account's animal stays.
    const { text } = await send(replicas.at(1), '/staging/v1/pets?limit=100')
    assert.equal(JSON.parse(text).length, 61)
    assert.doesNotMatch(text, /Round/)
  })
})
