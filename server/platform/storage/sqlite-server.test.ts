import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, fdatasyncSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually } from '../../../test/harness/eventually.ts'
import { openSqlite, openSqliteServer } from '../../../test/harness/open-store.ts'
import { chooseSeed, seeded } from '../../../test/harness/seeded.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { addPet, insertPet, petNames, testConsequences } from './database.contract.ts'
import { DatabaseUnavailable, type DatabaseWatch, OutcomeUnknown } from './database.ts'
import { prepared } from './prepared.ts'
import type { SyncFile } from './sqlite-log.ts'

const open = async (options: { sync?: SyncFile; longReadMs?: number; watch?: DatabaseWatch } = {}) => {
  const folder = temporaryFolder()
  const path = join(folder.path, 'store.db')
  const database = await openSqliteServer({ path, consequences: testConsequences, ...options })
  const dispose = async () => {
    await database.close()
    folder.remove()
  }
  return { database, path, folder: folder.path, [Symbol.asyncDispose]: dispose }
}

/** A disk whose syncs take as long as the test wants, or fail. */
const slowDisk = () => {
  const syncs: { fd: number; finish: PromiseWithResolvers<void> }[] = []
  return {
    syncs,
    sync: (fd: number) => {
      const finish = Promise.withResolvers<void>()
      syncs.push({ fd, finish })
      return finish.promise
    },
    begun: (count: number) => eventually('a sync has begun', () => syncs.length >= count),
  }
}

/** How often foreign changes are polled. */
const FOREIGN_POLL_MS = 50

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate)
}

test('a write resolves and becomes readable after a sync that began after its commit, and reads never wait for a sync', async () => {
  const disk = slowDisk()
  await using store = await open({ sync: disk.sync })
  const { database, path } = store
  const other = new DatabaseSync(path)
  const committed = () => other.prepare('SELECT name FROM pets').all().length

  let answered = 0
  const first = addPet(database, 'first').then(() => (answered += 1))
  await disk.begun(1)
  assert.equal(committed(), 1)
  const second = addPet(database, 'second').then(() => (answered += 1))
  await turns(20)
  assert.deepEqual([answered, committed(), await petNames(database)], [0, 1, []])
  disk.syncs[0]?.finish.resolve()
  await first
  assert.deepEqual(await petNames(database), ['first'])
  await disk.begun(2)
  await turns(20)
  assert.deepEqual([answered, committed(), await petNames(database)], [1, 2, ['first']])
  disk.syncs[1]?.finish.resolve()
  await second
  assert.deepEqual(await petNames(database), ['first', 'second'])
  other.close()
})

test('writers that write again at once share their next commit with those that waited', async () => {
  const firstSync = Promise.withResolvers<void>()
  const groups: number[] = []
  await using store = await open({
    sync: () => (groups.length === 0 ? firstSync.promise : Promise.resolve()),
    watch: {
      onSlowRead() {},
      reads: { observe() {} },
      onCommit: (writes) => void groups.push(writes),
    },
  })
  const write = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, at) => addPet(store.database, `${at}`)))
  const first = write(10)
  await turns(5)
  const others = write(10)
  await turns(5)
  firstSync.resolve()
  await first
  await turns(1)
  await Promise.all([write(10), others])
  // A single writer waits for nobody.
  await addPet(store.database, 'alone')
  assert.deepEqual(groups, [10, 20, 1])
})

test('work that only reads, even if it is rejected, does not wait for the disk', async () => {
  const disk = slowDisk()
  await using store = await open({ sync: disk.sync })
  const { database } = store
  const first = addPet(database, 'first')
  await disk.begun(1)
  disk.syncs[0]?.finish.resolve()
  await first
  const looks = [
    database.write(async ({ query }) => (await query.selectFrom('pets').select('id').execute()).length),
    database.write(async () => Promise.reject(new Error('refused'))),
  ]
  const done = await Promise.allSettled(looks)
  assert.deepEqual(
    done.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  )
  assert.equal(disk.syncs.length, 1)
  const mixed = Promise.allSettled([addPet(database, 'second'), ...looks])
  await disk.begun(2)
  disk.syncs[1]?.finish.resolve()
  await mixed
  assert.deepEqual(await petNames(database), ['first', 'second'])
})

test('listeners are notified of commits after their sync', async () => {
  const disk = slowDisk()
  await using store = await open({ sync: disk.sync })
  const done: string[] = []
  const write = store.database.writeAs('me', async (trx) => {
    await insertPet(trx, 'new')
    trx.record({ notify: () => done.push('notified') })
  })
  await disk.begun(1)
  await turns(20)
  done.push('synced')
  disk.syncs[0]?.finish.resolve()
  await write
  assert.deepEqual(done, ['synced', 'notified'])
})

