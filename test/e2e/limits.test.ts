import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../harness/eventually.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const MINUTE_LIMIT = 60
const DAY_LIMIT = 1_000
const BRIEF_BAN_SECONDS = 3
const GRACE_MS = 1_000
const STRIKES = 10

const operator = newKey()

type IssuedKey = { id: number; accountId: number; key: string; on: Server }
type RateLimit = {
  plan: string
  windows: { name: string; limit: number; remaining: number; resetAt: string }[]
  ban?: { until: string }
}

// Each test has its own account, and all share two servers.
suite('limits on a running server', () => {
  const folder = temporaryFolder()
  const strictFolder = temporaryFolder()
  /** With so long a grace period that a burst ends before requests count as strikes, even on a slow machine. */
  let server: Server
  /** With the default rules for bans. */
  let strict: Server
  /** Banned by the first test of bans, for those after it. */
  let banned: IssuedKey
  let patient: { key: IssuedKey; refused: Awaited<ReturnType<typeof list>>; readyAtMs: number }

  before(async () => {
    const settings = { BAN_GRACE_MS: '60000', BOOTSTRAP_KEY: operator }
    ;[server, strict] = await Promise.all([
      startServer({ folder: folder.path, settings }),
      startServer({ folder: strictFolder.path }),
    ])
    // Rejected here and checked last, so that its minute passes during the other tests.
    const key = await free()
    await listAtOnce(times(MINUTE_LIMIT, key))
    const refused = await list(key)
    const retryAfterMs = Number(refused.headers.get('retry-after')) * 1_000
    patient = { key, refused, readyAtMs: performance.now() + retryAfterMs }
  })
  after(async () => {
    await Promise.all([server.kill(), strict.kill()])
    folder.remove()
    strictFolder.remove()
  })

  const createKey = async (on: Server, ...owner: string[]): Promise<IssuedKey> => {
    const { stdout } = await on.cli('keys', 'create', ...owner, '--name', 'a', '--json')
    return { ...JSON.parse(stdout), on }
  }
  const free = (on = server) => createKey(on, '--plan', 'free')
  const list = ({ key, on }: IssuedKey) => on.fetch('/v1/pets', { headers: bearer(key) })
  const listAtOnce = (keys: IssuedKey[]) => Promise.all(keys.map(list))
  const times = (count: number, key: IssuedKey) => Array<IssuedKey>(count).fill(key)
  const limitsOf = async ({ key, on }: IssuedKey): Promise<RateLimit> => {
    const { status, json } = await on.fetch('/v1/rate-limit', { headers: bearer(key) })
    assert.equal(status, 200)
    return json()
  }
  const remainingOf = async (key: IssuedKey) => (await limitsOf(key)).windows.map(({ remaining }) => remaining)
  const bannedKeys = async (on: Server): Promise<number[]> => {
    const { stdout } = await on.cli('bans', 'list', '--json')
    return JSON.parse(stdout).map(({ keyId }: { keyId: number }) => keyId)
  }
  /** Continues after rejections until the key is banned. Returns how many requests that took after the grace period. */
  const provokeBan = async (key: IssuedKey): Promise<number> => {
    await listAtOnce(times(MINUTE_LIMIT + 1, key))
    await sleep(GRACE_MS)
    for (let sent = 1; sent < 50; sent += 1) {
      const { json } = await list(key)
      if (json().code === 'key_temporarily_banned') return sent
    }
    throw new Error('the key is not banned')
  }

  test('of 200 concurrent requests on a Free key exactly 60 pass, with decreasing counts, and the key is not banned', async () => {
    const key = await free()
    const sentAtUnix = Date.now() / 1_000
    const answers = await listAtOnce(times(200, key))
    const answeredAtUnix = Date.now() / 1_000
    const refused = answers.filter(({ status }) => status === 429)
    const remainingCounts = answers
      .filter(({ status }) => status === 200)
      .map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
    assert.deepEqual(
      remainingCounts.toSorted((a, b) => a - b),
      Array.from({ length: MINUTE_LIMIT }, (_, n) => n),
    )
    assert.equal(refused.length, 200 - MINUTE_LIMIT)
    for (const { headers, json } of refused) {
      assert.equal(json().code, 'rate_limit_exceeded')
      assert.equal(headers.get('x-ratelimit-remaining'), '0')
      assert.equal(headers.get('x-ratelimit-limit'), String(MINUTE_LIMIT))
      // The decision was made at some time in between.
      const decidedAtUnix = Number(headers.get('x-ratelimit-reset')) - Number(headers.get('retry-after'))
      assert.ok(decidedAtUnix >= sentAtUnix - 2 && decidedAtUnix <= answeredAtUnix + 2)
    }
    assert.deepEqual(await remainingOf(key), [0, DAY_LIMIT - MINUTE_LIMIT])
    await listAtOnce(times(20, key))
    assert.deepEqual(await remainingOf(key), [0, DAY_LIMIT - MINUTE_LIMIT])
    assert.equal((await limitsOf(key)).ban, undefined)
    assert.equal((await bannedKeys(server)).includes(key.id), false)
  })

  test('GET /v1/rate-limit costs nothing, and works while everything else is rejected', async () => {
    const key = await free()
    for (let n = 0; n < 5; n += 1) assert.deepEqual(await remainingOf(key), [MINUTE_LIMIT, DAY_LIMIT])
    await listAtOnce(times(MINUTE_LIMIT + 1, key))
    const { plan, windows } = await limitsOf(key)
    assert.equal(plan, 'free')
    assert.deepEqual(
      windows.map(({ name, limit, remaining }) => ({ name, limit, remaining })),
      [
        { name: 'minute', limit: MINUTE_LIMIT, remaining: 0 },
        { name: 'day', limit: DAY_LIMIT, remaining: DAY_LIMIT - MINUTE_LIMIT },
      ],
    )
  })

  test('a second key of the account shares its count', async () => {
    const first = await free()
    const second = await createKey(server, '--account', String(first.accountId))
    const answers = await listAtOnce([...times(50, first), ...times(50, second)])
    assert.equal(answers.filter(({ status }) => status === 200).length, MINUTE_LIMIT)
    assert.deepEqual(await remainingOf(second), [0, DAY_LIMIT - MINUTE_LIMIT])
    const other = await free()
    assert.equal((await list(other)).status, 200)
  })

  test('10 requests after the first second of rejections do not ban the key, but an 11th does', async () => {
    banned = await free(strict)
    assert.equal(await provokeBan(banned), STRIKES + 1)
    assert.equal((await bannedKeys(strict)).includes(banned.id), true)
  })

  test('a ban affects only its key', async () => {
    const key = banned
    const sibling = await createKey(strict, '--account', String(key.accountId))
    const answer = await list(key)
    assert.equal(answer.status, 429)
    assert.equal(answer.json().code, 'key_temporarily_banned')
    assert.equal(answer.headers.get('x-ratelimit-remaining'), '0')
    // The shared window is used up, so this key is rejected as well, but not banned.
    assert.equal((await list(sibling)).json().code, 'rate_limit_exceeded')
    assert.equal((await limitsOf(sibling)).ban, undefined)
  })

  test('an operator sees a ban and lifts it while the server runs', async () => {
    const key = banned
    const { stdout } = await strict.cli('bans', 'list', '--json')
    const { keyId, accountId, until, level } = JSON.parse(stdout).find((ban: { keyId: number }) => ban.keyId === key.id)
    assert.deepEqual([keyId, accountId, level], [key.id, key.accountId, 1])
    const endsAtMs = Date.parse((await limitsOf(key)).ban?.until ?? '')
    assert.ok(Math.abs(Date.parse(until) - endsAtMs) <= 10)

    await strict.cli('bans', 'lift', String(key.id))
    // It would last for five minutes.
    await eventually('it is lifted', async () => (await limitsOf(key)).ban === undefined)
    assert.equal((await bannedKeys(strict)).includes(key.id), false)
    assert.equal((await list(key)).json().code, 'rate_limit_exceeded')
  })

  test('requests without a valid key are limited to 300 a minute per address, and never affect keys', async () => {
    const keyless = [{}, bearer('nonsense'), bearer(newKey()), bearer(newKey('test'))]
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, n) => server.fetch('/v1/pets', { headers: keyless[n % keyless.length] ?? {} })),
    )
    assert.equal(answers.filter(({ status }) => status === 401).length, 300)
    const refused = answers.filter(({ status }) => status === 429)
    assert.equal(refused.length, 100)
    for (const { headers, json } of refused) {
      assert.equal(json().code, 'rate_limit_exceeded')
      assert.equal(headers.get('x-ratelimit-limit'), '300')
      assert.ok(Number(headers.get('retry-after')) >= 1)
    }
    const served = await server.fetch('/v1/pets', { headers: bearer(operator) })
    assert.equal(served.status, 200)
    assert.equal(served.headers.get('x-ratelimit-limit'), '1000000')
  })

  test('a client that waits as Retry-After says is served again', async () => {
    const { key, refused, readyAtMs } = patient
    assert.equal(refused.status, 429)
    await sleep(Math.max(0, readyAtMs - performance.now()))
    const answer = await list(key)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('x-ratelimit-remaining'), String(MINUTE_LIMIT - 1))
    assert.deepEqual(await remainingOf(key), [MINUTE_LIMIT - 1, DAY_LIMIT - MINUTE_LIMIT - 1])
  })
})

