import { type ColumnBuilderCallback, type ColumnDataType, type Kysely, type RawBuilder, sql } from 'kysely'
import { hasManyWriters } from './engine.ts'

type DataType = ColumnDataType | RawBuilder<unknown>

/** An id that is never reused, not even after its row was deleted. */
export const idColumn = (db: Kysely<unknown>): [DataType, ColumnBuilderCallback] =>
  hasManyWriters(db)
    ? ['bigint', (column) => column.primaryKey().generatedByDefaultAsIdentity()]
    : ['integer', (column) => column.primaryKey().autoIncrement()]

/** Text that is compared and sorted by code point whatever the locale of the database, as in SQLite. */
export const codePointText = (db: Kysely<unknown>): DataType => (hasManyWriters(db) ? sql`text collate "C"` : 'text')
