import { parsePostgresAddress, showPostgresAddress } from '../../platform/storage/postgres-address.ts'
import type { Config } from '../config.ts'
import type { DatabaseConfig } from './database.settings.ts'

/** The address without the user and the password. */
export const shownDatabase = (store: DatabaseConfig): string => {
  if (store.kind === 'sqlite') return store.path
  return showPostgresAddress(parsePostgresAddress(store.url))
}

export const shownMedia = (media: Config['media']): string =>
  media.kind === 'folder' ? media.folder : `s3://${media.s3.bucket}/${media.s3.prefix}`
