import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { type TestApp, testApp } from './harness/app.ts'
import { freshDatabase } from './harness/engines.ts'
import { whyNoPostgres } from './harness/postgres.ts'
import { chooseSeed, seeded } from './harness/seeded.ts'

// Two services on one PostgreSQL, without Redis: only its locks coordinate them.

const skip = whyNoPostgres()
const customer = { name: 'Ada', email: 'ada@example.org' }

const openPair = async (settings: Record<string, string> = {}) => {
  const store = await freshDatabase('postgres')
  const shared = { DATABASE_URL: store.url, LOG_LEVEL: 'silent', ...settings }
  const one = await testApp({ settings: shared })
  const other = await testApp({ settings: shared })
  const { key } = await one.createKey('enterprise')
  const dispose = async () => {
    await Promise.all([one.close(), other.close()])
    await store.remove()
  }
  return {
    url: store.url,
    apps: [one, other] as const,
    headers: one.bearer(key),
    /** A key of the oldest account, which may rename categories. */
    oldest: one.key,
    [Symbol.asyncDispose]: dispose,
  }
}

type Pair = Awaited<ReturnType<typeof openPair>>

/** Sends requests to the two services in turn. */
const sender = ({ apps, headers }: Pick<Pair, 'apps' | 'headers'>) => {
  let turn = 0
  return (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    turn += 1
    const app: TestApp = apps[turn % 2 ? 0 : 1]
    return app.inject({ method, url, headers, ...(payload && { payload }) })
  }
}

const times = <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))

test('of 200 concurrent orders for one animal, exactly one is placed', { skip }, async () => {
  await using pair = await openPair()
  const send = sender(pair)
  const { id: petId } = (await send('POST', '/v1/pets', { name: 'Rex', categoryId: 1 })).json()
  const answers = await times(200, () => send('POST', '/v1/store/orders', { petId, customer }))
  const codes = answers.map((answer) => answer.json().code ?? answer.statusCode)
  assert.deepEqual(
    codes.toSorted().filter((code, at, all) => code !== all[at - 1]),
    [201, 'pet_not_available'],
  )
  assert.equal(codes.filter((code) => code === 201).length, 1)
})

test('one Idempotency-Key used on both at once adds one animal', { skip }, async () => {
  await using pair = await openPair()
  const add = (app: TestApp, key: string) =>
    app.post('/v1/pets', { name: key, categoryId: 1 }, { ...pair.headers, 'idempotency-key': key })
  const [one, other] = pair.apps
  for (let round = 0; round < 30; round += 1) {
    const key = `round ${round}`
    const answers = await Promise.all([add(one, key), add(other, key)])
    for (const { statusCode } of answers) assert.ok([201, 409].includes(statusCode))
    assert.ok(answers.some(({ statusCode }) => statusCode === 201))
    const pets = (await one.get(`/v1/pets?name=${key}&limit=100`, pair.headers)).json()
    assert.equal(pets.filter(({ name }: { name: string }) => name === key).length, 1)
  }
})

test('a category name that must exist cannot be removed while an animal is added', {
  skip,
}, async () => {
  await using pair = await openPair({ STRICT_CATEGORIES: 'true' })
  const send = sender({ ...pair, headers: pair.oldest })
  for (let categoryId = 1; categoryId <= 30; categoryId += 1) {
    await send('PUT', `/v1/categories/${categoryId}`, { name: 'cats' })
    const [added, removed] = await Promise.all([
      send('POST', '/v1/pets', { name: 'Tom', categoryId }),
      send('DELETE', `/v1/categories/${categoryId}`),
    ])
    const outcome = `${added.statusCode} ${removed.statusCode}`
    assert.ok(['201 409', '400 204'].includes(outcome), outcome)
  }
})

