import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../../platform/clock.ts'
import { createLogger } from '../../../platform/log.ts'
import { checkBackupSettings } from '../../backups/backup-checks.ts'
import { backupName, SEALED_KEY_FILE } from '../../backups/backup-manifest.ts'
import { type BackupPlace, showLocation } from '../../backups/backup-place.ts'
import { backupsService } from '../../backups/backups.service.ts'
import { openPlace } from '../../backups/open-place.ts'
import { unseal, WrongPassphrase } from '../../backups/sealed-key.ts'
import type { Config } from '../../config.ts'
import { openDatabase } from '../../open-database.ts'
import { findFolderFault } from './file-access.ts'
import { type Finding, messageOf } from './finding.ts'

const check = 'backups'

/** Checks what automatic backups need, whether they can be written, and whether the last one is in time. */
export const checkBackups = async (config: Config): Promise<Finding[]> => {
  const { backups } = config
  if (!backups) return []
  const findings = (await checkBackupSettings(config)).map(
    ({ isError, ...finding }): Finding => ({ check, state: isError ? 'fail' : 'warn', ...finding }),
  )
  const location = showLocation(backups.location)
  try {
    const place = await openPlace(backups.location)
    const names = await place.list()
    const latest = names.at(-1)
    const found = latest === undefined ? `${location} has none yet` : `${location}@${latest}`
    findings.push(
      (await findPlaceFault(config, place)) ?? { check, state: 'ok', found },
      ...(await checkPassphrase(config, place, latest)),
    )
  } catch (error) {
    findings.push(noPlace(`${location}: ${messageOf(error)}`))
  }
  return [...findings, ...(await checkTimes(config))]
}

const noPlace = (found: string): Finding => ({
  check,
  state: 'fail',
  found,
  advice: 'check BACKUP_URL, its permissions and its credentials: no backup is made',
})

/** Writes something small as a server does, and removes it, which old backups are too. */
const findPlaceFault = async ({ backups }: Config, place: BackupPlace): Promise<Finding | undefined> => {
  const location = backups?.location
  if (location?.kind === 'folder') {
    const fault = findFolderFault(location.folder)
    return fault && noPlace(`${location.folder} cannot be written: ${fault.found}`)
  }
  const own = mkdtempSync(join(tmpdir(), 'adoption-store-doctor-'))
  try {
    const name = backupName(systemClock.nowMs())
    writeFileSync(join(own, 'probe'), 'written by doctor')
    await place.add(name, 'probe', join(own, 'probe'))
    await place.remove(name)
    return undefined
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

/** A restore needs the passphrase that the backup was made with. */
const checkPassphrase = async (
  { backupPassphrase }: Config,
  place: BackupPlace,
  latest: string | undefined,
): Promise<Finding[]> => {
  const sealed = latest === undefined ? undefined : await place.read(latest, SEALED_KEY_FILE)
  if (latest === undefined || sealed === undefined) return []
  const found =
    backupPassphrase === undefined
      ? `the secret key in ${latest} is sealed, and BACKUP_PASSPHRASE is not set`
      : `BACKUP_PASSPHRASE is not the passphrase that ${latest} was made with`
  try {
    if (backupPassphrase !== undefined) {
      await unseal(sealed, backupPassphrase)
      return []
    }
  } catch (error) {
    if (!(error instanceof WrongPassphrase)) throw error
  }
  const advice = 'set the right one; if it was changed on purpose, keep the old one for the old backups, and run backup'
  return [{ check, state: 'warn', found, advice }]
}
const checkTimes = async ({ backups: plan, database: store }: Config): Promise<Finding[]> => {
  const status = await readStatus({ plan, store }).catch(() => undefined)
  if (!status?.isOverdue && !status?.lastFailure) return []
  const { missed, lastFailure } = status
  const late = status.isOverdue ? [`${missed} backups were missed`] : []
  const failed = lastFailure ? [`the last attempt failed: ${lastFailure.message}`] : []
  const advice = 'correct the cause; a server then makes one automatically, or run backup'
  return [{ check, state: 'warn', found: [...late, ...failed].join('; '), advice }]
}

const readStatus = async ({ plan, store }: { plan: Config['backups']; store: Config['database'] }) => {
  const database = await openDatabase(store, { isReadOnly: true })
  try {
    const log = createLogger('silent')
    const makeBackup = () => Promise.reject(new Error('doctor makes no backup'))
    return await backupsService({
      database,
      log,
      plan,
      makeBackup,
      clock: systemClock,
    }).status()
  } finally {
    await database.close()
  }
}
