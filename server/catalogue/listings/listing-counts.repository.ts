import { type Kysely, type RawBuilder, sql } from 'kysely'
import { kindOf } from '../../animals/profiles/listing-terms.ts'
import { facetBits, facets } from '../../animals/profiles/traits.ts'
import { compilable, prepared, preparedRows } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { readTally, type TallyRow, type TraitCount, tallied } from './listing-tally.repository.ts'

type Query = Kysely<Tables>
type Row = Tables['listing_counts']

/** What is counted of a listing. */
type Counted = {
  status: string
  traits: bigint
  published_at: bigint
  terms: readonly string[]
}

/** Whether counts are kept by a term: by each but those that are counted. */
export const isScope = (term: string): boolean => !facetKinds.has(kindOf(term))

const facetKinds = new Set(Object.keys(facets))

/** What is asked of counts: one of some scopes, and of each mask a bit. */
export type CountsQuery = { status: string; scopes: readonly string[]; masks: readonly bigint[] }

/** How many have the same facets; none of a kind is counted twice, as nothing is of two of the scopes. */
export const readCounts = async (query: Query, counted: CountsQuery): Promise<TraitCount[]> =>
  readTally(await tallyRows(query, named(counted)))

/** Rows that are looked at on the serving thread. */
const LOOK = 1_000

/** The same of one scope, where there are few to look at; undefined where there are many. */
export const readFewCounts = async (
  query: Query,
  { status, scopes, masks }: CountsQuery,
  look = LOOK,
): Promise<TraitCount[] | undefined> => {
  const [scope] = scopes
  if (scope === undefined || scopes.length > 1) return undefined
  const found = readTally(await fewRows(query, { status, scope, look }))
  if (found.length >= look) return undefined
  const bits = masks.map(Number)
  return found.filter(({ traits }) => bits.every((mask) => (traits & mask) !== 0))
}

/** When the first and the last of them were published, at the most; undefined where there are none. */
export const readBounds = async (
  query: Query,
  counted: CountsQuery,
): Promise<{ oldest: bigint; newest: bigint } | undefined> => {
  const [row] = await boundRows(query, named(counted))
  const { oldest, newest } = row ?? {}
  return oldest == null || newest == null ? undefined : { oldest, newest }
}

type Values = Record<string, unknown>

const named = ({ status, scopes, masks }: CountsQuery): Values => ({
  ...{ status, scopes },
  ...Object.fromEntries(masks.map((mask, at) => [`mask${at}`, mask])),
})

const tallyRows = prepared((query, values: Values) => {
  const counted = sql`select traits, total ${fromCounts(values)}`
  return compilable<TallyRow>(query, tallied(query, counted, { counted: true }))
})
const fewRows = prepared(
  (query, { status, scope, look }: Record<'status' | 'scope', string> & { look: number }) => {
    const counted = sql`select traits, total from listing_counts
    where scope = ${scope} and status = ${status} limit ${look}`
    return compilable<TallyRow>(query, tallied(query, counted, { counted: true }))
  },
)
const boundRows = prepared((query, values: Values) =>
  compilable<{ oldest: bigint | null; newest: bigint | null }>(
    query,
    sql`select min(oldest) as oldest, max(newest) as newest ${fromCounts(values)}`,
  ),
)

const fromCounts = (values: Values): RawBuilder<unknown> => {
  const masks = Object.keys(values).filter((name) => name.startsWith('mask'))
  const holds = masks.map((name) => sql`and (traits & ${values[name]}) <> 0`)
  return sql`from listing_counts
    where scope in (${sql.join(values.scopes as string[])}) and status = ${values.status}
      ${sql.join(holds, sql` `)}`
}

/** Terms of a kind that available listings have, each with those of some traits that it goes with. */
export const listScopes = async (
  query: Query,
  { kind, mask, limit }: { kind: string; mask: bigint; limit: number },
): Promise<{ scope: string; traits: bigint }[]> =>
  // What follows a colon is a semicolon: between them is all that begins with the kind.
  scopeRows(query, { from: `${kind}:`, to: `${kind};`, mask, limit })

type ScopeValues = { from: string; to: string; mask: bigint; limit: number }

const scopeRows = prepared((query, { from, to, mask, limit }: ScopeValues) =>
  query
    .selectFrom('listing_counts')
    .select(['scope', sql<bigint>`traits & ${mask}`.as('traits')])
    .distinct()
    .where('scope', '>=', from)
    .where('scope', '<', to)
    .where('status', '=', sql.lit('available'))
    .where(sql<bigint>`traits & ${mask}`, '!=', sql.lit(0n))
    .where('total', '>', sql.lit(0n))
    .orderBy('scope')
    .limit(limit),
)

/** Changes of counts, summed up until they are written. */
export const countChanges = () => {
  const rows = new Map<string, Row>()
  return {
    add({ status, traits, published_at: at, terms }: Counted, by: 1n | -1n): void {
      const facets = traits & facetBits
      for (const scope of terms.filter(isScope)) {
        const key = `${scope} ${status} ${facets}`
        const known = rows.get(key)
        const total = (known?.total ?? 0n) + by
        const [oldest, newest] = [known?.oldest ?? at, known?.newest ?? at]
        rows.set(key, {
          ...{ scope, status, traits: facets, total },
          oldest: at < oldest ? at : oldest,
          newest: at > newest ? at : newest,
        })
      }
    },

    /** In one order, so that no two transactions wait for each other. */
    async write(query: Query): Promise<void> {
      const changed = [...rows].sort(([one], [other]) => (one < other ? -1 : 1))
      const changes = changed.flatMap(([, row]) => (row.total === 0n ? [] : [row]))
      await addCounts(query, changes)
      if (changes.some(({ total }) => total < 0n)) await removeNone(query)
    },
  }
}

const columns = ['scope', 'status', 'traits', 'total', 'oldest', 'newest'] as const

const addCounts = preparedRows<Row, unknown>(columns, (query, rows) =>
  query
    .insertInto('listing_counts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['scope', 'status', 'traits']).doUpdateSet({
        total: sql`listing_counts.total + excluded.total`,
        oldest: sql`case when excluded.oldest < listing_counts.oldest
          then excluded.oldest else listing_counts.oldest end`,
        newest: sql`case when excluded.newest > listing_counts.newest
          then excluded.newest else listing_counts.newest end`,
      }),
    ),
)

/** There is an index of these alone. */
const removeNone = (query: Query): Promise<unknown> =>
  sql`delete from listing_counts where total = 0`.execute(query)
