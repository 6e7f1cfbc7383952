import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { testApp } from '../../../test/harness/app.ts'
import { type Engine, engines, freshDatabase } from '../../../test/harness/engines.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { addListings } from '../../../test/harness/many-listings.ts'
import { patientDatabase } from '../../../test/harness/patient-database.ts'
import { seeded } from '../../../test/harness/seeded.ts'
import { termOf, unreviewed } from '../../animals/profiles/listing-terms.ts'
import { maskOf } from '../../animals/profiles/traits.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { Database } from '../../platform/storage/database.ts'
import { openDatabase } from '../../program/open-database.ts'
import { columnQueryOf } from './column-query.ts'
import { columnStore } from './column-store.service.ts'
import { type ColumnThread, columnThread } from './listing-columns.thread.ts'
import type { ColumnFound } from './listing-columns.ts'
import type { Conditions } from './listing-conditions.repository.ts'
import { facetsOf } from './listing-facets.ts'
import { refreshListings } from './listing-step.repository.ts'

const LISTINGS = 600
const groups = {
  species: ['species:dog', 'species:cat'],
  sex: ['sex:female'],
  coat: ['coat:wire', 'coat:short'],
  specialNeeds: ['specialNeeds:false'],
  color: ['color:black', 'color:white'],
  tag: ['tag:tag 0', 'tag:tag 1', 'tag:of nobody'],
  breed: ['breed:breed0 collie'],
  one: [termOf('organization', 1_000n)],
  some: Array.from({ length: 60 }, (_, n) => termOf('organization', BigInt(1_000 + n))),
}

/** Any combination of the conditions, chosen by the seed. */
const someConditions = (seed: number): Conditions => {
  const random = seeded(seed)
  return {
    status: random() < 0.8 ? 'available' : 'pending',
    groups: Object.values(groups).filter(() => random() < 0.2),
    ...(random() < 0.2 && { masks: [maskOf(['houseTrained:false', 'sex:male']) ?? 0n] }),
    ...(random() < 0.2 && { without: maskOf(['coat:curly', 'size:large']) ?? 0n }),
    ...(random() < 0.3 && {
      publishedAfter: BigInt(Date.now() - Math.floor(random() * 9) * DAY_MS),
    }),
    ...(random() < 0.2 && { ids: numbers(0, 400).map(BigInt) }),
    ...(random() < 0.2 && { updatedAfter: BigInt(Date.now() - Math.floor(random() * 9) * DAY_MS) }),
    ...(random() < 0.2 && { publishedUntil: BigInt(Date.now() - DAY_MS) }),
  }
}

const findOf = (conditions: Conditions) => {
  const query = columnQueryOf(conditions)
  const page = { order: { by: 'time', isDescending: true }, limit: 100 } as const
  return { query, page, counted: [query], bands: [20_000, 19_000, 17_000] }
}
const totalIn = ({ counts }: ColumnFound): number => counts[0]?.total ?? Number.NaN
const traitsIn = ({ counts }: ColumnFound) => facetsOf(counts[0]?.traits ?? [])
const available = findOf({ status: 'available', groups: [] })
const allByTime = { ...available.page, limit: LISTINGS }

