import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { memoryLimiter } from '../../server/requests/rate-limits/memory-limiter.ts'
import { addressPolicy } from '../../server/requests/rate-limits/policy.ts'
import { testApp } from '../harness/app.ts'
import { testClock } from '../harness/clock.ts'
import { banRules } from '../harness/limiter-under-test.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const MIB = 2 ** 20
const BATCHES = 1_500

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Measures the memory in use after garbage collection. */
const heldMib = async (): Promise<number> => {
  for (let round = 0; round < 3; round += 1) {
    await new Promise(setImmediate)
    collectGarbage()
  }
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / MIB
}

const storeMib = (folder: string): number =>
  readdirSync(folder).reduce((bytes, name) => bytes + statSync(join(folder, name)).size, 0) / MIB

const wrong = Object.fromEntries(Array.from({ length: 38 }, (_, at) => [`unknown${at}`, at]))
const right = { name: 'Biscuit', categoryId: 7 }
const bodies = {
  refused: { value: { pets: Array(100).fill(wrong) }, status: 200 },
  'refused as a whole': { value: { pets: Array(100).fill(wrong), atomic: true }, status: 400 },
  accepted: { value: { pets: Array(100).fill(right) }, status: 200 },
}

for (const [name, { value, status }] of Object.entries(bodies)) {
  test(`1,500 batches of 100 animals, ${name}, leave the memory as it was`, async (t) => {
    using folder = temporaryFolder()
    await using app = await testApp({ folder: folder.path })
    const { key } = await app.createKey('enterprise')
    const headers = { ...app.bearer(key), 'content-type': 'application/json' }
    const payload = JSON.stringify(value)
    const send = async (count: number, round: string) => {
      for (let sent = 0; sent < count; sent += 1) {
        const own = { ...headers, 'idempotency-key': `${round} ${sent}` }
        const url = '/v1/pets:batch'
        const response = await app.send({ method: 'POST', url, headers: own, payload })
        assert.equal(response.statusCode, status)
      }
    }
    await send(100, 'warm')
    const before = { memory: await heldMib(), store: storeMib(folder.path) }
    await send(BATCHES, 'measured')
    const after = { memory: await heldMib(), store: storeMib(folder.path) }
    t.diagnostic(JSON.stringify({ before, after }))
    assert.ok(after.memory - before.memory <= 30)
    if (name !== 'accepted') assert.ok(after.store - before.store <= 5)
  })
}

test('100,000 addresses use little memory, are evicted by newer ones, and expire after their minute', async (t) => {
  const clock = testClock()
  const limiter = await memoryLimiter({
    clock,
    banRules,
    storage: {
      loadWindows: async () => [],
      saveWindows: async () => {},
      loadBans: async () => [],
      saveBan: async () => {},
    },
  })
  const policy = addressPolicy(300)
  const send = async (first: number) => {
    for (let at = first; at < first + 100_000; at += 1) {
      await limiter.take({ address: `2001:db8:${(at >> 16).toString(16)}:${at & 0xffff}::/64` }, policy)
    }
  }
  const base = await heldMib()
  await send(0)
  const once = await heldMib()
  await send(100_000)
  const twice = await heldMib()
  clock.advance(60_000)
  limiter.sweep()
  const swept = await heldMib()
  t.diagnostic(JSON.stringify({ base, once, twice, swept }))
  assert.ok(once - base < 60)
  assert.ok(twice - once < 10)
  assert.ok(swept - base < 5)
  assert.ok((await limiter.take({ address: 'one' }, policy)).allowed)
})
