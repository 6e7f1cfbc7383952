import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { facetBits, splitTraits } from '../../animals/profiles/traits.ts'
import { type ColumnQuery, type ColumnRow, listingColumns } from './listing-columns.ts'

const ids = [1n, 2n, 3n, 4n, 5n, 6n, 2n ** 53n + 1n, 2n ** 63n - 1n]
const terms = ['breed:a', 'tag:b', 'tag:c', 'color:d']
const traits = fc.bigInt({ min: 0n, max: (1n << 38n) - 1n })
const accountId = fc.constantFrom(1n, 2n, 2n ** 63n - 1n)
const status = fc.constantFrom('available', 'pending', 'suspended')
const someOf = <Value>(values: Value[], maxLength = values.length) =>
  fc.uniqueArray(fc.constantFrom(...values), { maxLength })

const row = fc.record({
  ...{ petId: fc.constantFrom(...ids), accountId, status, traits },
  ...{ publishedAt: fc.integer({ min: -5, max: 5 }), terms: someOf(terms) },
  born: fc.constantFrom(null, 1, 2),
  name: fc.constantFrom('', 'a', 'b', 'ab', '\u{1f431}', '\uffee'),
})
const query = fc.record({
  status,
  masks: fc.array(traits, { maxLength: 3 }),
  without: fc.oneof(fc.constant(0n), traits),
  after: fc.constantFrom(-Infinity, -1, 0, 3),
  until: fc.constantFrom(Infinity, 0, 4),
  owners: fc.array(fc.array(accountId), { maxLength: 2 }),
  groups: fc.array(someOf([...terms, 'tag:of nobody']), { maxLength: 3 }),
})
const maxTerms = fc.constantFrom(1, 2, 100)
const step = fc.oneof(
  fc.record({ put: row }),
  fc.record({ remove: fc.constantFrom(...ids) }),
  fc.record({ ask: query }),
)

type Asked = Omit<ColumnQuery, 'masks' | 'without'> & { masks: bigint[]; without: bigint }

/** By looking at each. */
const isAsked = (row: ColumnRow, { masks, without, after, until, ...asked }: Asked): boolean =>
  row.status === asked.status &&
  masks.every((mask) => (row.traits & mask) !== 0n) &&
  (row.traits & without) === 0n &&
  row.publishedAt > after &&
  row.publishedAt <= until &&
  asked.owners.every((some) => some.includes(row.accountId)) &&
  asked.groups.every((some) => some.some((term) => row.terms.includes(term)))

const countByBit = (rows: readonly ColumnRow[]): Record<number, number> => {
  const counts: Record<number, number> = {}
  for (const { traits } of rows) {
    for (let bit = 1n; bit < facetBits; bit <<= 1n) {
      if ((traits & bit) !== 0n) counts[Number(bit)] = (counts[Number(bit)] ?? 0) + 1
    }
  }
  return counts
}

test('columns count what each listing is as of its last change, whatever is asked, or say that a term is one too many', () => {
  let refused = 0
  fc.assert(
    fc.property(maxTerms, fc.array(step, { minLength: 5, maxLength: 60 }), (maxTerms, steps) => {
      const columns = listingColumns({ maxGone: 3, maxTerms })
      const rows = new Map<bigint, ColumnRow>()
      for (const { put, remove, ask } of steps as {
        put?: ColumnRow
        remove?: bigint
        ask?: Asked
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
        const [masks, without] = [ask.masks.map(splitTraits), splitTraits(ask.without)]
        const found = columns.tally({ ...ask, masks, without })
        if (!found) {
          refused += 1
          assert.ok(maxTerms < terms.length && ask.groups.flat().length > 0)
          continue
        }
        assert.deepEqual(
          Object.fromEntries(found.map(({ traits, total }) => [traits, total])),
          countByBit([...rows.values()].filter((one) => isAsked(one, ask))),
        )
      }
    }),
    { numRuns: 300 },
  )
  assert.ok(refused > 0)
})

const order = fc.oneof(
  fc.record({ by: fc.constant('time' as const), isDescending: fc.boolean() }),
  fc.record({ by: fc.constant('name' as const) }),
  fc.record({
    by: fc.constant('distance' as const),
    owners: fc.uniqueArray(fc.constantFrom(1n, 2n, 2n ** 63n - 1n)),
  }),
)

/** Whether the first comes first, by looking at both. */
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

test('a list read in parts of any length has every listing that is as is asked, in its order', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 5, maxLength: 60 }),
      query,
      order,
      fc.integer({ min: 1, max: 4 }),
      (steps, ask, by, limit) => {
        const columns = listingColumns({ maxGone: 3 })
        const rows = new Map<bigint, ColumnRow>()
        const asked = {
          ...ask,
          masks: ask.masks.map(splitTraits),
          without: splitTraits(ask.without),
        }
        const first = () => columns.find(asked, { order: by, limit })
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
          .filter((one) => isAsked(one, ask))
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
          page = columns.find(asked, { order: { ...by, ...rest, after: last }, limit })
        }
        assert.deepEqual(
          found.map(({ petId }) => petId),
          wanted,
        )
        assert.deepEqual(
          columns.find(asked, { order: by, offset: 1, limit }).map(({ petId }) => petId),
          wanted.slice(1, 1 + limit),
        )
      },
    ),
    { numRuns: 300 },
  )
})
