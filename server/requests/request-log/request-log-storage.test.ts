import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Engine, engines, freshDatabase } from '../../../test/harness/engines.ts'
import { patientDatabase } from '../../../test/harness/patient-database.ts'
import { newFolder } from '../../../test/harness/temporary-folder.ts'
import { disposableFile } from '../../platform/storage/sqlite-disposable.ts'
import { openDatabase } from '../../program/open-database.ts'
import { fileLog } from './file-log.repository.ts'
import { postgresLog } from './postgres-log.repository.ts'
import { MAX_OF_ACCOUNT, positionAt, type StoredEntry } from './request-entry.ts'
import { requestLogIndexes, requestLogTable } from './request-log.tables.ts'

const MIB = 2 ** 20
const AT_ONCE = 5_000

const entries = (from: number, count: number, accountId = 1n): StoredEntry[] =>
  Array.from({ length: count }, (_, n) => ({
    position: positionAt(from + n),
    ...{ accountId, keyId: 1n, status: 404, operationId: 'getPet', requestId: `n-${from + n}` },
    details: { method: 'GET', path: '/v1/pets/77', durationMs: 1 },
  }))

const openLog = async (engine: Engine, maxBytes: number) => {
  const opened = new AsyncDisposableStack()
  const dispose = () => opened.disposeAsync()
  if (engine === 'sqlite') {
    const path = join(newFolder('store'), 'log')
    const schema = [requestLogTable, ...requestLogIndexes].join('; ')
    const log = fileLog(disposableFile({ path, schema, version: 1 }), { maxBytes })
    opened.defer(log.close)
    return { log, bytes: () => statSync(path).size, [Symbol.asyncDispose]: dispose }
  }
  const store = await freshDatabase(engine)
  opened.defer(store.remove)
  const database = await openDatabase(patientDatabase(store.url))
  opened.defer(database.close)
  const log = postgresLog({ database }, { maxBytes })
  // Statistics of an empty table, which mislead the planner once it is full.
  await log.append(entries(0, 3))
  await log.purge(positionAt(10), [])
  await database.write(async ({ query }) => void (await sql`analyze request_log`.execute(query)))
  return { log, [Symbol.asyncDispose]: dispose }
}

for (const engine of engines) {
  test(`${engine}: an account keeps its newest 50,000 entries, and others keep theirs`, async () => {
    await using opened = await openLog(engine, 256 * MIB)
    const { log } = opened
    const more = 1_000
    await log.append(entries(0, 10, 2n))
    for (let from = 100; from < 100 + MAX_OF_ACCOUNT + more; from += AT_ONCE)
      await log.append(entries(from, Math.min(AT_ONCE, 100 + MAX_OF_ACCOUNT + more - from)))
    await log.purge(positionAt(0), [1n, 2n])
    const isThere = async (accountId: bigint, at: number): Promise<boolean> =>
      (await log.count({ accountId, requestId: `n-${at}` })) === 1
    assert.equal(await isThere(1n, 100 + more - 1), false)
    assert.equal(await isThere(1n, 100 + more), true)
    assert.equal(await isThere(1n, 100 + MAX_OF_ACCOUNT + more - 1), true)
    assert.equal(await isThere(2n, 0), true)
  })
}

test('the file of the log keeps within its size, and the oldest entries are removed first', async () => {
  await using opened = await openLog('sqlite', MIB)
  const { log, bytes } = opened
  for (let from = 0; from < 6 * AT_ONCE; from += AT_ONCE) {
    await log.append(entries(from, AT_ONCE))
    assert.ok(bytes && bytes() <= MIB, `${bytes?.()} bytes`)
  }
  assert.equal(await log.count({ accountId: 1n, requestId: 'n-0' }), 0)
  assert.equal(await log.count({ accountId: 1n, requestId: `n-${6 * AT_ONCE - 1}` }), 1)
})
