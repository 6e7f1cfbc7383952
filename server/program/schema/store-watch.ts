import { memoizeFor } from '../../platform/memoize-for.ts'
import { type Database, DatabaseUnavailable, type WriteFault } from '../../platform/storage/database.ts'
import { readSchema, rejectChanged } from '../../platform/storage/schema.ts'
import { migrations } from './migrations.ts'

/** The database is not queried more often when more load balancers send requests. */
const KEPT_MS = 250
/** A request may fail this long after the schema was repaired, because it began before. */
const REPAIRED_MS = 10_000

type Deps = {
  database: Pick<Database, 'read' | 'isAlive' | 'writeFault'>
  steadyMs: () => number
}

export const writeFaultTexts = {
  read_only: 'the database is a standby, or read-only by its settings',
  failing: 'the disk of the database is full or fails, or it accepts no connections to write',
  full: 'the disk of the database was full at the start',
  unconfirmed: 'commits wait for a synchronous standby that does not confirm them',
  replaced: 'the file of the database was moved, or replaced by another one',
} as const satisfies Record<WriteFault, string>

export type StoreWatch = ReturnType<typeof storeWatch>

/** Detects what another program or a failover has done to the store while the server runs. */
export const storeWatch = ({ database, steadyMs }: Deps) => {
  let isAlive = true
  let schemaFault: Error | undefined
  let writeFault: WriteFault | undefined
  let lastSchemaFault: { error: Error; atMs: number } | undefined

  const checkSchema = async (): Promise<void> => {
    try {
      rejectChanged(await readSchema(database.read as never, migrations), migrations)
      schemaFault = undefined
    } catch (error) {
      // The schema of an unavailable database is unknown.
      if (error instanceof DatabaseUnavailable) return
      schemaFault = error as Error
      lastSchemaFault = { error: schemaFault, atMs: steadyMs() }
    }
  }
  const checkWrites = async (): Promise<void> => {
    writeFault = await database.writeFault()
  }
  const check = memoizeFor(KEPT_MS, () => Promise.all([checkSchema(), checkWrites()]), steadyMs)

  return {
    /** Checks everything, and returns whether the database can be read. */
    async refresh(): Promise<boolean> {
      const [isAliveNow] = await Promise.all([database.isAlive(), check()])
      isAlive = isAliveNow
      return isAlive
    },
    /** Checks again why this version cannot work with the schema, after a request has failed. */
    async findSchemaFault(): Promise<Error | undefined> {
      await checkSchema()
      const last = lastSchemaFault
      return last && steadyMs() - last.atMs < REPAIRED_MS ? last.error : undefined
    },
    schemaFault: () => schemaFault,
    /** An unavailable database is reported separately. */
    writeFault: () => (isAlive ? writeFault : undefined),
    /**
     * Why writes are rejected. Disk errors are not included, because each write finds out whether the disk still fails.
     */
    rejection(): Error | undefined {
      if (schemaFault) return schemaFault
      return writeFault === undefined || writeFault === 'failing' ? undefined : new Error(writeFaultTexts[writeFault])
    },
  }
}
