import type { Migrations } from './migration.ts'
import { DatabaseMissing, DatabaseTooOld, rejectNewer, type Schema } from './schema.ts'

/** The schema of one database, for either engine. */
export type SchemaAccess = {
  /** The path of the file, or the setting that has the address. */
  place: string
  /** Reads the schema without changing anything. */
  read(): Promise<Schema>
  /** Runs the missing migrations; processes that start at the same time take turns. */
  migrate(how: Migrating): Promise<void>
  /** Describes the connected programs that may be of an older version; undefined if there are none. */
  findOlderPrograms(): Promise<string | undefined>
}

export type Migrating = {
  /** Whether the caller is the server itself: an embedded database has at most one. */
  isServer: boolean
  /** Whether to migrate even if programs of an older version use the database. */
  isForced: boolean
}

/** Whether the program creates or upgrades tables that are missing or of an older version. */
export type Preparation =
  /** Rejects both. */
  | 'read'
  /** Creates the tables, but rejects those of an older version. */
  | 'write'
  /** Creates or upgrades the tables. */
  | 'upgrade'

/** Makes sure that a database has the tables that the program needs, and throws an explanation otherwise. */
export const prepare = async (
  database: SchemaAccess,
  migrations: Migrations,
  { by, ...how }: { by: Preparation } & Migrating,
): Promise<void> => {
  const schema = await database.read()
  rejectNewer(schema)
  if (by === 'upgrade') {
    if (schema.missing.length > 0 || schema.unnoted.length > 0) await database.migrate(how)
    return
  }
  if (schema.missing.length === 0) return
  if (!schema.isEmpty) throw new DatabaseTooOld(schema, migrations)
  if (by === 'read') throw new DatabaseMissing(database.place)
  await database.migrate(how)
}