const openStore = async (engine: Engine, count: number) => {
  const opened = new AsyncDisposableStack()
  const store = await freshDatabase(engine)
  opened.defer(store.remove)
  const open = async () => {
    const database = await openDatabase(patientDatabase(store.url))
    opened.defer(database.close)
    return database
  }
  const columnsOf = (...deps: Parameters<typeof columnStore>) => {
    const columns = columnStore(...deps)
    opened.defer(columns.close)
    return columns
  }
  const [database, other] = [await open(), await open()]
  await addListings({ engine, url: store.url, count })
  return { database, other, columnsOf, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

for (const engine of engines) {
  test(`${engine}: the columns include every change since they were read, by any process`, async () => {
    await using store = await openStore(engine, LISTINGS)
    const { database, other } = store
    const columns = store.columnsOf({ database })
    // Changes listings as the service does, and as the command line does beside it.
    const change = (from: Database, how: 'hold' | 'unpublish', ids: bigint[]) =>
      from.write(async ({ query }) => {
        await (how === 'hold'
          ? query.updateTable('pets').set({ status: 'pending' }).where('id', 'in', ids).execute()
          : query.deleteFrom('profiles').where('pet_id', 'in', ids).execute())
        await refreshListings(query, ids, Date.now())
      })
    const compare = async (seeds: readonly number[]): Promise<void> => {
      const fresh = store.columnsOf({ database })
      for (const seed of seeds) {
        const find = findOf(someConditions(seed))
        const [one, other] = [await columns.ask('find', find), await fresh.ask('find', find)]
        assert.deepEqual(one.places, other.places, `${seed}`)
        assert.deepEqual(traitsIn(one), traitsIn(other), `${seed}`)
      }
    }
    const totalOf = async (status: string): Promise<number> =>
      totalIn(await columns.ask('find', findOf({ status, groups: [] })))
    const listed = await database.read.selectFrom('listings').select(['pet_id', 'status']).execute()
    const countOf = (status: string) => listed.filter((one) => one.status === status).length
    assert.ok(countOf('available') > 0)
    assert.equal(await totalOf('available'), countOf('available'))
    assert.equal(await totalOf('pending'), countOf('pending'))

    const [first] = (await columns.ask('find', available)).places
    assert.ok(first)
    await change(database, 'hold', [first.petId])
    assert.equal(await totalOf('available'), countOf('available') - 1)
    assert.equal(await totalOf('pending'), countOf('pending') + 1)
    await compare(numbers(0, 4))
    await change(other, 'unpublish', [first.petId])
    assert.equal(await totalOf('pending'), countOf('pending'))
    await Promise.all([
      change(database, 'hold', numbers(100, 200).map(BigInt)),
      change(other, 'unpublish', numbers(400, 500).map(BigInt)),
    ])
    await compare(numbers(4, 60))
  })

  test(`${engine}: listings of an unreviewed account are stored apart from all others`, async () => {
    await using store = await openStore(engine, 20)
    const { database } = store
    await database.write(async ({ query }) => {
      const status = unreviewed.available
      await query.updateTable('listings').set({ status }).where('pet_id', 'in', [7n, 8n]).execute()
    })
    const columns = store.columnsOf({ database })
    const countOf = async (status: string): Promise<number> =>
      totalIn(await columns.ask('find', findOf({ status, groups: [] })))
    assert.equal(await countOf(unreviewed.available), 2)
    assert.equal((await countOf('available')) + (await countOf('pending')), 18)
  })
}

for (const engine of engines) {
  test(`${engine}: all listings are loaded in pages before the first request`, async () => {
    await using store = await openStore(engine, LISTINGS)
    const pages: number[] = []
    const startThread = (): ColumnThread => {
      const thread = columnThread()
      return {
        ...thread,
        ask(name, input) {
          if ('lines' in input) pages.push(input.lines.split('\n').length)
          return thread.ask(name, input)
        },
      }
    }
    const columns = store.columnsOf({ ...store, startThread, pageSize: 250 })
    await columns.load()
    assert.deepEqual(pages, [250, 250, 100])
    const { places } = await columns.ask('find', { ...available, page: allByTime })
    assert.equal(places.length, totalIn(await columns.ask('find', available)))
    assert.equal(pages.length, 3)
  })

  test(`${engine}: only many listings are loaded in advance`, async () => {
    await using store = await openStore(engine, 20)
    const hasMany = (many: number) => store.columnsOf({ ...store, many }).hasMany()
    assert.deepEqual([await hasMany(20), await hasMany(21)], [true, false])
  })
}

test('the server loads many listings when it starts', async () => {
  const { url, remove } = await freshDatabase('sqlite')
  await using opened = new AsyncDisposableStack()
  opened.defer(remove)
  await addListings({ engine: 'sqlite', url, count: 5_000 })
  const threads: (string | null)[] = []
  const started = (worker: Worker) => void threads.push(worker.threadName)
  process.on('worker', started)
  opened.defer(() => void process.off('worker', started))
  await using app = await testApp({ settings: { DATABASE_URL: url } })
  // The embedded database is ready at once.
  assert.equal((await app.send({ url: '/readyz' })).statusCode, 200)
  await eventually('the listings are loaded', () => threads.includes('listing columns'))
})

test('all listings are reloaded after their thread has ended, and a request fails if the new thread ends immediately', async () => {
  await using store = await openStore('sqlite', 20)
  const { database } = store
  const threads: ColumnThread[] = []
  let endsAtOnce = false
  const startThread = () => {
    const thread = columnThread()
    threads.push(thread)
    if (endsAtOnce) void thread.end()
    return thread
  }
  const columns = store.columnsOf({ database, startThread })
  const before = await columns.ask('find', available)
  await threads.at(-1)?.end()
  const [one, other] = await Promise.all([columns.ask('find', available), columns.ask('find', available)])
  assert.deepEqual([one, other], [before, before])
  assert.equal(threads.length, 2)
  endsAtOnce = true
  await threads.at(-1)?.end()
  await assert.rejects(columns.ask('find', available), { code: 'service_unavailable' })
  endsAtOnce = false
  assert.deepEqual(await columns.ask('find', available), before)
  await columns.close()
  await assert.rejects(columns.ask('find', available), { code: 'service_unavailable' })
  assert.ok(threads.every((thread) => thread.hasEnded()))
})

test('a request that arrives while all listings are still being read is asked to come back later', async () => {
  await using store = await openStore('sqlite', 20)
  const { database } = store
  const isRead = Promise.withResolvers<void>()
  const startThread = (): ColumnThread => {
    const thread = columnThread()
    return {
      ...thread,
      async ask(name, input) {
        await isRead.promise
        return thread.ask(name, input)
      },
    }
  }
  const columns = store.columnsOf({ database, startThread, maxWaitMs: 1 })
  const found = columns.ask('find', available)
  await assert.rejects(found.finally(isRead.resolve), { code: 'service_unavailable' })
})

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)
