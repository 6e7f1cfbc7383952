import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../harness/eventually.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { sharedPostgres, whyNoPostgres } from '../harness/postgres.ts'
import { startReceiver } from '../harness/receiver.ts'
import { skipWithoutRedis, testRedis } from '../harness/redis.ts'
import { type Replicas, soonBanned, startReplicas } from '../harness/replicas.ts'
import { startServer } from '../harness/server.ts'
import { openStream } from '../harness/streams.ts'

const redis = await testRedis()
const whyNot = redis ? whyNoPostgres() : skipWithoutRedis

type Headers = Record<string, string>

suite('a revocation on one of two replicas applies on both', { skip: whyNot ?? false }, () => {
  if (!redis || whyNot) return
  let replicas: Replicas

  before(async () => {
    const settings = { ...soonBanned, WEBHOOK_ALLOW_PRIVATE: 'true' }
    replicas = await startReplicas({ count: 2, postgres: await sharedPostgres(), redis, settings })
  })
  after(async () => {
    await replicas.stop()
    await redis.close()
  })

  const codes = async (headers: Headers): Promise<unknown[]> => {
    const answers = await Promise.all(replicas.all.map((one) => replicas.read(one, headers)))
    return answers.map(({ status, json }) => (status === 200 ? 200 : json().code))
  }
  const becomes = (headers: Headers, code: unknown) =>
    eventually(`both say ${code}`, async () => (await codes(headers)).every((one) => one === code))

  /** An account with a key that both replicas have cached. */
  const known = async () => {
    const { id, headers } = await replicas.createKey('pro')
    assert.deepEqual(await codes(headers), [200, 200])
    const key = await replicas.read(replicas.at(0), replicas.admin, `/v1/keys/${id}`)
    const accountId = String(key.json().accountId)
    const suspend = (suspended: boolean) =>
      replicas.at(0).fetch(`/v1/accounts/${accountId}`, {
        method: 'PATCH',
        headers: { ...replicas.admin, 'content-type': 'application/json' },
        body: JSON.stringify({ suspended }),
      })
    return { id, headers, accountId, suspend }
  }

  test('a key rotated over HTTP or on the command line', async () => {
    const one = await known()
    const rotated = await replicas.post(replicas.at(0), `/v1/keys/${one.id}/rotate`, {})
    assert.equal(rotated.status, 201)
    await becomes(one.headers, 'revoked_api_key')
    assert.deepEqual(await codes(bearer(rotated.json().key)), [200, 200])
    const other = await known()
    await replicas.at(0).cli('keys', 'rotate', other.id)
    await becomes(other.headers, 'revoked_api_key')
  })

  test('a token of the Petfinder API, with its key', async () => {
    const one = await known()
    const [, secret = ''] = String(one.headers.authorization).split(' ')
    const granted = await replicas.at(0).fetch('/compat/petfinder/v2/oauth2/token', {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_secret: secret }),
    })
    assert.equal(granted.status, 200)
    const token = bearer((await granted.json()).access_token)
    const statuses = async () => {
      const path = '/compat/petfinder/v2/animals?limit=1'
      const answers = replicas.all.map((replica) => replicas.read(replica, token, path))
      return (await Promise.all(answers)).map(({ status }) => status).join()
    }
    assert.equal(await statuses(), '200,200')
    await replicas.post(replicas.at(0), `/v1/keys/${one.id}/rotate`, {})
    await eventually('both refuse it', async () => (await statuses()) === '401,401')
  })

  test('a revoked publishable key, or one whose account was suspended', async () => {
    const { accountId, suspend } = await known()
    const page = { origin: 'https://a.example' }
    const make = async () => {
      const kind = { kind: 'publishable', allowedOrigins: [page.origin] }
      const url = `/v1/accounts/${accountId}/keys`
      const made = await replicas.post(replicas.at(0), url, { name: 'page', ...kind })
      return { id: made.json().id, headers: { ...bearer(made.json().key), ...page } }
    }
    const says = (headers: Headers, code: unknown) =>
      eventually(`both say ${code}`, async () => {
        const path = '/v1/listings?limit=1'
        const answers = await Promise.all(replicas.all.map((one) => replicas.read(one, headers, path)))
        return answers.every(({ status, json }) => (status === 200 ? 200 : json().code) === code)
      })
    const [revoked, kept] = [await make(), await make()]
    for (const { headers } of [revoked, kept]) await says(headers, 200)
    await replicas.at(1).cli('keys', 'revoke', String(revoked.id))
    await says(revoked.headers, 'revoked_api_key')
    await says({ ...kept.headers, origin: 'https://b.example' }, 'origin_not_allowed')
    await suspend(true)
    await says(kept.headers, 'account_suspended')
    await suspend(false)
    await says(kept.headers, 200)
  })

  test('a key whose account was suspended, until it is resumed', async () => {
    const { headers, accountId, suspend } = await known()
    assert.equal((await suspend(true)).status, 200)
    await becomes(headers, 'account_suspended')
    assert.equal((await suspend(false)).status, 200)
    await becomes(headers, 200)
    await replicas.at(1).cli('accounts', 'suspend', accountId)
    await becomes(headers, 'account_suspended')
    await replicas.at(1).cli('accounts', 'resume', accountId)
    await becomes(headers, 200)
  })

  const streams = (headers: Headers, count = 2) =>
    Promise.all(Array.from({ length: count }, (_, at) => openStream(replicas.at(at).address, headers)))

  test('the streams of a revoked or banned key, or of a key whose account was suspended', async () => {
    const [revoked, suspended, kept] = [await known(), await known(), await known()]
    const open = await Promise.all([revoked, suspended].map(({ headers }) => streams(headers)))
    const others = await streams(kept.headers)
    await replicas.at(0).cli('keys', 'revoke', revoked.id)
    await suspended.suspend(true)
    const haveEnded = (of: { isOpen(): boolean }[]) => () => of.every((one) => !one.isOpen())
    await eventually('all have ended', haveEnded(open.flat()))
    assert.ok(others.every((stream) => stream.isOpen()))
    for (const stream of others) stream.close()

    const { headers } = await replicas.createKey('free')
    const ofBanned = await streams(headers)
    await replicas.bringBan(replicas.at(0), headers)
    await eventually('all have ended', haveEnded(ofBanned))
  })

  test('an account has 10 streams (Pro) on both together', async () => {
    const { headers } = await known()
    const asked = await streams(headers, 30)
    const open = asked.filter(({ status }) => status === 200)
    assert.equal(open.length, 10)
    for (const one of replicas.all) {
      assert.equal((await openStream(one.address, headers)).status, 429)
    }
    for (const stream of open) stream.close()
    await eventually('there is room', async () => {
      const [one] = await streams(headers, 1)
      return one?.status === 200
    })
  })

  test('the webhooks of a revoked key, including deliveries in progress on the other replica', async () => {
    const { id, headers } = await known()
    await using receiver = await startReceiver('hang')
    await replicas.post(replicas.at(0), '/v1/webhooks', { url: receiver.url }, headers)
    const count = 6
    for (let n = 0; n < count; n += 1) await replicas.addPet(replicas.at(n), `animal ${n}`)
    await receiver.gets(count)
    let open = 0
    receiver.behave((response) => {
      open += 1
      response.once('close', () => {
        open -= 1
      })
    })
    for (let n = 0; n < 2; n += 1) await replicas.addPet(replicas.at(n), `animal ${count + n}`)
    await receiver.gets(count + 2)
    await replicas.at(0).cli('keys', 'revoke', id)
    await eventually('they are broken off', () => open === 0)
    await replicas.addPet(replicas.at(0), 'after')
    await sleep(500)
    assert.equal(receiver.received.length, count + 2)
  })
})

