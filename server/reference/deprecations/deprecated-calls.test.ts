import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { testClock } from '../../../test/harness/clock.ts'
import { openForChanges } from '../../../test/harness/notified.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { DatabaseUnavailable } from '../../platform/storage/database.ts'
import type { KeyCaller } from '../../requests/access/caller.ts'
import { deprecatedCalls } from './deprecated-calls.service.ts'

const operation = {
  operationId: 'getPet',
  method: 'GET',
  path: '/v1/pets/{petId}',
  summary: 'Get an animal',
  sinceMs: 0,
  sunsetMs: Date.UTC(2030, 11, 5),
  successor: '/v1/pets',
  docs: '/docs',
}

test('calls that a full store cannot save are retained, and counted once', async () => {
  using folder = temporaryFolder()
  const clock = testClock()
  const sqlite = await openForChanges(join(folder.path, 'store.db'), { clock })
  let isFull = true
  const database: typeof sqlite = {
    ...sqlite,
    write: (work) => (isFull ? Promise.reject(new DatabaseUnavailable(new Error('full'))) : sqlite.write(work)),
  }
  const calls = deprecatedCalls({ database, clock, operations: [operation], totals: {} })
  // Only these fields are read.
  const caller = { kind: 'secret', accountId: 1n, keyId: 7n } as KeyCaller
  const call = () => calls.count('getPet', caller, clock.nowMs())
  const total = async () => (await calls.list(1n))[0]?.calls.last30Days
  call()
  await assert.rejects(calls.flush(), DatabaseUnavailable)
  call()
  clock.advance(3_600_000)
  call()
  await assert.rejects(calls.flush(), DatabaseUnavailable)
  assert.equal(await total(), undefined)
  isFull = false
  call()
  assert.equal(await total(), 4)
  await calls.flush()
  assert.equal(await total(), 4)
  await sqlite.close()
})
