import { type Dialect, Kysely } from 'kysely'
import { type DatabaseWatch, SLOW_READ_MS } from './database.ts'
import type { Tables } from './tables.ts'

/**
 * Chooses where a read runs: `here`, on the serving thread, if it scans at most a few thousand rows however large the
 * database is; `beside` it otherwise.
 */
export type Reads = { here: Kysely<Tables>; beside: () => Kysely<Tables> }

/** Runs queries through a dialect and reports them to `watch`. */
export const queryThrough = (
  dialect: Dialect,
  watch: Pick<DatabaseWatch, 'reads' | 'onRead' | 'onSlowRead'> | undefined,
): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect,
    ...(watch && {
      log({ query, queryDurationMillis }) {
        watch.reads.observe(queryDurationMillis / 1_000)
        watch.onRead?.(query.sql, queryDurationMillis)
        if (queryDurationMillis >= SLOW_READ_MS) watch.onSlowRead(query.sql)
      },
    }),
  })
