import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { accountsService } from '../server/accounts/accounts/accounts.service.ts'
import { mintKey } from '../server/accounts/api-keys/api-key.ts'
import { apiKeysService } from '../server/accounts/api-keys/api-keys.service.ts'
import { systemClock as clock } from '../server/platform/clock.ts'
import type { Database } from '../server/platform/storage/database.ts'
import { openSqlite } from '../server/platform/storage/sqlite.ts'
import type { Change } from '../server/program/changes/change.ts'
import { readConfig } from '../server/program/config.ts'
import { prepareDatabase } from '../server/program/schema/prepare-database.ts'
import { scopes } from '../server/requests/access/scope.ts'
import { type Author, systemAuthor } from '../server/requests/author/author.ts'

const root = new URL('../', import.meta.url).pathname

/** `f_type` of a tmpfs (statfs(2)). */
const TMPFS = 0x01021994

/** Creates a folder for all files of a run on a disk, because in memory an fsync costs nothing. */
export const benchFolder = (): string => {
  const data = join(root, 'data')
  const onDisk = statfsSync(tmpdir()).type !== TMPFS
  if (!onDisk) mkdirSync(data, { recursive: true })
  return mkdtempSync(join(onDisk ? tmpdir() : data, 'adoption-bench-'))
}

/** Creates a database with animals, and a key with very high limits. */
export const makeStore = async (path: string, { animals }: { animals: number }) => {
  // Nobody has to be notified yet.
  await prepareDatabase({ kind: 'sqlite', path }, 'write')
  const database = await openSqlite<Change, Author>({ path })
  const key = await makeKey(database)
  await database.close()
  if (animals > 0) addAnimals(path, animals)
  return { path, key }
}

/** Creates a key with very high limits. */
export const makeKey = async (database: Database<Change, Author>): Promise<string> => {
  const accounts = accountsService({ database, clock })
  const mode = readConfig({}).keyMode
  const keys = apiKeysService({ database, accounts, clock, random: randomBytes, mode })
  const key = mintKey('live', randomBytes)
  const limits = { perMinute: 1_000_000_000, perDay: 1_000_000_000 }
  const account = { name: 'bench', plan: 'enterprise', ...limits } as const
  await keys.createWithAccount(systemAuthor('bench'), account, { name: 'bench', scopes }, key)
  return key
}

/** Uses one statement, because the service would need a day for millions of animals. */
const addAnimals = (path: string, animals: number): void => {
  const connection = new DatabaseSync(path)
  // The database is temporary, so it need not survive a crash.
  connection.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000')
  connection
    .prepare(
      `WITH RECURSIVE animal(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM animal WHERE n < ?)
       INSERT INTO pets (name, name_folded, category_id, status)
       SELECT 'Animal ' || n, 'animal ' || n, n % 50,
              CASE n % 5 WHEN 3 THEN 'pending' WHEN 4 THEN 'sold' ELSE 'available' END
       FROM animal`,
    )
    .run(animals)
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  connection.close()
}
