import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { tester } from '../../../test/harness/author.ts'
import { testClock } from '../../../test/harness/clock.ts'
import { openForChanges } from '../../../test/harness/notified.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { DatabaseUnavailable } from '../../platform/storage/database.ts'
import { accountsService } from '../accounts/accounts.service.ts'
import { usageService } from './usage.service.ts'

test('counts that a full store cannot save are retained, saved as soon as possible, and counted once', async () => {
  using folder = temporaryFolder()
  const clock = testClock()
  const sqlite = await openForChanges(join(folder.path, 'store.db'), { clock })
  let isFull = false
  const database: typeof sqlite = {
    ...sqlite,
    write: (work) => (isFull ? Promise.reject(new DatabaseUnavailable(new Error('full'))) : sqlite.write(work)),
  }
  const accounts = accountsService({ database, clock })
  const { id } = await database.writeAs(tester, (trx) => accounts.create(trx, { name: 'a', plan: 'free' }))
  const usage = usageService({ database, accounts, clock })
  const today = async () => (await usage.list(id, 1))[0]
  const date = '2026-11-20'
  usage.count(id, true)
  await usage.flush()
  isFull = true
  usage.count(id, true)
  usage.count(id, false)
  await assert.rejects(usage.flush(), DatabaseUnavailable)
  usage.count(id, false)
  await assert.rejects(usage.flush(), DatabaseUnavailable)
  assert.deepEqual(await today(), { date, requests: 1, refused: 0 }, 'what it has')
  isFull = false
  assert.deepEqual(await today(), { date, requests: 2, refused: 2 })
  await usage.flush()
  assert.deepEqual(await today(), { date, requests: 2, refused: 2 })
  await sqlite.close()
})
