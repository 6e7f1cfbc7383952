import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { engines, freshDatabase } from '../../../test/harness/engines.ts'
import { addListings } from '../../../test/harness/many-listings.ts'
import { patientDatabase } from '../../../test/harness/patient-database.ts'
import { rounds } from '../../../test/harness/rounds.ts'
import { wordsOf } from '../../platform/search-text.ts'
import type { Database } from '../../platform/storage/database.ts'
import { openDatabase } from '../../program/open-database.ts'
import type { Conditions } from './listing-conditions.repository.ts'
import { countMatches, findMatches, nameMatches, rankMatches } from './listing-search.repository.ts'

/** More than the first attempt on PostgreSQL covers. */
const LISTINGS = 3_300
const MAX_MATCHES = 1_000

// The words that `addListings` writes: common words, parts of names, breeds, Chinese characters.
const word = fc.oneof(
  fc.nat(60).map((n) => `word${n}`),
  fc.nat(3_999).map((n) => `word${n}`),
  fc.constantFrom('bal', 'kimo', 'mo', 'a', 'collie', 'breed3', 'tag', '7', 'wor', 'lalo la', 'ábé'),
  fc.nat(799).map((n) => String.fromCodePoint(0x4e00 + n * 7)),
  fc.constantFrom('一丁', '一七', '丁', '丈三上'),
)
const group = fc.constantFrom(
  ['species:dog'],
  ['species:cat', 'species:dog'],
  ['sex:female'],
  ['tag:tag 0'],
  ['age:young'],
  ['color:black', 'color:white'],
  ['organization:1000', 'organization:1001'],
)
const randomSearch = fc.record({
  words: fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => wordsOf(all.join(' '))),
  groups: fc.uniqueArray(group, { maxLength: 2, selector: ([term]) => term?.split(':')[0] }),
  status: fc.constantFrom('available', 'available', 'pending'),
  sinceHours: fc.constantFrom(undefined, undefined, 1, 100, 270),
  newest: fc.boolean(),
  limit: fc.constantFrom(1, 20, 100),
})
type RandomSearch = typeof randomSearch extends fc.Arbitrary<infer Value> ? Value : never

const answersOf = async (database: Database, search: RandomSearch & { nowMs: number }) => {
  const { words, groups, status, newest, limit, sinceHours, nowMs } = search
  const query = database.readLong('tests')
  const publishedAfter = sinceHours === undefined ? undefined : BigInt(nowMs - sinceHours * 3_600_000)
  const conditions: Conditions = { status, groups, publishedAfter }
  const find = { words, conditions, limit: MAX_MATCHES }
  const best = await rankMatches(query, find, { limit })
  const names = await nameMatches(query, find, { limit })
  const page = { words, conditions, newest, limit }
  const first = await findMatches(query, { ...page, after: undefined })
  return {
    best: [best, await rankMatches(query, find, { limit, after: best.at(-1) })],
    names: [names, await nameMatches(query, find, { limit, after: names.at(-1) })],
    inTime: [first, await findMatches(query, { ...page, after: first.at(-1)?.seq })],
    owned: await findMatches(query, { ...find, newest: true }),
    counted: (await countMatches(query, find)).map(textOf).sort(),
  }
}

const textOf = ({ traits, born }: { traits: bigint; born: bigint | null }) => `${traits} ${born}`

test('a search finds the same on both engines, in the same order, for any query', {
  skip: engines.length < 2 && 'no PostgreSQL',
}, async () => {
  await using opened = new AsyncDisposableStack()
  const nowMs = Date.now()
  const open = async (engine: (typeof engines)[number]) => {
    const store = await freshDatabase(engine)
    opened.defer(store.remove)
    await addListings({ engine, url: store.url, count: LISTINGS, nowMs })
    const config = patientDatabase(store.url)
    // PostgreSQL on a busy machine must not count as unavailable.
    const patient = config.kind === 'postgres' ? { ...config, deadlineMs: 60_000 } : config
    const database = await openDatabase(patient)
    opened.defer(database.close)
    return database
  }
  const [one, other] = [await open('sqlite'), await open('postgres')]
  await fc.assert(
    fc.asyncProperty(randomSearch, async (some) => {
      const query = { ...some, nowMs }
      assert.deepEqual(await answersOf(other, query), await answersOf(one, query))
    }),
    {
      numRuns: rounds({ usual: 8, torture: 300 }),
      // Found by the first attempt, by the second, and only among all listings.
      examples: ['word0', 'word8', 'word3000'].map((text): [RandomSearch] => [
        {
          words: [text],
          groups: [],
          status: 'available',
          sinceHours: undefined,
          newest: true,
          limit: 20,
        },
      ]),
    },
  )
})