test('a change is readable when it is notified, and not before', async () => {
  const disk = slowDisk()
  await using store = await open({ sync: disk.sync })
  const { database } = store
  const list = prepared((query, _: object) => query.selectFrom('pets').select('name'))
  const read = (): boolean => (list(database.read, {}) as unknown[]).length > 0
  let isNotified = false
  const write = database.writeAs('me', async (trx) => {
    await insertPet(trx, 'new')
    trx.record({
      notify() {
        isNotified = read()
      },
    })
  })
  await disk.begun(1)
  disk.syncs[0]?.finish.resolve()
  let isSeen = false
  // Check between any two steps on the way from the disk to the writer.
  for (let step = 0; step < 60; step += 1) {
    isSeen = read()
    assert.equal(isSeen, isNotified)
    await undefined
  }
  assert.ok(isSeen)
  await write
})

test('a commit of another process during a sync is readable when it is notified', async () => {
  const disk = slowDisk()
  await using store = await open({ sync: disk.sync })
  const { database, path } = store
  const seen: string[][] = []
  database.onForeignChange(() => void petNames(database).then((names) => seen.push(names)))
  const own = addPet(database, 'own')
  await disk.begun(1)
  const other = await openSqlite({ path, consequences: testConsequences })
  await addPet(other, 'foreign')
  await other.close()
  await new Promise((resolve) => setTimeout(resolve, 3 * FOREIGN_POLL_MS))
  const seenDuringSync = [...seen]
  disk.syncs[0]?.finish.resolve()
  await own
  assert.deepEqual(seenDuringSync, [], 'nothing is notified before it can be read')
  await eventually('the change is notified', () => seen.length > 0)
  assert.deepEqual(seen, [['own', 'foreign']])
})

test('after a failed sync the writers get an error, unsynced data is not readable, and the log is rewritten', async () => {
  const disk = slowDisk()
  await using store = await open({ sync: disk.sync })
  const { database } = store
  let surprises = 0
  database.onForeignChange(() => (surprises += 1))
  const lost = addPet(database, 'unknown')
  await disk.begun(1)
  disk.syncs[0]?.finish.reject(new Error('EIO'))
  await assert.rejects(lost, OutcomeUnknown)
  assert.deepEqual(await petNames(database), [])
  await assert.rejects(async () => petNames({ ...database, read: database.readLong('a') }), DatabaseUnavailable)

  // The second sync is of the rewritten log.
  const refused = addPet(database, 'refused')
  await disk.begun(2)
  disk.syncs[1]?.finish.reject(new Error('EIO'))
  // It was rejected before it began.
  await assert.rejects(refused, (error) => !(error instanceof OutcomeUnknown))
  await assert.rejects(refused, DatabaseUnavailable)
  assert.deepEqual([surprises, await petNames(database)], [0, []])

  const kept = addPet(database, 'kept')
  await disk.begun(3)
  disk.syncs[2]?.finish.resolve()
  await disk.begun(4)
  disk.syncs[3]?.finish.resolve()
  await kept
  assert.deepEqual(await petNames(database), ['unknown', 'kept'])
  assert.equal(surprises, 1)
})

test('after a power failure at any moment, the store is consistent and has every acknowledged write', async (t) => {
  const seed = chooseSeed()
  t.diagnostic(`SEED=${seed}`)
  const random = seeded(seed)
  /** The log as of the start of the last completed sync: all that is certainly on the disk. */
  let onDisk = Buffer.alloc(0)
  let path = ''
  const sync: SyncFile = async (fd) => {
    const seen = readFileSync(`${path}-wal`)
    await new Promise((resolve) => setTimeout(resolve, random() * 4))
    fdatasyncSync(fd)
    onDisk = seen
  }
  const folder = temporaryFolder()
  path = join(folder.path, 'store.db')
  const database = await openSqliteServer({ path, sync })
  onDisk = readFileSync(`${path}-wal`)
  const acknowledged = new Set<string>()
  let writing = true
  const writer = async (name: string) => {
    for (let n = 0; writing; n += 1) {
      await addPet(database, `${name}.${n}`)
      acknowledged.add(`${name}.${n}`)
    }
  }
  const writers = Array.from({ length: 8 }, (_, n) => writer(String(n)))
  for (let cut = 0; cut < 12; cut += 1) {
    await new Promise((resolve) => setTimeout(resolve, random() * 20))
    const promised = [...acknowledged]
    const after = join(folder.path, `cut-${cut}.db`)
    // Another process copies it: closing the file here would release the locks that this process has on it.
    execFileSync('cp', [path, after])
    // Some of the bytes written since may have reached the disk.
    const torn = readFileSync(`${path}-wal`).subarray(onDisk.length)
    const some = torn.map((byte) => (random() < 0.5 ? byte : 0))
    writeFileSync(`${after}-wal`, Buffer.concat([onDisk, some]))
    const found = new DatabaseSync(after)
    assert.equal(found.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok')
    const names = new Set(
      found
        .prepare('SELECT name FROM pets')
        .all()
        .map(({ name }) => name),
    )
    for (const name of promised) assert.ok(names.has(name), `${name} is lost`)
    found.close()
  }
  writing = false
  await Promise.all(writers)
  assert.ok(acknowledged.size > 20)
  await database.close()
  folder.remove()
})

test('the log is checkpointed while writes continue, and shrinks again', async () => {
  await using store = await open()
  const { database, path } = store
  let foreign = 0
  database.onForeignChange(() => (foreign += 1))
  const sizeMiB = () => statSync(`${path}-wal`).size / 2 ** 20
  const addMany = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => addPet(database, `${n}`.padEnd(20_000, '*'))))
  // A reader of an old snapshot prevents the log from restarting.
  const reader = new DatabaseSync(path)
  reader.exec('BEGIN; SELECT * FROM pets')
  for (let turn = 0; turn < 24; turn += 1) await addMany(50)
  assert.ok(sizeMiB() > 20, `${sizeMiB()}`)
  reader.exec('COMMIT')
  await eventually('the log is short', () => sizeMiB() <= 16.1)
  for (let turn = 0; turn < 24; turn += 1) await addMany(50)
  assert.ok(sizeMiB() < 30, `${sizeMiB()}`)
  assert.equal((await petNames(database)).length, 2_400)
  // A restart of the log is not a change.
  assert.equal(foreign, 0)
  reader.close()
})

