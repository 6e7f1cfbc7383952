import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../harness/eventually.ts'
import { sharedPostgres, whyNoPostgres } from '../harness/postgres.ts'
import { skipWithoutRedis, testRedis } from '../harness/redis.ts'
import { type Replicas, startReplicas } from '../harness/replicas.ts'
import { rounds } from '../harness/rounds.ts'
import { openStream } from '../harness/streams.ts'
import { typed } from '../harness/typed.ts'

type Entry = {
  id: number
  actor: { type: string; id?: number }
  action: string
  target: { type: string; id?: number }
  requestId?: string
}

/** Chains run concurrently; the steps of each run one after the other. */
const CHAINS = rounds({ usual: 12, torture: 100 })
const STEPS = 8

const redis = await testRedis()
const whyNot = redis ? whyNoPostgres() : skipWithoutRedis

/** Runs eight actions on one animal, each on another replica than the one before. Returns the expected entries. */
const runChain = async (replicas: Replicas, chain: number, headers: Record<string, string>) => {
  let step = 0
  const expected: string[] = []
  const send = async (method: string, path: string, body?: object) => {
    const requestId = `chain-${chain}-step-${step}`
    const response = await replicas.at(chain + step).fetch(path, {
      method,
      headers: {
        ...headers,
        'x-request-id': requestId,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    assert.ok(response.status < 300, `${method} ${path}: ${response.status} ${response.body}`)
    step += 1
    return {
      left: (...entries: string[]) => void expected.push(...entries.map((entry) => `${requestId}: ${entry}`)),
      id: response.status === 204 ? undefined : response.json().id,
    }
  }
  const pet = await send('POST', '/v1/pets', { name: `animal ${chain}`, categoryId: 1 })
  pet.left(`pet.create pet ${pet.id}`)
  const patched = await send('PATCH', `/v1/pets/${pet.id}`, { name: `renamed ${chain}` })
  patched.left(`pet.update pet ${pet.id}`)
  const named = await send('PUT', `/v1/categories/${1_000 + chain}`, { name: 'x' })
  named.left(`category.update category ${1_000 + chain}`)
  const customer = { name: 'Ada', email: 'ada@example.org' }
  const order = await send('POST', '/v1/store/orders', { petId: pet.id, customer })
  order.left(`order.place order ${order.id}`, `pet.update pet ${pet.id}`)
  const path = `/v1/store/orders/${order.id}`
  const read = await send('GET', path)
  read.left(`order.read order ${order.id}`)
  const approved = await send('PATCH', path, { status: 'approved' })
  approved.left(`order.approve order ${order.id}`)
  const erased = await send('DELETE', `${path}/customer`)
  erased.left(`customer.erase order ${order.id}`, `order.update order ${order.id}`)
  const unnamed = await send('DELETE', `/v1/categories/${1_000 + chain}`)
  unnamed.left(`category.delete category ${1_000 + chain}`)
  assert.equal(step, STEPS)
  return expected
}

const shown = ({ requestId, action, target }: Entry): string => `${requestId}: ${action} ${target.type} ${target.id}`

test('over three replicas, each of many mixed actions of keys and each command has an entry, in order and in one valid chain', {
  skip: whyNot ?? false,
}, async () => {
  if (!redis || whyNot) return
  const postgres = await sharedPostgres()
  const settings = { SECRET_KEY: 'a key of tests and of nobody else' }
  const replicas = await startReplicas({ count: 3, postgres, redis, settings })
  try {
    const scopes = ['pets:read', 'pets:write', 'categories:write', 'orders:read', 'orders:write']
    const { key, id: keyId } = (
      await replicas.post(replicas.at(0), '/v1/accounts/1/keys', { name: 'own', scopes })
    ).json()
    const url = replicas.at(0).environment.DATABASE_URL ?? ''
    const commands = [
      ['accounts', 'create', '--name', 'Second', '--plan', 'free'],
      ['accounts', 'suspend', '2'],
      ['keys', 'create', '--account', '2', '--name', 'k'],
      ['keys', 'revoke', '3'],
      ['accounts', 'resume', '2'],
    ]
    const typeAll = async () => {
      for (const command of commands) assert.equal((await typed(url, ...command)).code, 0)
    }
    const [expected] = await Promise.all([
      Promise.all(
        Array.from({ length: CHAINS }, (_, chain) =>
          runChain(replicas, chain, chain % 2 === 0 ? { authorization: `Bearer ${key}` } : replicas.admin),
        ),
      ),
      typeAll(),
    ])
    const stream = await openStream(replicas.at(1).address, {
      ...replicas.admin,
      'x-request-id': 'the-stream',
    })
    stream.close()

    const list = async (): Promise<Entry[]> =>
      JSON.parse((await typed(url, 'audit', 'list', '--limit', '10000', '--json')).output).reverse()
    await eventually('the reads are written', async () => {
      const entries = await list()
      const count = entries.filter(({ action }) => action === 'order.read').length
      return count === CHAINS && entries.some(({ requestId }) => requestId === 'the-stream')
    })
    const entries = await list()
    assert.deepEqual(
      entries.map(({ id }) => id),
      entries.map((_, at) => at + 1),
    )
    for (const [chain, left] of expected.entries()) {
      const own = entries.filter(({ requestId }) => requestId?.startsWith(`chain-${chain}-`))
      const isRead = (entry: string) => entry.includes('order.read')
      // Entries of reads are written up to a second after those of later changes.
      const changes = own.map(shown).filter((entry) => !isRead(entry))
      assert.deepEqual(
        changes,
        left.filter((entry) => !isRead(entry)),
      )
      assert.deepEqual(own.map(shown).filter(isRead), left.filter(isRead))
      for (const { actor } of own) {
        assert.deepEqual(actor.type, 'key')
        assert.equal(String(actor.id) === String(keyId), chain % 2 === 0)
      }
    }
    assert.deepEqual(
      entries
        .filter(({ actor }) => actor.type === 'cli')
        .map(({ action, target }) => `${action} ${target.type} ${target.id}`),
      [
        'account.create account 2',
        'account.suspend account 2',
        'key.create key 3',
        'key.revoke key 3',
        'account.resume account 2',
      ],
    )
    const { output } = await typed(url, 'audit', 'verify')
    assert.match(output, /as they were written/)
  } finally {
    await replicas.stop()
    await redis.close()
  }
})
