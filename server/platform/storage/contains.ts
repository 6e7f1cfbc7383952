import { type Kysely, type RawBuilder, sql } from 'kysely'
import { hasManyWriters } from './engine.ts'

/** Whether a text has another one in it, as it stands: no sign of it means anything. */
export const contains = <DB>(
  query: Kysely<DB>,
  text: RawBuilder<unknown>,
  part: unknown,
): RawBuilder<boolean> =>
  sql`${sql.raw(hasManyWriters(query) ? 'strpos' : 'instr')}(${text}, ${part}) > 0`