test('without Redis or a notification, a key that the command line has ended works for at most 10 s', {
  skip: whyNoPostgres() ?? false,
}, async () => {
  const postgres = await sharedPostgres()
  const operator = newKey()
  const settings = { DATABASE_URL: await postgres.create(), BOOTSTRAP_KEY: operator }
  await using server = await startServer({ folder: '', settings })
  const make = async () => {
    const args = ['keys', 'create', '--plan', 'business', '--name', 'x', '--json']
    return JSON.parse((await server.cli(...args)).stdout)
  }
  const [revoked, rotated, suspended] = [await make(), await make(), await make()]
  const codeOf = async ({ key }: { key: string }) => {
    const { status, json } = await server.fetch('/v1/pets', { headers: bearer(key) })
    return status === 200 ? 200 : json().code
  }
  const codes = () => Promise.all([revoked, rotated, suspended].map(codeOf))
  assert.deepEqual(await codes(), [200, 200, 200])
  await server.cli('keys', 'revoke', String(revoked.id))
  await server.cli('keys', 'rotate', String(rotated.id))
  await server.cli('accounts', 'suspend', String(suspended.accountId))
  const expected = ['revoked_api_key', 'revoked_api_key', 'account_suspended']
  const isSo = async () => (await codes()).every((code, at) => code === expected[at])
  await eventually('all are refused', isSo, 11_000)
})