test('a ban ends when Retry-After says', async () => {
  using folder = temporaryFolder()
  const settings = { BAN_SECONDS: String(BRIEF_BAN_SECONDS), BAN_GRACE_MS: '0' }
  await using server = await startServer({ folder: folder.path, settings })
  const create = ['keys', 'create', '--plan', 'free', '--name', 'a', '--json']
  const { key } = JSON.parse((await server.cli(...create)).stdout)
  const list = () => server.fetch('/v1/pets', { headers: bearer(key) })
  await Promise.all(Array.from({ length: MINUTE_LIMIT }, list))
  let banned = await list()
  let askedAtMs = 0
  await eventually('it is banned', async () => {
    askedAtMs = Date.now()
    banned = await list()
    return banned.json().code === 'key_temporarily_banned'
  })
  const readAtMs = Date.now()
  const retryAfterMs = Number(banned.headers.get('retry-after')) * 1_000
  const banMs = BRIEF_BAN_SECONDS * 1_000
  // Whole seconds, rounded up.
  assert.ok(retryAfterMs > 0 && retryAfterMs <= banMs)
  let lastSentAtMs = readAtMs
  await eventually('the ban ends', async () => {
    const sentAtMs = Date.now()
    if ((await list()).json().code !== 'key_temporarily_banned') return true
    lastSentAtMs = sentAtMs
    return false
  })
  assert.ok(lastSentAtMs <= readAtMs + retryAfterMs, 'it is over by then')
  const leastMs = retryAfterMs - 1_000
  assert.ok(Date.now() > askedAtMs + leastMs, 'and not before its last second')
  assert.equal((await list()).json().code, 'rate_limit_exceeded')
})

test('a preflight needs no key and is never counted', async () => {
  using folder = temporaryFolder()
  await using server = await startServer({
    folder: folder.path,
    settings: { ADDRESS_PER_MINUTE: '2' },
  })
  const preflight = () =>
    server.fetch('/v1/pets', {
      method: 'OPTIONS',
      headers: { origin: 'https://adopt.example', 'access-control-request-method': 'POST' },
    })
  const answers = await Promise.all(Array.from({ length: 20 }, preflight))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [204])
  const after = await server.fetch('/v1/pets')
  assert.equal(after.headers.get('x-ratelimit-remaining'), '1')
})
