import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import type { BackupMade } from './backup-job.ts'

/** The SQL of automatic backups. Each function takes the connection or transaction it runs on. */
type Query = Kysely<Tables>

export type BackupState = Selectable<Tables['backup_state']>

const ID = 1n

export const findBackupState = (query: Query): Promise<BackupState | undefined> =>
  query.selectFrom('backup_state').selectAll().executeTakeFirst()

/** Begins with a location: whatever is known of another one does not apply to it. */
export const startBackups = async (query: Query, location: string, nowMs: number): Promise<void> => {
  await query.deleteFrom('backup_state').execute()
  const values = { id: ID, location, since: instant(nowMs), leased_until: 0n }
  await query.insertInto('backup_state').values(values).execute()
}

export const beginBackup = async (
  query: Query,
  { name, leasedUntilMs }: { name: string; leasedUntilMs: number },
): Promise<void> => {
  await query
    .updateTable('backup_state')
    .set({ running_name: name, leased_until: instant(leasedUntilMs) })
    .execute()
}

/** Returns false if another process makes a backup now. */
export const extendLease = async (
  query: Query,
  { name, leasedUntilMs }: { name: string; leasedUntilMs: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await query
    .updateTable('backup_state')
    .set({ leased_until: instant(leasedUntilMs) })
    .where('running_name', '=', name)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Finished = { startedAtMs: number; finishedAtMs: number }

export const recordBackup = async (query: Query, made: BackupMade, finished: Finished): Promise<void> => {
  await query
    .updateTable('backup_state')
    .set({ running_name: null, leased_until: 0n, ...lastBackup(made, finished) })
    .where('running_name', '=', made.name)
    .execute()
}

/** Records one that the command has made. If a server is making another one, it continues. */
export const recordCommandBackup = async (
  query: Query,
  made: BackupMade,
  { location, ...finished }: Finished & { location: string },
): Promise<void> => {
  const state = await findBackupState(query)
  if (state?.location !== location) await startBackups(query, location, finished.startedAtMs)
  await query.updateTable('backup_state').set(lastBackup(made, finished)).execute()
}

const lastBackup = (made: BackupMade, { startedAtMs, finishedAtMs }: Finished) => ({
  last_name: made.name,
  last_secret_key: made.secretKey,
  last_started_at: instant(startedAtMs),
  last_finished_at: instant(finishedAtMs),
  last_bytes: BigInt(made.bytes),
  last_photos: BigInt(made.photos.files),
  failed_at: null,
  failure: null,
})

/** The name stays, because incomplete files of it may be left. */
export const recordFailure = async (
  query: Query,
  { name, failure, nowMs }: { name: string; failure: string; nowMs: number },
): Promise<void> => {
  await query
    .updateTable('backup_state')
    .set({ leased_until: 0n, failed_at: instant(nowMs), failure })
    .where('running_name', '=', name)
    .execute()
}
