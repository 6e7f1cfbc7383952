import { type Kysely, type RawBuilder, sql } from 'kysely'
import { hasManyWriters } from './engine.ts'

/** Whether a text contains another one literally, without wildcards. */
export const contains = <DB>(query: Kysely<DB>, text: RawBuilder<unknown>, part: unknown): RawBuilder<boolean> =>
  sql`${sql.raw(hasManyWriters(query) ? 'strpos' : 'instr')}(${text}, ${part}) > 0`
