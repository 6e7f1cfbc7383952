import { systemClock } from '../../platform/clock.ts'
import { guardedDatabase } from '../../platform/storage/guarded-database.ts'
import { storeWatch } from '../schema/store-watch.ts'
import type { Parts, Routine } from './parts.ts'

/** How long a server may go on after another program has changed the store, or a failover. */
const WATCH_MS = 1_000

/** The database as the server has it: it rejects writes while they cannot succeed, or must not. */
export const wireStore = async ({ database: opened }: Pick<Parts, 'database'>) => {
  const store = storeWatch({ database: opened, steadyMs: systemClock.steadyMs })
  await store.refresh()
  const database = guardedDatabase(opened, store.rejection)
  const routines: Routine[] = [{ everyMs: WATCH_MS, run: store.refresh, isAllowedReadOnly: true }]
  return { database, store, routines }
}
