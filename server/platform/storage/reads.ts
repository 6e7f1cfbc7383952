import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Where a read is run: `here`, on the serving thread, as long as it looks at some thousand rows at most, whatever is
 * stored; anything else `beside` it.
 */
export type Reads = { here: Kysely<Tables>; beside: () => Kysely<Tables> }
