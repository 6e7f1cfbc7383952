import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export const oldVersions = ['1.0.0', '1.1.0'] as const
type OldVersion = (typeof oldVersions)[number]

const stores = new URL('../stores/', import.meta.url).pathname

/** Copies the store of an old release into a folder, with its key. Returns its path. */
export const placeOldStore = (version: OldVersion, folder: string): string => {
  const path = join(folder, 'store.db')
  writeFileSync(path, gunzipSync(readFileSync(join(stores, `store-${version}.db.gz`))))
  if (version === '1.1.0')
    copyFileSync(join(stores, `audit-${version}.key`), join(folder, 'audit.key'))
  return path
}

/** The output of the old release's `export` for its store. */
export const oldExport = (version: OldVersion): string =>
  readFileSync(join(stores, `export-${version}.csv`), 'utf8')
