import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually } from '../harness/eventually.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { startServer } from '../harness/server.ts'
import { slowSync } from '../harness/slow-sync.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const key = newKey()
const headers = { ...bearer(key), 'content-type': 'application/json' }
const SYNC_MS = 700
const READS = 3

test('a slow disk delays only writes: the main thread never waits for it', async (t) => {
  using folder = temporaryFolder()
  const disk = slowSync(folder.path, SYNC_MS)
  if (!disk) return t.skip('no slow disk: it takes gcc, on Linux')
  const settings = { ...disk.settings, BOOTSTRAP_KEY: key }
  await using server = await startServer({ folder: folder.path, settings })
  const read = async () => {
    const { status } = await server.fetch('/v1/pets?limit=5', { headers })
    assert.equal(status, 200)
  }
  const write = async (name: string) => {
    const pets = Array.from({ length: 100 }, () => ({ name: name.padEnd(255, '*'), categoryId: 1 }))
    const body = JSON.stringify({ pets })
    const { status } = await server.fetch('/v1/pets:batch', { method: 'POST', headers, body })
    assert.equal(status, 200)
  }
  await write('warm')
  await read()

  disk.begin()
  const order: string[] = []
  const written = write('slow').then(() => order.push('write'))
  for (let n = 0; n < READS; n += 1) {
    await read()
    order.push('read')
  }
  await written
  assert.deepEqual(order, [...Array(READS).fill('read'), 'write'])

  // Enough for a checkpoint, which syncs too.
  const fileBytes = () => statSync(join(folder.path, 'store.db')).size
  const before = fileBytes()
  const names = Array.from({ length: 40 }, (_, n) => String(n))
  await Promise.all(names.map(write))
  await eventually('the log is folded', () => fileBytes() > before, 60_000)
  await write('after')
  assert.equal(disk.mainThreadSyncs(), 0)
  disk.end()
  assert.equal(await server.stop(), 0)
})
