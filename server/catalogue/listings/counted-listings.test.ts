import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { engines, freshDatabase } from '../../../test/harness/engines.ts'
import { addListings } from '../../../test/harness/many-listings.ts'
import { patientDatabase } from '../../../test/harness/patient-database.ts'
import { seeded } from '../../../test/harness/seeded.ts'
import { termOf, unreviewed } from '../../animals/profiles/listing-terms.ts'
import { maskOf } from '../../animals/profiles/traits.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { openDatabase } from '../../program/open-database.ts'
import { countedListings } from './counted-listings.service.ts'
import { type ColumnThread, columnThread } from './listing-columns.thread.ts'
import type { Conditions } from './listing-conditions.repository.ts'
import { readCounts, readFewCounts } from './listing-counts.repository.ts'
import { columnQueryOf, facetsOfListings, sumOf } from './listing-facets.service.ts'
import { refreshListings } from './listing-step.repository.ts'
import type { TraitCount } from './listing-tally.repository.ts'

const LISTINGS = 600
const groups = {
  species: ['species:dog', 'species:cat'],
  sex: ['sex:female'],
  age: ['age:young', 'age:adult'],
  coat: ['coat:wire', 'coat:short'],
  specialNeeds: ['specialNeeds:false'],
  color: ['color:black', 'color:white'],
  tag: ['tag:tag 0', 'tag:tag 1', 'tag:of nobody'],
  breed: ['breed:breed0 collie'],
  one: [termOf('organization', 1_000n)],
  some: Array.from({ length: 60 }, (_, n) => termOf('organization', BigInt(1_000 + n))),
}

/** Any of the conditions together; the seed says which. */
const someConditions = (seed: number): Conditions => {
  const random = seeded(seed)
  const dayMs = 86_400_000
  return {
    status: random() < 0.8 ? 'available' : 'pending',
    groups: Object.values(groups).filter(() => random() < 0.2),
    births: [],
    ...(random() < 0.2 && { masks: [maskOf(['houseTrained:false', 'sex:male']) ?? 0n] }),
    ...(random() < 0.2 && { without: maskOf(['coat:curly', 'size:large']) ?? 0n }),
    ...(random() < 0.3 && {
      publishedAfter: BigInt(Date.now() - Math.floor(random() * 9) * dayMs),
    }),
    ...(random() < 0.2 && { publishedUntil: BigInt(Date.now() - dayMs) }),
  }
}

for (const engine of engines) {
  test(`${engine}: many listings are counted as if each was looked at, with what has changed since, whoever changed it`, async () => {
    await using opened = new AsyncDisposableStack()
    const store = await freshDatabase(engine)
    opened.defer(store.remove)
    const open = async () => {
      const database = await openDatabase(patientDatabase(store.url))
      opened.defer(database.close)
      return database
    }
    const [database, other] = [await open(), await open()]
    await addListings({ engine, url: store.url, count: LISTINGS })
    const counted = countedListings({ database, clock: systemClock })
    opened.defer(counted.close)
    const reads = { here: database.read, beside: () => database.readLong('tests') }
    const compare = async (seeds: readonly number[]): Promise<void> => {
      for (const seed of seeds) {
        const conditions = someConditions(seed)
        const found = await counted.tally(columnQueryOf(conditions))
        assert.ok(found, 'all are there')
        const ages = { isSettled: true, nowMs: Date.now() }
        const each = await facetsOfListings(reads, conditions, ages, notAsked)
        assert.deepEqual(sumOf(found), each, `${seed} ${JSON.stringify(conditions.groups)}`)
      }
    }
    // As the service does it, and the command line beside it.
    const change = (from: Database, how: 'hold' | 'unpublish', ids: bigint[]) =>
      from.write(async ({ query }) => {
        await (how === 'hold'
          ? query.updateTable('pets').set({ status: 'pending' }).where('id', 'in', ids).execute()
          : query.deleteFrom('profiles').where('pet_id', 'in', ids).execute())
        await refreshListings(query, ids, Date.now())
      })

    const all = columnQueryOf({ status: 'available', groups: [], births: [] })
    assert.ok(await counted.tally(all), 'who comes first waits until all are there')
    await compare(numbers(0, 40))
    await change(database, 'hold', numbers(5, 6).map(BigInt))
    await compare(numbers(0, 4))
    await change(other, 'unpublish', numbers(2, 4).map(BigInt))
    await compare(numbers(0, 4))
    await Promise.all([
      change(database, 'hold', numbers(100, 200).map(BigInt)),
      change(other, 'unpublish', numbers(400, 500).map(BigInt)),
    ])
    await compare(numbers(40, 60))
  })
}

