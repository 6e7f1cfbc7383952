import { systemClock } from '../../../platform/clock.ts'
import { createLogger } from '../../../platform/log.ts'
import { checkBackupSettings } from '../../backups/backup-checks.ts'
import { showLocation } from '../../backups/backup-place.ts'
import { backupsService } from '../../backups/backups.service.ts'
import { openPlace } from '../../backups/open-place.ts'
import type { Config } from '../../config.ts'
import { openDatabase } from '../../open-database.ts'
import { type Finding, messageOf } from './finding.ts'

const check = 'backups'

/** Checks what automatic backups need, and whether the last one is in time. */
export const checkBackups = async (config: Config): Promise<Finding[]> => {
  const { backups } = config
  if (!backups) return []
  const findings = (await checkBackupSettings(config)).map(
    ({ isError, ...finding }): Finding => ({ check, state: isError ? 'fail' : 'warn', ...finding }),
  )
  const location = showLocation(backups.location)
  try {
    const names = await (await openPlace(backups.location)).list()
    const latest = names.at(-1)
    const found = latest === undefined ? `${location} has none yet` : `${location}@${latest}`
    findings.push({ check, state: 'ok', found })
  } catch (error) {
    const advice = 'check BACKUP_URL and its credentials: no backup is made'
    findings.push({ check, state: 'warn', found: `${location}: ${messageOf(error)}`, advice })
  }
  return [...findings, ...(await checkTimes(config))]
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

const readStatus = async ({
  plan,
  store,
}: {
  plan: Config['backups']
  store: Config['database']
}) => {
  const database = await openDatabase(store, { isReadOnly: true })
  try {
    const log = createLogger('silent')
    const makeBackup = () => Promise.reject(new Error('doctor makes no backup'))
    return await backupsService({
      ...{ database, log, plan, makeBackup },
      clock: systemClock,
    }).status()
  } finally {
    await database.close()
  }
}
