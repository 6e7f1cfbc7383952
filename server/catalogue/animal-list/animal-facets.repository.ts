import { type Kysely, type RawBuilder, sql } from 'kysely'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import { compilable, prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import type { AnimalFilter } from './animal-query.ts'
import { holds, most, named, type Values } from './animals.repository.ts'

/** Values that people enter freely, as profiles have them: breeds and tags. */
type Query = Kysely<Tables>
type Sql = RawBuilder<unknown>

export type FacetRow = { value: string; total: bigint }

/** More rows than are shown, because some differ only in case. */
const MAX_ROWS = sql.lit(300)

export const breedRows = async (query: Query, filter: AnimalFilter): Promise<FacetRow[]> =>
  preparedBreeds(query, named(filter))

export const tagRows = async (query: Query, filter: AnimalFilter): Promise<FacetRow[]> =>
  preparedTags(query, named(filter))

const preparedBreeds = prepared((query, values: Values) => {
  const breed = (name: 'primary' | 'secondary') =>
    hasManyWriters(query)
      ? sql`facts::json -> 'breeds' ->> ${sql.lit(name)}`
      : sql`json_extract(facts, ${sql.lit(`$.breeds.${name}`)})`
  const from = profilesOf(query, values)
  return counted(
    query,
    sql`select ${breed('primary')} as value from ${from}
      union all select ${breed('secondary')} as value from ${from}`,
  )
})

const preparedTags = prepared((query, values: Values) => {
  const tags = hasManyWriters(query)
    ? sql`lateral json_array_elements_text(case json_typeof(facts::json -> 'tags')
        when 'array' then facts::json -> 'tags' else '[]' end) as tag(value)`
    : sql`json_each(facts, '$.tags') as tag`
  return counted(query, sql`select tag.value as value from ${profilesOf(query, values)}, ${tags}`)
})

const profilesOf = (query: Query, values: Values): Sql =>
  sql`(select facts from profiles where pet_id in (
    select id from pets where ${holds(query, values)} limit ${most})) as described`

const counted = (query: Query, found: Sql) =>
  compilable<FacetRow>(
    query,
    sql`select value, count(*) as total from (${found}) as found where value is not null
      group by value order by total desc, value limit ${MAX_ROWS}`,
  )
