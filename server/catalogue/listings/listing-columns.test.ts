import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bandBits, facetBits, splitTraits } from '../../animals/profiles/traits.ts'
import { type ColumnPage, type ColumnQuery, type ColumnRow, listingColumns, UNKNOWN } from './listing-columns.ts'

const ids = [1n, 2n, 3n, 4n, 5n, 6n, 2n ** 53n + 1n, 2n ** 63n - 1n]
const terms = ['breed:a', 'tag:b', 'tag:c', 'color:d']
const ageBits = bandBits.reduce((all, bit) => all | bit)
/** The birth dates at the borders of the age bands, youngest first. */
const bands = [1, 0, -2]
const traits = fc.bigInt({ min: 0n, max: (1n << 38n) - 1n })
const mask = traits.map((some) => some & ~ageBits)
const range = fc.constantFrom({ after: UNKNOWN, until: 0 }, { after: 1, until: Infinity })
const accountId = fc.constantFrom(1n, 2n, 2n ** 63n - 1n)
const status = fc.constantFrom('available', 'pending', 'suspended')
const someOf = <Value>(values: Value[], maxLength = values.length) =>
  fc.uniqueArray(fc.constantFrom(...values), { maxLength })

const row = fc.record({
  petId: fc.constantFrom(...ids),
  accountId,
  status,
  traits,
  publishedAt: fc.integer({ min: -5, max: 5 }),
  terms: someOf(terms),
  updatedAt: fc.integer({ min: 0, max: 5 }),
  born: fc.constantFrom(null, -3, 0, 1, 2),
  name: fc.constantFrom('', 'a', 'b', 'ab', '\u{1f431}', '\uffee'),
})
const query = fc.record({
  status,
  masks: fc.array(mask, { maxLength: 3 }),
  without: fc.oneof(fc.constant(0n), mask),
  births: fc.option(fc.uniqueArray(range), { nil: undefined }),
  after: fc.constantFrom(-Infinity, -1, 0, 3),
  until: fc.constantFrom(Infinity, 0, 4),
  ids: fc.option(fc.array(fc.constantFrom(...ids, 7n)), { nil: undefined }),
  updatedAfter: fc.constantFrom(undefined, 0, 3),
  owners: fc.array(fc.array(accountId), { maxLength: 2 }),
  groups: fc.array(someOf([...terms, 'tag:of nobody']), { maxLength: 3 }),
})
const step = fc.oneof(
  fc.record({ put: row }),
  fc.record({ remove: fc.constantFrom(...ids) }),
  fc.record({ ask: query }),
)

type TestQuery = Omit<ColumnQuery, 'masks' | 'without'> & { masks: bigint[]; without: bigint }

/** Decides for each row separately whether it matches. */
const isMatch = (row: ColumnRow, { masks, without, after, until, ...rest }: TestQuery): boolean =>
  row.status === rest.status &&
  masks.every((mask) => (row.traits & mask) !== 0n) &&
  (row.traits & without) === 0n &&
  (rest.births?.some(({ after, until }) => isWithin(row.born, after, until)) ?? true) &&
  row.publishedAt > after &&
  row.publishedAt <= until &&
  (rest.ids?.includes(row.petId) ?? true) &&
  row.updatedAt > (rest.updatedAfter ?? -Infinity) &&
  rest.owners.every((some) => some.includes(row.accountId)) &&
  rest.groups.every((some) => some.some((term) => row.terms.includes(term)))

const isWithin = (born: number | null, after: number, until: number): boolean =>
  born !== null && born > after && born <= until

const countByBit = (rows: readonly ColumnRow[]): Record<number, number> => {
  const counts: Record<number, number> = {}
  const add = (bit: bigint) => {
    counts[Number(bit)] = (counts[Number(bit)] ?? 0) + 1
  }
  for (const { traits, born } of rows) {
    for (let bit = 1n; bit < facetBits; bit <<= 1n) {
      if ((traits & bit & ~ageBits) !== 0n) add(bit)
    }
    const band = born === null ? undefined : bandBits[bands.filter((day) => born <= day).length]
    if (band !== undefined) add(band)
  }
  return counts
}

const queryOf = (ask: TestQuery): ColumnQuery => ({
  ...ask,
  masks: ask.masks.map(splitTraits),
  without: splitTraits(ask.without),
})

