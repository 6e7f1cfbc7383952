import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { accountsService } from '../server/accounts/accounts/accounts.service.ts'
import { mintKey } from '../server/accounts/api-keys/api-key.ts'
import { apiKeysService } from '../server/accounts/api-keys/api-keys.service.ts'
import { systemClock as clock } from '../server/platform/clock.ts'
import type { Database } from '../server/platform/storage/database.ts'
import { openSqlite } from '../server/platform/storage/sqlite.ts'
import type { Change } from '../server/program/changes/consequences.ts'
import { readConfig } from '../server/program/config.ts'
import { prepareDatabase } from '../server/program/schema/prepare-database.ts'
import { scopes } from '../server/requests/access/scope.ts'
import { type Author, systemAuthor } from '../server/requests/author/author.ts'

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

/** Sends JSON, and throws if any of it was refused. */
export const sender = (port: number, key: string) => async (method: string, path: string, body: object) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok || text.includes('"error":')) throw new Error(`${method} ${path}: ${text}`)
}

/** Writes to a temporary database, which need not survive a crash. */
export const runSql = (path: string, statements: string): void => {
  const connection = new DatabaseSync(path)
  connection.exec(`PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; BEGIN; ${statements};
    COMMIT; PRAGMA wal_checkpoint(TRUNCATE)`)
  connection.close()
}

/** Uses one statement, because the service would need a day for millions of animals. */
const addAnimals = (path: string, animals: number): void =>
  runSql(
    path,
    `INSERT INTO pets (name, name_folded, category_id, status)
       WITH RECURSIVE animal(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM animal WHERE n < ${animals})
       SELECT 'Animal ' || n, 'animal ' || n, n % 50,
         CASE n % 5 WHEN 3 THEN 'pending' WHEN 4 THEN 'sold' ELSE 'available' END FROM animal`,
  )
