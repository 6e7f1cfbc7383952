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
