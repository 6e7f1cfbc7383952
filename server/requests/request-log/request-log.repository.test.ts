import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Engine, engines, freshDatabase } from '../../../test/harness/engines.ts'
import { patientDatabase } from '../../../test/harness/patient-database.ts'
import { newFolder } from '../../../test/harness/temporary-folder.ts'
import { type EntryRow, rowOf } from './request-log.repository.ts'
import { openLog } from './request-log.worker.ts'
import { positionAt } from './stored-entry.ts'

const MAX_OF_ACCOUNT = 300
const MAX_ENTRIES = 500

const entries = (from: number, count: number, accountId = 1n): EntryRow[] =>
  Array.from({ length: count }, (_, n) =>
    rowOf({
      position: positionAt(from + n),
      accountId,
      keyId: BigInt(n % 2),
      status: 404,
      operationId: 'getPet',
      requestId: `n-${from + n}`,
      details: { method: 'GET', path: '/v1/pets/77', durationMs: 1 },
    }),
  )

const open = async (engine: Engine) => {
  const limits = { maxOfAccount: MAX_OF_ACCOUNT, maxEntries: MAX_ENTRIES }
  if (engine === 'sqlite') {
    const log = await openLog({ kind: 'sqlite', path: join(newFolder('store'), 'log') }, limits)
    return { log, [Symbol.asyncDispose]: log.close }
  }
  const store = await freshDatabase(engine)
  const database = patientDatabase(store.url)
  assert.ok(database.kind === 'postgres')
  const log = await openLog({ ...database, applicationName: 'test' }, limits)
  return {
    log,
    async [Symbol.asyncDispose]() {
      await log.close()
      await store.remove()
    },
  }
}

for (const engine of engines) {
  test(`${engine}: an account keeps its newest entries, and others keep theirs`, async () => {
    await using opened = await open(engine)
    const { log } = opened
    await log.append(entries(1, 10, 2n))
    await log.append(entries(100, MAX_OF_ACCOUNT + 50))
    await log.purge(0)
    assert.equal(await log.count({ accountId: 1n }, 1_000), MAX_OF_ACCOUNT)
    assert.equal(await log.count({ accountId: 1n, requestId: 'n-149' }, 1_000), 0)
    assert.equal(await log.count({ accountId: 1n, requestId: 'n-150' }, 1_000), 1)
    assert.equal(await log.count({ accountId: 2n }, 1_000), 10)
  })

  test(`${engine}: old entries are removed, and the oldest of all accounts if there are too many`, async () => {
    await using opened = await open(engine)
    const { log } = opened
    for (const accountId of [1n, 2n, 3n]) await log.append(entries(1_000 * Number(accountId), 250, accountId))
    await log.purge(1_010)
    const count = (accountId: bigint) => log.count({ accountId }, 1_000)
    assert.deepEqual([await count(1n), await count(2n), await count(3n)], [0, 250, 250])
    await log.purge(2_240)
    assert.deepEqual([await count(2n), await count(3n)], [10, 250])
    assert.equal(await log.count({}, 1_000), 260)
    const page = await log.list({ keyId: 1n }, { before: positionAt(3_100), limit: 2 })
    assert.deepEqual(
      page.map(({ requestId }) => requestId),
      ['n-3099', 'n-3097'],
    )
  })

  test(`${engine}: the log says until when successes are missing, and that is no entry`, async () => {
    await using opened = await open(engine)
    const { log } = opened
    for (const untilMs of [5_000, 7_000, 6_000]) await log.append([], [[1n, untilMs]])
    await log.append(entries(10_000, 2))
    assert.equal(await log.findUnloggedUntil(1n), 7_000)
    assert.equal(await log.findUnloggedUntil(2n), undefined)
    await log.append([], [[3n, 5_000]])
    assert.equal(await log.findUnloggedUntil(undefined), 7_000)
    await log.purge(7_000)
    assert.equal(await log.findUnloggedUntil(1n), 7_000)
    assert.equal(await log.count({}, 1_000), 2)
    assert.equal((await log.list({}, { before: undefined, limit: 9 })).length, 2)
    await log.purge(7_001)
    assert.equal(await log.findUnloggedUntil(1n), undefined)
    assert.equal(await log.findUnloggedUntil(undefined), undefined)
  })
}
