import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { DAY_MS } from '../../server/platform/durations.ts'

export const oldVersions = ['1.0.0', '1.1.0'] as const
type OldVersion = (typeof oldVersions)[number]

const stores = new URL('../stores/', import.meta.url).pathname

/**
 * Copies the store of an old release into a folder, with its key. Its placed orders have three days left, because they
 * would have expired long ago. Returns its path.
 */
export const placeOldStore = (version: OldVersion, folder: string): string => {
  const path = join(folder, 'store.db')
  writeFileSync(path, gunzipSync(readFileSync(join(stores, `store-${version}.db.gz`))))
  using database = new DatabaseSync(path)
  database.prepare('update orders set expires_at = ? where expires_at is not null').run(Date.now() + 3 * DAY_MS)
  if (version === '1.1.0') {
    copyFileSync(join(stores, `audit-${version}.key`), join(folder, 'audit.key'))
    // As the old release wrote it: git does not keep modes.
    chmodSync(join(folder, 'audit.key'), 0o600)
  }
  return path
}

/** The output of the old release's `export` for its store. */
export const oldExport = (version: OldVersion): string => readFileSync(join(stores, `export-${version}.csv`), 'utf8')
