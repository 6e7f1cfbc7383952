import type { Migrations } from './migration.ts'
import { DatabaseMissing, DatabaseTooOld, refuseNewer, type Schema } from './schema.ts'

/** The schema of one database, whichever engine it is of. */
export type SchemaAccess = {
  /** The file, or the setting that has the address. */
  place: string
  /** Changes nothing. */
  read(): Promise<Schema>
  /** Runs the missing migrations; processes that start at once take turns. */
  migrate(how: Migrating): Promise<void>
  /** Says which programs use it that may be of an older version; undefined where there are none. */
  findOlderPrograms(): Promise<string | undefined>
}

export type Migrating = {
  /** Whether the server itself upgrades: an embedded database has one at most. */
  isServer: boolean
  /** Whether programs of an older version may use the database meanwhile. */
  isForced: boolean
}

/** What a program does with a database that has no tables yet, or those of an older version. */
export type Preparation =
  /** Refuses both. */
  | 'read'
  /** Creates the tables, and refuses those of an older version. */
  | 'write'
  /** Brings it up to date. */
  | 'upgrade'

/** Makes sure that a database has the tables that the program works with. Throws what it says where it has not. */
export const prepare = async (
  database: SchemaAccess,
  migrations: Migrations,
  { by, ...how }: { by: Preparation } & Migrating,
): Promise<void> => {
  const schema = await database.read()
  refuseNewer(schema)
  if (by === 'upgrade') {
    if (schema.missing.length > 0 || schema.unnoted.length > 0) await database.migrate(how)
    return
  }
  if (schema.missing.length === 0) return
  if (!schema.isEmpty) throw new DatabaseTooOld(schema, migrations)
  if (by === 'read') throw new DatabaseMissing(database.place)
  await database.migrate(how)
}
