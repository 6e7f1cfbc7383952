import type { ProxyConfig } from '../../platform/http/proxies.ts'
import type { BackupPlan } from '../config/backup.settings.ts'
import type { Config } from '../config.ts'
import type { BackedUpKey } from './backup-manifest.ts'

/** The settings that a backup process needs, as plain data, because they are sent to it. */
export type BackupJob = {
  name: string
  startedAtMs: number
  plan: BackupPlan
  config: Pick<Config, 'database' | 'media' | 'audit' | 'backupPassphrase' | 'toolEnvironment'>
  /** Like `ProxyConfig`, with URLs as strings: a `URL` object cannot be sent to another process. */
  proxies: Omit<ProxyConfig, 'http' | 'https'> & Record<'http' | 'https', string | undefined>
  /** Whether a server works meanwhile, which must not wait for the disk. */
  isGentle: boolean
  /** A backup that was begun and that nobody completes any more. */
  abandoned: string | undefined
  /** A folder for its files until they are complete. The parent process removes it. */
  workFolder: string
}

export type BackupMade = {
  name: string
  bytes: number
  /** The number of photos, and how many of them were copied. */
  photos: { files: number; copied: number; missing: number }
  secretKey: BackedUpKey
  /** The names of older backups that were removed. */
  removed: readonly string[]
  rows: Record<string, number>
  version: string
}