test('deleted data is in no file after purgeDeletedData', async () => {
  await using store = await open()
  const { database, path } = store
  for (let n = 0; n < 300; n += 1) await addPet(database, `${n} secret ${n}`.padEnd(200, '*'))
  await addPet(database, 'kept')
  const hasSecret = () =>
    ['', '-wal'].some((part) =>
      // The size of the log depends on the machine.
      execFileSync('cat', [path + part], { maxBuffer: Infinity }).includes(' secret '),
    )
  assert.ok(hasSecret())
  await database.write(({ query }) => query.deleteFrom('pets').where('name', '!=', 'kept').execute())
  await database.purgeDeletedData()
  assert.ok(!hasSecret())
  assert.deepEqual(await petNames(database), ['kept'])
})

test('the files are readable by their owner only, including files that existed before', async () => {
  const folder = temporaryFolder()
  const path = join(folder.path, 'deep', 'store.db')
  const mode = (file: string) => (statSync(file).mode & 0o777).toString(8)
  const before = await openSqliteServer({ path })
  assert.equal(mode(join(folder.path, 'deep')), '700')
  for (const part of ['', '-wal', '-shm', '-lock']) assert.equal(mode(path + part), '600', part)
  await before.close()
  for (const part of ['', '-lock']) chmodSync(path + part, 0o644)
  copyFileSync(path, `${path}.copy`)
  for (const openAgain of [openSqliteServer, openSqlite]) {
    const after = await openAgain({ path })
    for (const part of ['', '-wal', '-shm']) assert.equal(mode(path + part), '600', part)
    await after.close()
  }
  folder.remove()
})

test('a store has only one server, but commands can run beside it', async () => {
  await using store = await open()
  const { database, path } = store
  await assert.rejects(openSqliteServer({ path }), /another server has the store .*store\.db open/)
  const command = await openSqlite({ path })
  await addPet(command, 'by a command')
  assert.deepEqual(await petNames(database), ['by a command'])
  await addPet(database, 'by the server')
  assert.deepEqual(await petNames(command), ['by a command', 'by the server'])
  await command.close()
})

/** Takes about 50 ns per row, and reads nothing. */
const count = (rows: number) => sql<{ n: bigint }>`
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${rows})
  select count(*) as n from numbers`

test('long reads run in other threads, one at a time per client, and clients take turns', async () => {
  await using store = await open({ longReadMs: 60_000 })
  const { database } = store
  const done: string[] = []
  const read = async (client: string, rows: number) => {
    const {
      rows: [row],
    } = await count(rows).execute(database.readLong(client))
    assert.equal(row?.n, BigInt(rows))
    done.push(client)
  }
  // Start both threads first, because a slow start would delay a client's turn.
  await Promise.all([read('first', 10), read('second', 10)])
  done.length = 0
  let ticks = 0
  const ticking = setInterval(() => (ticks += 1), 1)
  await Promise.all([...Array.from({ length: 6 }, () => read('greedy', 500_000)), read('other', 10), read('third', 10)])
  clearInterval(ticking)
  assert.equal(done.length, 8)
  assert.ok(done.indexOf('other') <= 2 && done.indexOf('third') <= 3, done.join())
  assert.ok(ticks > 10, 'the thread of the server was blocked')
  const crowd = await Promise.allSettled(Array.from({ length: 40 }, () => read('crowd', 10)))
  assert.ok(crowd.some(({ status }) => status === 'rejected'))
  await addPet(database, 'there')
  await assert.rejects(sql`delete from pets`.execute(database.readLong('writer')), DatabaseUnavailable)
  assert.deepEqual(await petNames(database), ['there'])
})

test('a read that takes too long is abandoned, and others are served', async () => {
  await using store = await open({ longReadMs: 50 })
  const { database } = store
  const endless = () => count(5_000_000).execute(database.readLong('greedy'))
  await assert.rejects(endless(), DatabaseUnavailable)
  // Small enough for any machine.
  const { rows } = await count(10).execute(database.readLong('greedy'))
  assert.deepEqual(rows, [{ n: 10n }])
})
