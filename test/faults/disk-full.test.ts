import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand } from '../harness/commands.ts'
import { eventually } from '../harness/eventually.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { placeOldStore } from '../harness/old-stores.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const key = newKey()
const headers = { ...bearer(key), 'content-type': 'application/json' }
/** The write-ahead log grows to 4 MiB before its first checkpoint. */
const DISK_MIB = 16
const FILLER_MIB = 13
const AT_ONCE = 8

/** A small file system in memory; undefined if none can be mounted. */
const smallDisk = () => {
  const folder = temporaryFolder()
  const mount = ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', folder.path]
  const isMounted = process.getuid?.() === 0 && spawnSync('mount', mount).status === 0
  if (!isMounted) {
    folder.remove()
    return undefined
  }
  const unmount = () => {
    process.off('exit', unmount)
    const { status } = spawnSync('umount', [folder.path])
    if (status === 0) folder.remove()
  }
  process.once('exit', unmount)
  return { path: folder.path, [Symbol.dispose]: unmount }
}

let named = 0

/** Adds animals, and records the names of those that were stored. */
const addPets = async (server: Server, stored: string[]): Promise<number[]> =>
  Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      named += 1
      const name = `${named} `.padEnd(255, '*')
      const body = JSON.stringify({ name, categoryId: (named % 20) + 1 })
      const answer = await server.fetch('/v1/pets', { method: 'POST', headers, body })
      if (answer.status === 201) stored.push(name)
      else {
        assert.deepEqual([answer.status, answer.json().code], [503, 'service_unavailable'])
        assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
      }
      return answer.status
    }),
  )

const listNames = async (server: Server): Promise<string[]> => {
  const names: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const answer = await server.fetch(`/v1/pets?limit=100${cursor && `&cursor=${cursor}`}`, {
      headers,
    })
    assert.equal(answer.status, 200, answer.body)
    names.push(...answer.json().map(({ name }: { name: string }) => name))
    cursor = answer.headers.get('x-next-cursor')
  }
  return names
}

