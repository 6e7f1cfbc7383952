import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runJob } from '../../platform/child-job.ts'
import { makeFolderSync } from '../../platform/make-folder.ts'
import type { BackupLocation } from '../config/backup.settings.ts'
import type { Config } from '../config.ts'
import type { BackupJob, BackupMade } from './backup-job.ts'
import { partFolder } from './folder-place.ts'

const program = new URL('./backup.process.ts', import.meta.url)

/** Makes a backup in a child process. Throws `JobFailed`. */
export const runBackup = async (
  config: Config,
  started: Omit<BackupJob, 'workFolder' | 'config' | 'proxies'>,
  stopping: AbortSignal,
): Promise<BackupMade> => {
  const { database, media, audit, backupPassphrase, toolEnvironment, proxies } = config
  const workFolder = workFolderOf(started.plan.location, { ...started, media })
  const job: BackupJob = {
    ...started,
    config: { database, media, audit, backupPassphrase, toolEnvironment },
    proxies: { ...proxies, http: proxies.http?.href, https: proxies.https?.href },
    workFolder,
  }
  try {
    makeFolderSync(dirname(workFolder), 0o700)
    // The process is ours, and returns what `makeBackup` returns.
    return (await runJob(program, job, stopping)) as BackupMade
  } finally {
    rmSync(workFolder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** On the disk of the backup, so that a rename completes it; or where uploads are received. */
const workFolderOf = (location: BackupLocation, { name, media }: { name: string; media: Config['media'] }): string =>
  location.kind === 'folder'
    ? partFolder(location.folder, name)
    : join(dirname(media.uploadFolder), `adoption-store-backup-${name}`)
