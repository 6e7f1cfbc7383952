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
}

export type Migrating = {
  /** Whether the server itself upgrades: an embedded database has one at most. */
  isServer: boolean
  /** Whether programs of an older version may use the database meanwhile. */
  isForced: boolean
}

/** A database is used by programs of an older version, which could not work with it any more. */
export class OlderProgramsConnected extends Error {
  override name = 'OlderProgramsConnected'
}

export const olderPrograms = (
  programs: string,
  breaking: readonly string[],
): OlderProgramsConnected => {
  const steps = breaking.length === 1 ? `step ${breaking[0]}` : `${breaking.length} steps`
  return new OlderProgramsConnected(
    `${programs}, and cannot work with the database after the upgrade (${steps} of it not additive): ` +
      'stop it first, or add --yes (MIGRATE=yes); nothing was changed',
  )
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
