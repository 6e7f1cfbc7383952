import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually } from '../../../test/harness/eventually.ts'
import { openSqlite, openSqliteServer } from '../../../test/harness/open-store.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { insertKey, type NewKey } from './api-keys.repository.ts'
import { keyCallers } from './key-callers.ts'

const nowMs = Date.UTC(2026, 0, 1)

const addAccount = { name: 'one', plan: 'pro', created_at: BigInt(nowMs) } as const
const newKey: NewKey = {
  accountId: 1n,
  name: 'one',
  hash: 'hash',
  display: 'aas_live_...',
  kind: 'secret',
  scopes: ['pets:read'],
  expiresAtMs: undefined,
  limits: {},
}

test('a key that another process adds while a commit is being synced works at once', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'store.db')
  const synced = Promise.withResolvers<void>()
  let syncs = 0
  const sync = () => {
    syncs += 1
    return synced.promise
  }
  const database = await openSqliteServer({ path, sync })
  const own = database.write(({ query }) => query.insertInto('accounts').values(addAccount).execute())
  await eventually('the sync has begun', () => syncs === 1)
  const other = await openSqlite({ path })
  await other.write(({ query }) => insertKey(query, newKey, nowMs))
  await other.close()

  const clock = { nowMs: () => nowMs, steadyMs: () => 0 }
  const callers = keyCallers({ database, clock, maxAgeMs: Infinity, onUse: () => {} })
  const identified = callers.byHash.identify('hash', (look) => look())
  const unknown = callers.byHash.identify('another', (look) => look())
  synced.resolve()
  assert.equal((await identified).accountId, 1n)
  await assert.rejects(unknown, { code: 'invalid_api_key' })
  await own
  await database.close()
})
