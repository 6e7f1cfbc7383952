import { type Kysely, type RawBuilder, sql } from 'kysely'
import { facets, traitsOf } from '../../animals/profiles/traits.ts'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import { compilable, prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'

type Query = Kysely<Tables>
type Sql = RawBuilder<unknown>

/** Before `beforeMs`; of all accounts if none is given. */
type ReportRange = { accountId: bigint | undefined; fromMs: bigint; beforeMs: bigint }

/** Adoptions of one month and species, of all of either (that one is undefined), or of all. */
export type AdoptionRow = {
  month: string | null
  species: string | null
  /** Whether the row is for one month, and for one species. */
  by_month: bigint
  by_species: bigint
  adoptions: bigint
  known: bigint
  /** The days of all known stays, and of the one or two in their middle. */
  days: bigint | null
  low: bigint | null
  high: bigint | null
}

export type ReturnRow = { month: string; species: string | null; returns: bigint }

export const listAdoptions = async (query: Query, range: ReportRange): Promise<AdoptionRow[]> =>
  adoptionRows(query, range)

export const listReturns = async (query: Query, range: ReportRange): Promise<ReturnRow[]> => returnRows(query, range)

const DAY = sql.lit(86_400_000)

const adoptionRows = prepared((query, range: ReportRange) => {
  const at = sql`adoptions.adopted_at`
  const stay = sql`case when adoptions.came_on > ${at} / ${DAY} then 0
    else ${at} / ${DAY} - adoptions.came_on end`
  const groups = [[], ['month'], ['species'], ['month', 'species']]
  return compilable<AdoptionRow>(
    query,
    sql`with stays as (
      select ${monthOf(query, at)} as month, ${ofSpecies} as species, ${stay} as days
      from ${adoptions} where ${within(at, range)}
    ) ${sql.join(groups.map(grouped), sql` union all `)}`,
  )
})

/** Counts, and the values for a mean and a median. */
const grouped = (columns: readonly string[]): Sql => {
  const partition = columns.length === 0 ? sql`` : sql`partition by ${sql.join(columns.map((one) => sql.ref(one)))}`
  const by = columns.length === 0 ? sql`` : sql`group by ${sql.join(columns.map((one) => sql.ref(one)))}`
  const shown = (name: string) => (columns.includes(name) ? sql.ref(name) : sql`cast(null as text) as ${sql.ref(name)}`)
  const isBy = (name: string) => sql.lit(columns.includes(name) ? 1 : 0)
  const middle = (step: number) => sql`max(case when place = (known_days + ${sql.lit(step)}) / 2 then days end)`
  return sql`
    select ${shown('month')}, ${shown('species')},
      ${isBy('month')} as by_month, ${isBy('species')} as by_species,
      count(*) as adoptions, count(days) as known, cast(sum(days) as bigint) as days,
      ${middle(1)} as low, ${middle(2)} as high
    from (
      select month, species, days, count(days) over (${partition}) as known_days,
        row_number() over (${partition} order by days is null, days) as place
      from stays
    ) as placed ${by}`
}

const returnRows = prepared((query, range: ReportRange) => {
  const at = sql`adoptions.returned_at`
  return compilable<ReturnRow>(
    query,
    sql`select month, species, count(*) as returns from (
      select ${monthOf(query, at)} as month, ${ofSpecies} as species
      from ${adoptions} where ${within(at, range)}
    ) as returned group by month, species`,
  )
})

const adoptions = sql`adoptions left join pets
  on pets.id = adoptions.pet_id and pets.account_id = adoptions.account_id`

/**
 * The current species of the animal; if it was removed or has no profile any more, the species
 * known then.
 */
const ofSpecies = sql`coalesce(case ${sql.join(
  facets.species.map(
    (term) =>
      sql`when (pets.traits & ${sql.lit(traitsOf([term]))}) <> 0 then ${sql.lit(term.slice('species:'.length))}`,
  ),
  sql` `,
)} end, adoptions.species)`

const within = (at: Sql, { accountId, fromMs, beforeMs }: ReportRange): Sql =>
  sql`${at} >= ${fromMs} and ${at} < ${beforeMs}
    ${accountId === undefined ? sql`` : sql`and adoptions.account_id = ${accountId}`}`

const monthOf = (query: Query, at: Sql): Sql =>
  hasManyWriters(query)
    ? sql`to_char(to_timestamp(${at} / 1000) at time zone 'UTC', 'YYYY-MM')`
    : sql`strftime('%Y-%m', ${at} / 1000, 'unixepoch')`