test('on a full disk writes are 503 and reads continue, and writes recover when there is space again', async (t) => {
  using disk = smallDisk()
  if (!disk) return t.skip('no disk of its own: mounting needs root, and a system that allows it')
  const filler = join(disk.path, 'filler')
  writeFileSync(filler, Buffer.alloc(FILLER_MIB * 2 ** 20))
  const start = () => startServer({ folder: disk.path, settings: { BOOTSTRAP_KEY: key } })
  const stored: string[] = []
  {
    await using server = await start()
    await addPets(server, stored)
    const customer = { name: 'Ada', email: 'ada@example.org' }
    const order = await server.fetch('/v1/store/orders', {
      method: 'POST',
      headers,
      body: JSON.stringify({ petId: 1, customer }),
    })
    assert.equal(order.status, 201, order.body)
    const orderPath = `/v1/store/orders/${order.json().id}`
    const isFull = async () => (await addPets(server, stored)).every((status) => status === 503)
    await eventually('the disk is full', async () => (await isFull()) && (await isFull()), 60_000)
    assert.ok(stored.length > 0)

    await eventually('it reports that it cannot write', async () => {
      const { status } = await server.fetch('/readyz?require=write')
      const { reasons } = (await server.fetch('/readyz')).json()
      return status === 503 && reasons?.join() === 'writes_failing'
    })
    let reads = 0
    const readsWait = () => server.output.some((line) => line.includes('entries of reads cannot be written'))
    while (!readsWait()) {
      assert.deepEqual((await listNames(server)).toSorted(), stored.toSorted())
      for (const path of ['/v1/pets/1', '/v1/events', '/v1/categories', '/v1/rate-limit', '/readyz'])
        assert.equal((await server.fetch(path, { headers })).status, 200, path)
      // Reading a customer's data adds an entry to the audit log, but does not wait for it.
      const read = await server.fetch(orderPath, { headers })
      assert.deepEqual([read.status, read.json().customer], [200, customer])
      reads += 1
      await addPets(server, stored)
      await sleep(50)
    }

    rmSync(filler)
    const tookMs = await eventually('writes work again', async () =>
      (await addPets(server, stored)).every((status) => status === 201),
    )
    t.diagnostic(`${stored.length} animals; writes worked again after ${Math.round(tookMs)} ms`)
    await eventually('it is ready to write', async () => {
      return (await server.fetch('/readyz?require=write')).status === 200
    })
    const logged = async (action: string) =>
      (await server.fetch(`/v1/audit-log?limit=100&action=${action}`, { headers })).json()
    await eventually('the reads are in the audit log', async () => {
      const entries = await logged('order.read')
      return entries.length === Math.min(reads, 100)
    })
    const [gap, ...others] = await logged('audit.gap')
    // None was lost, because memory had room for all.
    assert.deepEqual([gap?.target, others], [{ type: 'reads', id: 0 }, []])
    assert.match((await server.cli('audit', 'verify')).stdout, /as they were written/)
    for (let turn = 0; turn < 20; turn += 1) {
      assert.ok((await addPets(server, stored)).every((status) => status === 201))
    }
    assert.deepEqual((await listNames(server)).toSorted(), stored.toSorted())
    await server.kill()
  }
  await using server = await start()
  assert.deepEqual((await listNames(server)).toSorted(), stored.toSorted())
  assert.equal(await server.stop(), 0)
  const store = new DatabaseSync(join(disk.path, 'store.db'), { readOnly: true })
  assert.equal(store.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok')
  store.close()
})

/** Writes a file until there is no room for another byte. */
const fillDisk = (path: string): void => {
  const file = openSync(path, 'w')
  try {
    for (const bytes of [65_536, 4_096, 1]) {
      const chunk = Buffer.alloc(bytes)
      const write = () => {
        try {
          return writeSync(file, chunk) > 0
        } catch (error) {
          assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
          return false
        }
      }
      while (write()) {}
    }
  } finally {
    closeSync(file)
  }
}

for (const [how, end] of [
  ['stopped', (server: Server) => server.stop()],
  ['killed', (server: Server) => server.kill()],
] as const) {
  test(`a server that was ${how} starts on a full disk, serves reads, and writes when there is space again`, async (t) => {
    using disk = smallDisk()
    if (!disk) return t.skip('no disk of its own: mounting needs root, and a system that allows it')
    const [filler, path] = [join(disk.path, 'filler'), join(disk.path, 'store.db')]
    const start = () => startServer({ folder: disk.path, settings: { BOOTSTRAP_KEY: key } })
    const stored: string[] = []
    {
      await using server = await start()
      assert.ok((await addPets(server, stored)).every((status) => status === 201))
      await end(server)
    }
    const before = readFileSync(path)
    fillDisk(filler)

    await using server = await start()
    assert.ok(server.output.some((line) => /is full: .*Enlarge the disk, or move/.test(line)))
    assert.deepEqual((await listNames(server)).toSorted(), stored.toSorted())
    assert.ok((await addPets(server, stored)).every((status) => status === 503))
    await eventually('it reports that it cannot write', async () => {
      const { status } = await server.fetch('/readyz?require=write')
      const ready = await server.fetch('/readyz')
      return status === 503 && ready.status === 200 && ready.json().reasons?.join() === 'writes_failing'
    })
    assert.equal((await server.fetch('/v1/events', { headers })).status, 200)
    assert.deepEqual(readFileSync(path), before)

    rmSync(filler)
    await eventually('writes work again', async () => {
      const answer = await addPets(server, stored).catch(() => [0])
      return answer.every((status) => status === 201)
    })
    await eventually('it is ready to write', async () => {
      return (await server.fetch('/readyz?require=write')).status === 200
    })
    assert.deepEqual((await listNames(server)).toSorted(), stored.toSorted())
    assert.match((await server.cli('audit', 'verify')).stdout, /as they were written/)
    assert.equal(await server.stop(), 0)
  })
}

test('a server that has to upgrade its database on a full disk says so, changes nothing and ends', async (t) => {
  using disk = smallDisk()
  if (!disk) return t.skip('no disk of its own: mounting needs root, and a system that allows it')
  const path = placeOldStore('1.1.0', disk.path)
  const before = readFileSync(path)
  fillDisk(join(disk.path, 'filler'))
  const environment = { DATABASE_URL: `sqlite:${path}`, PORT: '0' }
  const { code, seen } = await runCommand({ args: ['serve'], environment })
  assert.equal(code, 1)
  assert.match(seen, /is full, and the database must be upgraded: make room, and start again/)
  assert.doesNotMatch(seen, / at .*\.ts:/)
  assert.deepEqual(readFileSync(path), before)
})
