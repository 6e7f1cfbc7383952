import type { Kysely, SelectQueryBuilder } from 'kysely'
import { hasManyWriters } from './engine.ts'
import type { Tables } from './tables.ts'

/**
 * A query that selects due rows as `due`, so that they can be claimed. With several writers, rows that another one is
 * claiming are skipped, not waited for. It is a CTE, because PostgreSQL may run a subquery again for each row, and would
 * then skip rows that it has already locked.
 */
export const withDue = <Row extends Record<string, unknown>>(
  query: Kysely<Tables>,
  select: SelectQueryBuilder<Tables, keyof Tables, Row>,
) =>
  query.with(
    (cte) => cte('due').materialized(),
    () => (hasManyWriters(query) ? select.forUpdate().skipLocked() : select),
  )
