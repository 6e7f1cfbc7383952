import { chmodSync, copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Client } from 'pg'
import { DAY_MS } from '../../server/platform/durations.ts'
import type { Engine } from './engines.ts'
import { sharedPostgres } from './postgres.ts'
import { temporaryFolder } from './temporary-folder.ts'

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

/** Releases whose stores were recorded on both engines with data of every kind, and with what they returned for it. */
export const recordedVersions = ['1.2.0', '1.3.0'] as const
export type RecordedVersion = (typeof recordedVersions)[number]

/** What a release returned for its store, and secrets that it does not show again. */
type Recording = {
  /** When it was recorded. */
  time: string
  /** A key that may read everything. */
  key: string
  secrets: {
    free: string
    /** A key of the account with the sample shelter; only in the embedded store of 1.3.0, because it is large. */
    sampleKey?: string
    banned: string
    session: string
    passkey: { privateKey: string; userHandle: string }
    webhook: { id: number; secret: string }
  }
  passkeys: { id: number; name: string }[]
  /** The responses to GET, by their path. The body is JSON, or the SHA-256 of anything else. */
  recorded: Record<string, { status: number; body: unknown }>
}

/** A copy of the recorded store of a release, with its photos. */
export const placeRecordedStore = async (version: RecordedVersion, engine: Engine) => {
  const read = (name: string) => brotliDecompressSync(readFileSync(join(stores, version, `${name}.br`)))
  const folder = temporaryFolder()
  const mediaUrl = join(folder.path, 'media')
  cpSync(join(stores, version, 'media'), mediaUrl, { recursive: true })
  const postgres = engine === 'postgres' ? await sharedPostgres() : undefined
  const url = postgres ? await postgres.create() : `sqlite:${folder.path}/store.db`
  if (postgres) {
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(read('postgres.sql').toString())
    await client.end()
  } else writeFileSync(join(folder.path, 'store.db'), read('store.db'))
  return {
    url,
    folder: folder.path,
    mediaUrl,
    recording: JSON.parse(read(`${engine}.json`).toString()) as Recording,
    async [Symbol.asyncDispose]() {
      await postgres?.drop(url)
      folder.remove()
    },
  }
}
