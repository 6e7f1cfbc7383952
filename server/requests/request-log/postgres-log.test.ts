import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postgresLog } from './postgres-log.repository.ts'

test('accounts take turns to read the log', async () => {
  const clients: string[] = []
  const unused = (): never => {
    throw new Error('not reached')
  }
  const readLong = (client: string): never => {
    clients.push(client)
    throw new Error('only the client matters')
  }
  const database = {
    readLong,
    write: unused,
    get read(): never {
      return unused()
    },
  }
  const log = postgresLog({ database }, { maxBytes: 1 })
  await assert.rejects(log.list({ accountId: 7n }, { before: undefined, limit: 1 }), /only/)
  await assert.rejects(log.count({ accountId: 8n }), /only/)
  await assert.rejects(log.count({}), /only/)
  assert.deepEqual(clients, ['account 7', 'account 8', 'request log'])
})