test('if two requests name a category at the same time, only one gets 201', { skip }, async () => {
  await using pair = await openPair()
  const send = sender({ ...pair, headers: pair.oldest })
  for (let id = 1; id <= 20; id += 1) {
    const answers = await times(2, (at) => send('PUT', `/v1/categories/${id}`, { name: `${at}` }))
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted()
    assert.deepEqual(statuses, [200, 201])
  }
})

test('a reader of the feed misses nothing, however long each commit takes', { skip }, async () => {
  await using pair = await openPair()
  await delayCommits(pair.url)
  const send = sender(pair)
  const expected = 80
  // In one category, they would wait for each other.
  const add = (categoryId: number) => send('POST', '/v1/pets', { name: 'x', categoryId })
  const writing = times(expected, add)
  const seen: { id: string }[] = []
  let written = false
  writing.finally(() => {
    written = true
  })
  for (let isLast = false; !isLast; ) {
    isLast = written
    const after = seen.length > 0 ? `&after=${seen.at(-1)?.id}` : ''
    const page = await pair.apps[0].get(`/v1/events?limit=100${after}`, pair.headers)
    seen.push(...page.json())
  }
  for (const { statusCode } of await writing) assert.equal(statusCode, 201)
  assert.equal(seen.length, expected)
})

/** Delays commits of events by a varying number of milliseconds, after their sequences are assigned. */
const delayCommits = async (url: string): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`
    create function dawdle() returns trigger language plpgsql
      as $$ begin perform pg_sleep(random() * 0.01); return null; end $$;
    create constraint trigger dawdle after insert on events deferrable initially deferred
      for each row execute function dawdle()`)
  await client.end()
}

test('concurrent changes on both never deadlock, and the counts are correct', {
  skip,
}, async (t) => {
  const seed = chooseSeed()
  t.diagnostic(`SEED=${seed}`)
  const random = seeded(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  await using pair = await openPair()
  const send = sender(pair)
  const newPet = () => ({ name: 'x', categoryId: below(5) })
  const newPets = () => ({ pets: Array.from({ length: 10 }, newPet) })
  const pet = () => `/v1/pets/${1 + below(40)}`
  const order = () => `/v1/store/orders/${1 + below(60)}`
  const status = () => ['approved', 'delivered', 'returned', 'cancelled'][below(4)]
  const steps = [
    () => send('POST', '/v1/pets:batch', newPets()),
    () => send('PATCH', pet(), { categoryId: below(5) }),
    () => send('PATCH', pet(), { status: ['available', 'sold'][below(2)] }),
    () => send('DELETE', pet()),
    () => send('POST', '/v1/store/orders', { petId: 1 + below(40), customer }),
    () => send('PATCH', order(), { status: status() }),
    () => send('DELETE', `${order()}/customer`),
    () => send('PUT', `/v1/categories/${below(5)}`, { name: `${below(100)}` }),
  ]
  for (let round = 0; round < 40; round += 1) {
    const answers = await times(16, () => (steps[below(steps.length)] as (typeof steps)[0])())
    for (const answer of answers) assert.ok(answer.statusCode < 500, answer.body)
  }
  const counts = await shown(pair)
  const { inventory, deadlocks } = await facts(pair.url)
  assert.deepEqual(counts, inventory)
  assert.equal(deadlocks, 0)
})

const shown = async ({ apps: [app], headers }: Pair) => (await app.get('/v1/store/inventory', headers)).json()

/** The content of the animals, and how often PostgreSQL had to break a deadlock. */
const facts = async (url: string) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const pets = await client.query('select status, count(*)::int from pets group by status')
  const inventory = { available: 0, pending: 0, sold: 0 }
  for (const { status, count } of pets.rows) Object.assign(inventory, { [status]: count })
  // A connection reports its statistics when it ends, at the latest.
  await client.query(
    `select pg_terminate_backend(pid, 1000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  const { rows } = await client.query('select deadlocks::int from pg_stat_database where datname = current_database()')
  await client.end()
  return { inventory, deadlocks: rows[0].deadlocks as number }
}