for (const engine of engines) {
  test(`${engine}: listings of an account that is not accepted are counted apart from all others`, async () => {
    await using opened = new AsyncDisposableStack()
    const store = await freshDatabase(engine)
    opened.defer(store.remove)
    const database = await openDatabase(patientDatabase(store.url))
    opened.defer(database.close)
    await addListings({ engine, url: store.url, count: 20 })
    await database.write(async ({ query }) => {
      const status = unreviewed.available
      await query.updateTable('listings').set({ status }).where('pet_id', 'in', [7n, 8n]).execute()
    })
    const counted = countedListings({ database, clock: systemClock })
    opened.defer(counted.close)
    const countOf = async (status: string): Promise<number> => {
      const found = await counted.tally(columnQueryOf({ status, groups: [], births: [] }))
      const { species } = sumOf(found ?? [])
      return Object.values(species).reduce((sum, count) => sum + count, 0)
    }
    assert.equal(await countOf(unreviewed.available), 2)
    assert.equal((await countOf('available')) + (await countOf('pending')), 18)
  })
}

for (const engine of engines) {
  test(`${engine}: few counts are the same as all, and many are left to a longer read`, async () => {
    const store = await freshDatabase(engine)
    await using opened = new AsyncDisposableStack()
    opened.defer(store.remove)
    const { read, close } = await openDatabase(patientDatabase(store.url))
    opened.defer(close)
    await addListings({ engine, url: store.url, count: LISTINGS })
    const all = { status: 'available', scopes: ['all'], masks: [] }
    const some = { ...all, masks: [maskOf(groups.species) ?? 0n, maskOf(groups.sex) ?? 0n] }
    const rows = (await readCounts(read, all)).length
    assert.ok(rows > 50)
    for (const query of [all, some]) {
      const sum = sumOf(await readCounts(read, query))
      assert.deepEqual(sumOf((await readFewCounts(read, query, rows + 1)) ?? []), sum)
      assert.equal(await readFewCounts(read, query, rows), undefined)
    }
    assert.equal(
      await readFewCounts(read, { ...all, scopes: ['all', groups.one[0] ?? ''] }),
      undefined,
    )
  })
}

test('a thread that has ended fails no count: all listings are read anew some time later, unless the service has closed', async () => {
  const store = await freshDatabase('sqlite')
  await using opened = new AsyncDisposableStack()
  opened.defer(store.remove)
  const database = await openDatabase(patientDatabase(store.url))
  opened.defer(database.close)
  await addListings({ engine: 'sqlite', url: store.url, count: LISTINGS })
  const threads: ColumnThread[] = []
  const startThread = () => {
    const thread = columnThread()
    threads.push(thread)
    return thread
  }
  let nowMs = 0
  const counted = countedListings({ database, startThread, clock: { steadyMs: () => nowMs } })
  opened.defer(counted.close)
  const all = columnQueryOf({ status: 'available', groups: [], births: [] })
  const tally = () => counted.tally(all)
  const untilCounted = async (): Promise<TraitCount[]> => {
    for (;;) {
      const found = await tally()
      if (found) return found
      await nextTurn()
    }
  }
  const before = await untilCounted()
  const ids = numbers(1, 3).map(BigInt)
  for (const isChanged of [false, true]) {
    await threads.at(-1)?.end()
    if (isChanged) {
      await database.write(async ({ query }) => {
        await query.deleteFrom('profiles').where('pet_id', 'in', ids).execute()
        await refreshListings(query, ids, Date.now())
      })
    }
    assert.deepEqual(await Promise.all([tally(), tally()]), [undefined, undefined])
    assert.equal(await tally(), undefined)
    nowMs += 10_000
    assert.equal(isDeepStrictEqual(await untilCounted(), before), !isChanged)
  }
  await threads.at(-1)?.end()
  await tally()
  nowMs += 10_000
  await Promise.all([tally(), tally()])
  await counted.close()
  assert.equal(await tally(), undefined)
  assert.ok(threads.length <= 4)
  assert.ok(threads.every((thread) => thread.hasFailed()))
})

/** Each of so few is looked at, without a thread. */
const notAsked = { tally: () => Promise.reject(new Error('the thread was asked')) }
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)