test('column counts reflect the last change of every listing, for any query', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
      const columns = listingColumns({ maxGone: 3 })
      const rows = new Map<bigint, ColumnRow>()
      for (const { put, remove, ask } of steps as {
        put?: ColumnRow
        remove?: bigint
        ask?: TestQuery
      }[]) {
        if (put) {
          columns.put(put)
          rows.set(put.petId, put)
        }
        if (remove !== undefined) {
          columns.remove(remove)
          rows.delete(remove)
        }
        if (!ask) continue
        const page = { order: { by: 'name' }, limit: 0 } as const
        const query = queryOf(ask)
        const others = { ...ask, masks: [] }
        const counted = [query, queryOf(others)]
        const { counts } = columns.find({ query, page, counted, bands })
        const matchesOf = (ask: TestQuery) => [...rows.values()].filter((one) => isMatch(one, ask))
        for (const [at, matches] of [matchesOf(ask), matchesOf(others)].entries()) {
          const { total, traits = [] } = counts[at] ?? {}
          assert.equal(total, matches.length)
          assert.deepEqual(
            Object.fromEntries(traits.flatMap(({ traits, total }) => (total === 0 ? [] : [[traits, total]]))),
            countByBit(matches),
          )
        }
        const status = { start: 'tag:', status: ask.status }
        assert.deepEqual(
          columns.terms(status).map(({ term }) => term),
          terms.filter(
            (term) =>
              term.startsWith('tag:') &&
              [...rows.values()].some((one) => one.status === ask.status && one.terms.includes(term)),
          ),
        )
      }
    }),
    { numRuns: 300 },
  )
})

const order = fc.oneof(
  fc.record({ by: fc.constant('time' as const), isDescending: fc.boolean() }),
  fc.record({ by: fc.constant('name' as const) }),
  fc.record({
    by: fc.constant('distance' as const),
    owners: fc.uniqueArray(fc.constantFrom(1n, 2n, 2n ** 63n - 1n)),
  }),
)

/** Compares two rows directly. */
const compareBy = (
  by: { by: string; isDescending?: boolean; owners?: readonly bigint[] },
  one: ColumnRow,
  other: ColumnRow,
): number => {
  const time = one.publishedAt - other.publishedAt || Number(one.petId > other.petId) - 0.5
  if (by.by === 'time') return by.isDescending ? -time : time
  if (by.by === 'name') {
    const name = Buffer.compare(Buffer.from(one.name), Buffer.from(other.name))
    return name || Number(one.petId > other.petId) - 0.5
  }
  const { owners = [] } = by
  return owners.indexOf(one.accountId) - owners.indexOf(other.accountId) || -time
}

test('reading a list in parts of any size returns every matching listing in order', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 5, maxLength: 60 }),
      query,
      order,
      fc.integer({ min: 1, max: 4 }),
      (steps, ask, by, limit) => {
        const columns = listingColumns({ maxGone: 3 })
        const rows = new Map<bigint, ColumnRow>()
        const find = (page: ColumnPage) => columns.find({ query: queryOf(ask), page, counted: [], bands }).places
        const first = () => find({ order: by, limit })
        for (const one of steps) {
          if ('put' in one) {
            columns.put(one.put)
            rows.set(one.put.petId, one.put)
          } else if ('remove' in one) {
            columns.remove(one.remove)
            rows.delete(one.remove)
          } else first()
        }
        const wanted = [...rows.values()]
          .filter((one) => isMatch(one, ask))
          .filter(({ accountId }) => by.by !== 'distance' || by.owners.includes(accountId))
          .sort((one, other) => compareBy(by, one, other))
          .map(({ petId }) => petId)
        const found = []
        let page = first()
        while (page.length > 0) {
          found.push(...page)
          const last = page.at(-1)
          if (!last) break
          const at = by.by === 'distance' ? by.owners.indexOf(last.accountId) : 0
          const rest = by.by === 'distance' ? { owners: by.owners.slice(at) } : {}
          page = find({ order: { ...by, ...rest, after: last }, limit })
        }
        assert.deepEqual(
          found.map(({ petId }) => petId),
          wanted,
        )
        assert.deepEqual(
          find({ order: by, offset: 1, limit }).map(({ petId }) => petId),
          wanted.slice(1, 1 + limit),
        )
      },
    ),
    { numRuns: 300 },
  )
})
