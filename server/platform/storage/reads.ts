import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Chooses where a read runs: `here`, on the serving thread, if it scans at most a few thousand rows however large the
 * database is; `beside` it otherwise.
 */
export type Reads = { here: Kysely<Tables>; beside: () => Kysely<Tables> }
