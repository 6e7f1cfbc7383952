import { type Kysely, PostgresAdapter, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

type Walk = {
  /** The columns of an index that ends in the id, in the order of the index, with the values to find. */
  equal: Record<string, string | bigint>
  /** The id of the last row of the previous page. */
  afterId: bigint | undefined
  descending?: boolean
}

/**
 * Lists rows by id by walking an index. For `status = …` ordered by id, PostgreSQL assumes that matching rows are
 * spread evenly, and may walk the primary key past a million rows that do not match. So it gets a range of the right
 * index, in that index's order; SQLite chooses the index without help.
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

type IndexPosition = readonly (readonly [column: string, value: unknown])[]

const compare = (place: IndexPosition, operator = '='): RawBuilder<boolean> =>
  sql`(${sql.join(place.map(([column]) => sql.ref(column)))})
    ${sql.raw(operator)} (${sql.join(place.map(([, value]) => value))})`
