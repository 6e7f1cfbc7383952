import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { testClock } from '../../../test/harness/clock.ts'
import { openForChanges } from '../../../test/harness/notified.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { DatabaseUnavailable } from '../../platform/storage/database.ts'
import type { KeyCaller } from '../../requests/access/caller.ts'
import { deprecatedCalls } from './deprecated-calls.service.ts'
import { noticeTimes } from './deprecation.ts'

const operation = {
  ...{ operationId: 'getPet', method: 'GET', path: '/v1/pets/{petId}', summary: 'Get an animal' },
  ...{ sinceMs: 0, sunsetMs: Date.UTC(2030, 11, 5), successor: '/v1/pets', docs: '/docs' },
}

test('calls that a full store cannot save are retained, and counted once', async () => {
  using folder = temporaryFolder()
  const clock = testClock()
  const sqlite = await openForChanges(join(folder.path, 'store.db'), { clock })
  let isFull = true
  const database: typeof sqlite = {
    ...sqlite,
    write: (work) =>
      isFull ? Promise.reject(new DatabaseUnavailable(new Error('full'))) : sqlite.write(work),
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

test('reminders are due on the same day of the month, or on the last day of a shorter one', () => {
  const days = (sunsetMs: number) =>
    noticeTimes(sunsetMs).map(({ name, atMs }) => `${name}: ${new Date(atMs).toISOString()}`)
  assert.deepEqual(days(Date.UTC(2030, 11, 5)), [
    '12 months: 2029-12-05T00:00:00.000Z',
    '6 months: 2030-06-05T00:00:00.000Z',
    '3 months: 2030-09-05T00:00:00.000Z',
    '1 month: 2030-11-05T00:00:00.000Z',
    '7 days: 2030-11-28T00:00:00.000Z',
  ])
  assert.deepEqual(days(Date.UTC(2029, 4, 31, 9)).slice(0, 4), [
    '12 months: 2028-05-31T09:00:00.000Z',
    '6 months: 2028-11-30T09:00:00.000Z',
    '3 months: 2029-02-28T09:00:00.000Z',
    '1 month: 2029-04-30T09:00:00.000Z',
  ])
})
