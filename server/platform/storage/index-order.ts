import { type Kysely, PostgresAdapter, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

type Walk = {
  /** The columns of an index that ends in the id, in its order, with the values that the rows have in them. */
  equal: Record<string, string | bigint>
  /** The id of the last row already seen. */
  afterId: bigint | undefined
  descending?: boolean
}

/**
 * Rows by id, found by walking an index. Of `status = …` in the order of ids, PostgreSQL thinks that such rows lie
 * evenly among all others, and may walk the primary key past a million that are none of them. So it is asked for a
 * range of the index that is meant, in the order of that index; SQLite walks it when it is asked in plain words.
 */
export const inIndexOrder = <DB, TB extends keyof DB, O>(
  query: Kysely<DB>,
  select: SelectQueryBuilder<DB, TB, O>,
  { equal, afterId, descending = false }: Walk,
): SelectQueryBuilder<DB, TB, O> => {
  const isPostgres = query.getExecutor().adapter instanceof PostgresAdapter
  const prefix = isPostgres ? Object.entries(equal) : []
  const order = [...prefix.map(([column]) => column), 'id']
  const beyond = [...prefix, ...(afterId === undefined ? [] : [['id', afterId] as const])]
  const [after, from, upTo] = descending ? ['<', '<=', '>='] : ['>', '>=', '<=']

  let walk = select
  if (!isPostgres) {
    for (const [column, value] of Object.entries(equal)) {
      walk = walk.where(sql<boolean>`${sql.ref(column)} = ${value}`)
    }
  }
  if (beyond.length > 0) walk = walk.where(compare(beyond, afterId === undefined ? from : after))
  if (prefix.length > 0) walk = walk.where(compare(prefix, upTo))
  for (const column of order) walk = walk.orderBy(sql.ref(column), descending ? 'desc' : 'asc')
  return walk
}

type Place = readonly (readonly [column: string, value: unknown])[]

const compare = (place: Place, operator = '='): RawBuilder<boolean> =>
  sql`(${sql.join(place.map(([column]) => sql.ref(column)))})
    ${sql.raw(operator)} (${sql.join(place.map(([, value]) => value))})`
