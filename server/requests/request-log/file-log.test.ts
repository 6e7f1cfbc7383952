import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { newFolder } from '../../../test/harness/temporary-folder.ts'
import { disposableFile } from '../../platform/storage/sqlite-disposable.ts'
import { fileLog } from './file-log.repository.ts'
import { positionAt, type StoredEntry } from './request-entry.ts'
import { requestLogIndexes, requestLogTable } from './request-log.tables.ts'

const entries = (count: number): StoredEntry[] =>
  Array.from({ length: count }, (_, at) => ({
    position: positionAt(at),
    ...{ accountId: 1n, keyId: BigInt(at % 2), status: 404, operationId: 'getPet' },
    ...{ requestId: `n-${at}`, details: { method: 'GET', path: '/v1/pets/77', durationMs: 1 } },
  }))

test('counting searches some entries at a time, so that others are served meanwhile', async (t) => {
  const path = join(newFolder('store'), 'log')
  const schema = [requestLogTable, ...requestLogIndexes].join('; ')
  const log = fileLog(disposableFile({ path, schema, version: 1 }), { maxBytes: 2 ** 28 })
  t.after(() => log.close())
  await log.append(entries(24_001))
  assert.equal(await log.count({ accountId: 1n, requestId: 'n-7' }), 1)
  assert.equal(await log.count({ accountId: 1n, fromPosition: positionAt(18_001) }), 6_000)
  assert.equal(await log.count({ accountId: 2n }), 0)
  // One more than is counted.
  assert.equal(await log.count({ keyId: 1n }), 10_001)
  let served = 0
  const counting = { isOver: false }
  const serve = (): void => {
    served += 1
    if (!counting.isOver) setImmediate(serve)
  }
  setImmediate(serve)
  assert.equal(await log.count({ accountId: 1n, requestId: 'none' }), 0)
  counting.isOver = true
  assert.ok(served > 1, `others were served ${served} times`)
})
