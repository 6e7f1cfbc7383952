import { sql } from 'kysely'
import { confirmRestore as restoreConfirmed } from '../../server/program/restore-confirmation.ts'
import { unconfirmedRestoreSql } from '../../server/requests/maintenance/restores.repository.ts'
import type { TestApp } from './app.ts'
import { tester } from './author.ts'
import { openForChanges } from './notified.ts'

/** Puts the store on hold, as `restore` does in another process. */
export const holdRestored = async (app: TestApp): Promise<void> => {
  const database = await app.openDatabase()
  await database.write(async ({ query }) => {
    for (const text of unconfirmedRestoreSql(app.clock.nowMs())) await sql.raw(text).execute(query)
  })
  await database.close()
  await app.service.runRoutine('maintenance.refresh')
}

/** Confirms the restore, as `restore --confirm` does in another process. The server notices it by itself. */
export const confirmRestore = async (app: TestApp): Promise<boolean> => {
  const database = await openForChanges(app.databaseUrl, { clock: app.clock })
  try {
    return await restoreConfirmed({ database, clock: app.clock })(tester)
  } finally {
    await database.close()
  }
}
