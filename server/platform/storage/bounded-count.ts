import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { prepared } from './prepared.ts'
import type { Tables } from './tables.ts'

/** Lists are counted exactly up to this length; counting longer ones on every request would cost too much. */
export const MAX_COUNTED = 10_000

/** Counts the rows of a query, up to `MAX_COUNTED` + 1. The query is prepared: see `prepared.ts`. */
export const boundedCount = <Given extends object, TB extends keyof Tables, O>(
  rowsOf: (query: Kysely<Tables>, values: Given) => SelectQueryBuilder<Tables, TB, O>,
) => {
  const total = prepared((query, values: Given) => {
    const some = rowsOf(query, values)
      .clearSelect()
      .select(sql<bigint>`1`.as('one'))
      .limit(MAX_COUNTED + 1)
    return query.selectFrom(some.as('counted')).select(({ fn }) => fn.countAll<bigint>().as('total'))
  })
  return async (query: Kysely<Tables>, values: Given): Promise<number> => {
    const [row] = await total(query, values)
    return Number(row?.total)
  }
}
