import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** Lists are counted exactly up to here: to know how long a longer one is would cost too much at each look. */
export const MAX_COUNTED = 10_000

/** How many rows a query has, up to one more than `MAX_COUNTED`. */
export const boundedCount = async <TB extends keyof Tables, O>(
  query: Kysely<Tables>,
  rows: SelectQueryBuilder<Tables, TB, O>,
): Promise<number> => {
  const some = rows
    .clearSelect()
    .select(sql<bigint>`1`.as('one'))
    .limit(MAX_COUNTED + 1)
  const { total } = await query
    .selectFrom(some.as('counted'))
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}
