import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from 'kysely'
import { basicEnvironment } from '../../../test/harness/environment.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { openSqlite } from '../../../test/harness/open-store.ts'
import { cli } from '../../../test/harness/server.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import type { Consequences } from './consequences.ts'
import { testConsequences } from './database.contract.ts'
import { type Database, DatabaseUnavailable, type Trx } from './database.ts'
import { prepared } from './prepared.ts'
import { connect, statementsOf } from './sqlite-connection.ts'
import { kyselyOf } from './sqlite-kysely.ts'

const open = async (options: { groupCommit?: boolean } = {}) => {
  const folder = temporaryFolder()
  const path = join(folder.path, 'store.db')
  const database = await openSqlite({ path, consequences: testConsequences, ...options })
  const dispose = async () => {
    await database.close()
    folder.remove()
  }
  return { database, path, [Symbol.asyncDispose]: dispose }
}

const insert = async ({ query }: Trx, name: string): Promise<bigint> => {
  const pet = { name, name_folded: name, category_id: 1n, status: 'available', account_id: 1n }
  const row = await query.insertInto('pets').values(pet).returning('id').executeTakeFirstOrThrow()
  return row.id
}

const add = (database: Database, name: string) => database.write((trx) => insert(trx, name))

const names = async (database: Database): Promise<string[]> => {
  const rows = await database.read.selectFrom('pets').select('name').orderBy('id').execute()
  return rows.map(({ name }) => name)
}

/**
 * Counts the commits in the write-ahead log: frames that carry the size of the database
 * (sqlite.org/fileformat2.html#walformat).
 */
const commitsIn = (path: string): number => {
  const log = readFileSync(`${path}-wal`)
  if (log.length === 0) return 0
  const frameLength = 24 + log.readUInt32BE(8)
  const salt = log.subarray(16, 24)
  let commits = 0
  for (let at = 32; at + frameLength <= log.length; at += frameLength) {
    if (!log.subarray(at + 8, at + 16).equals(salt)) break
    if (log.readUInt32BE(at + 4) > 0) commits += 1
  }
  return commits
}

test('writes that wait at the same time share one commit, and sequential writes do not', async () => {
  await using store = await open()
  const { database, path } = store
  const before = commitsIn(path)
  const ids = await Promise.all(Array.from({ length: 100 }, (_, at) => add(database, `${at}`)))
  assert.equal(new Set(ids).size, 100)
  assert.equal(commitsIn(path), before + 1)
  for (let count = 1; count <= 5; count += 1) {
    await add(database, 'alone')
    assert.equal(commitsIn(path), before + 1 + count)
  }
})

test('without group commit each write has its own commit', async () => {
  await using store = await open({ groupCommit: false })
  const { database, path } = store
  const before = commitsIn(path)
  await Promise.all(Array.from({ length: 10 }, (_, at) => add(database, `${at}`)))
  assert.equal(commitsIn(path), before + 10)
})

test('a thousand concurrent writes need few commits', async () => {
  await using store = await open()
  const { database, path } = store
  const before = commitsIn(path)
  await Promise.all(Array.from({ length: 1_000 }, (_, at) => add(database, `${at}`)))
  assert.equal((await names(database)).length, 1_000)
  assert.ok(commitsIn(path) - before <= 5)
})

test('a commit is synced before its write resolves, and foreign keys are enforced', async () => {
  await using store = await open()
  const settings = await store.database.write(async ({ query }) => {
    const read = async (pragma: string) =>
      Object.values((await sql.raw(`PRAGMA ${pragma}`).execute(query)).rows[0] as object)[0]
    return [await read('synchronous'), await read('journal_mode'), await read('foreign_keys')]
  })
  assert.deepEqual(settings, [2n, 'wal', 1n])
})

test('work that throws leaves no changes, and the rest of its group is committed', async () => {
  await using store = await open()
  const { database } = store
  const results = await Promise.allSettled([
    add(database, 'first'),
    database.write(async (trx) => {
      await insert(trx, 'lost')
      throw new Error('changed my mind')
    }),
    add(database, 'second'),
    database.write(async (trx) => {
      await insert(trx, 'lost too')
      await trx.query
        .insertInto('pets')
        .values({ name: 'x' } as never)
        .execute()
    }),
    add(database, 'third'),
  ])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
  )
  assert.match(String((results[1] as PromiseRejectedResult).reason), /changed my mind/)
  assert.ok(!((results[3] as PromiseRejectedResult).reason instanceof DatabaseUnavailable))
  assert.deepEqual(await names(database), ['first', 'second', 'third'])
})

test('readers see committed changes only', async () => {
  await using store = await open()
  const { database } = store
  await database.write(async (trx) => {
    await insert(trx, 'new')
    assert.deepEqual(await names(database), [])
  })
  assert.deepEqual(await names(database), ['new'])
  await assert.rejects(database.read.deleteFrom('pets').execute())
})

test('listeners are notified after the commit and before the writer resumes, and never after a rollback', async () => {
  await using store = await open()
  const { database, path } = store
  const other = new DatabaseSync(path)
  const seen: unknown[] = []
  const look = () => void seen.push(other.prepare('SELECT name FROM pets').all().length)
  const kept = database.writeAs('me', async (trx) => {
    trx.record({ notify: look })
    await insert(trx, 'kept')
    // Work that shares a commit with work that must be undone runs again.
    if (seen.length === 0) look()
  })
  const undone = database.writeAs('me', async (trx) => {
    trx.record({ notify: () => void seen.push('undone') })
    await insert(trx, 'undone')
    throw new Error('no')
  })
  await kept.then(() => seen.push('answered'))
  await assert.rejects(undone)
  assert.deepEqual(seen, [0, 1, 'answered'])
  other.close()
})

/** Records what is written for the changes of each group, in order. */
const openGroups = async () => {
  const folder = temporaryFolder()
  const written: string[][] = []
  const consequences: Consequences<string, string> = {
    async write(_trx, recorded) {
      const changes = recorded.map(({ change }) => change)
      if (changes.includes('cannot be written')) throw new Error('cannot be written')
      for (const { change, by } of recorded) assert.equal(by, `who does ${change}`)
      written.push(changes)
    },
    notify: () => undefined,
  }
  const database = await openSqlite({ path: join(folder.path, 'store.db'), consequences })
  const runs: string[] = []
  const change = (name: string, fails: 'before writing' | 'after writing' | undefined = undefined) =>
    database.writeAs(`who does ${name}`, async (trx) => {
      runs.push(name)
      if (fails === 'before writing') throw new Error(fails)
      await insert(trx, name)
      trx.record(name)
      if (fails) throw new Error(fails)
    })
  const dispose = async () => {
    await database.close()
    folder.remove()
  }
  return { database, written, runs, change, [Symbol.asyncDispose]: dispose }
}

test('the consequences of a group are written at once, and nothing runs again because of work that did nothing', async () => {
  await using store = await openGroups()
  const { database, written, runs, change } = store
  const done = await Promise.allSettled([
    change('a'),
    change('b', 'before writing'),
    change('c'),
    database.writeAs('who does d', async (trx) => trx.record('d')),
  ])
  assert.deepEqual(
    done.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  )
  assert.deepEqual([written, runs], [[['a', 'c', 'd']], ['a', 'b', 'c']])
  assert.deepEqual(await names(database), ['a', 'c'])
})

test('failed work is rolled back, and its group runs at most twice', async () => {
  for (const failing of ['b', 'cannot be written']) {
    await using store = await openGroups()
    const { database, written, runs, change } = store
    const done = await Promise.allSettled([
      change('a'),
      change(failing, failing === 'b' ? 'after writing' : undefined),
      change('c'),
      change('d', 'after writing'),
    ])
    assert.deepEqual(
      done.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'rejected'],
    )
    for (const name of ['a', failing, 'c', 'd']) {
      assert.ok(runs.filter((run) => run === name).length <= 2, name)
    }
    assert.deepEqual(written, [['a'], ['c']])
    assert.deepEqual(await names(database), ['a', 'c'])
  }
})

test('work can have the consequences of earlier changes in its commit written first', async () => {
  await using store = await openGroups()
  const { database, written, change } = store
  const first = change('a')
  const seen = database.writeAs('who does looked', async (trx) => {
    trx.record('looked')
    await trx.settle()
    return written.flat()
  })
  await Promise.all([first, seen, change('b')])
  assert.deepEqual(await seen, ['a', 'looked'])
  assert.deepEqual(written, [['a', 'looked'], ['b']])
})

test('work that writes earlier consequences and then fails does not undo the other work', async () => {
  await using store = await openGroups()
  const { database, written, runs, change } = store
  const done = await Promise.allSettled([
    change('a'),
    database.writeAs('who does looked', async (trx) => {
      await trx.settle()
      throw new Error('refused')
    }),
    change('b'),
  ])
  assert.deepEqual(
    done.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(
    [written, runs],
    [
      [['a'], ['b']],
      ['a', 'b'],
    ],
    'nothing runs again',
  )
  assert.deepEqual(await names(database), ['a', 'b'])
})

test('earlier changes of a commit are not lost if writing their consequences fails', async () => {
  await using store = await openGroups()
  const { database, written, change } = store
  const done = await Promise.allSettled([
    change('a'),
    change('cannot be written'),
    database.writeAs('who does looked', (trx) => trx.settle()),
    change('b'),
  ])
  assert.deepEqual(
    done.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  )
  assert.deepEqual(written, [['a'], ['b']])
  assert.deepEqual(await names(database), ['a', 'b'])
})

test('listeners are notified of changes by other processes only', async () => {
  await using store = await open()
  await using own = await openOther(store.path)
  let notifications = 0
  const stop = store.database.onForeignChange(() => {
    notifications += 1
  })
  await own.database.write((trx) => insert(trx, 'from afar'))
  await eventually('the change is notified', () => notifications === 1)
  const endMs = performance.now() + 150
  while (performance.now() < endMs) await add(store.database, 'ours')
  assert.equal(notifications, 1)
  await own.database.write((trx) => insert(trx, 'from afar'))
  await eventually('the change is notified', () => notifications === 2)
  stop()
})

const openOther = async (path: string) => {
  const database = await openSqlite({ path })
  return { database, [Symbol.asyncDispose]: () => database.close() }
}

/** The file may grow by this many pages, and then SQLite reports that the disk is full. */
const leaveRoom = (database: Database, pages: number) =>
  database.write(async ({ query }) => {
    const { rows } = await sql.raw<{ page_count: bigint }>('PRAGMA page_count').execute(query)
    const count = Number(rows[0]?.page_count) + pages
    await sql.raw(`PRAGMA max_page_count = ${count}`).execute(query)
  })

test('when the disk is full every writer gets an error, nothing is half done, reads continue, and writes recover', async () => {
  await using store = await open()
  const { database } = store
  await add(database, 'before')
  await leaveRoom(database, 2)
  const results = await Promise.allSettled([
    add(database, 'small'),
    add(database, 'x'.repeat(100_000)),
    add(database, 'small too'),
  ])
  for (const result of results) {
    assert.equal(result.status, 'rejected')
    assert.ok((result as PromiseRejectedResult).reason instanceof DatabaseUnavailable)
  }
  assert.deepEqual(await names(database), ['before'])
  assert.equal(await database.isAlive(), true)
  await assert.rejects(add(database, 'x'.repeat(100_000)), DatabaseUnavailable)
  assert.equal(await database.writeFault(), 'failing')
  await leaveRoom(database, 1_000)
  await add(database, 'after')
  assert.equal(await database.writeFault(), undefined)
  assert.deepEqual(await names(database), ['before', 'after'])
})

test('closing waits for writes in progress', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'store.db')
  const database = await openSqlite({ path })
  const writes = Array.from({ length: 300 }, (_, at) => add(database, `${at}`))
  await database.close()
  assert.equal((await Promise.all(writes)).length, 300)
  const again = await openSqlite({ path })
  assert.equal((await names(again)).length, 300)
  await again.close()
})

test('processes that start at the same time create a new store once', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'deep', 'er', 'store.db')
  const environment = { ...basicEnvironment, DATABASE_URL: `sqlite:${path}` }
  await Promise.all(Array.from({ length: 2 }, () => cli(environment, 'migrate')))
  const database = await openSqlite({ path })
  assert.deepEqual(await names(database), [])
  await database.close()
})

test('an id is never reused, not even after its animal was deleted', async () => {
  await using store = await open()
  const { database } = store
  await add(database, 'one')
  const last = await add(database, 'two')
  await database.write(({ query }) => query.deleteFrom('pets').execute())
  assert.equal(await add(database, 'three'), last + 1n)
})

test('int64 values come back exactly as they were stored', async () => {
  await using store = await open()
  const { database } = store
  for (const value of [2n ** 63n - 1n, -(2n ** 63n), 9007199254740993n, 0n]) {
    const category_id = value
    const pet = { name: 'x', name_folded: 'x', category_id, status: 'sold', account_id: 1n }
    await database.write(({ query }) => query.insertInto('pets').values(pet).execute())
    const row = await database.read
      .selectFrom('pets')
      .select('category_id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    assert.equal(row.category_id, value)
  }
})

const noAuthorizer = !('setAuthorizer' in DatabaseSync.prototype) && 'this Node.js cannot observe compilation'
test('a query is compiled once, whatever its limit', { skip: noAuthorizer }, () => {
  using connection = connect(':memory:')
  connection.exec(`
    CREATE TABLE pets (id INTEGER PRIMARY KEY); INSERT INTO pets VALUES (1), (2), (3)`)
  const list = prepared((query, { afterId, limit }: { afterId: bigint; limit: number }) =>
    query.selectFrom('pets').select('id').where('id', '>', afterId).limit(limit),
  )
  const query = kyselyOf(connection)
  const idsFrom = (afterId: bigint, limit: number) => {
    const rows = list(query, { afterId, limit })
    assert.ok(!(rows instanceof Promise))
    return rows.map(({ id }) => id)
  }
  let lookedAt = 0
  // Called for each table and column that a statement names, when it is compiled.
  connection.setAuthorizer(() => {
    lookedAt += 1
    return constants.SQLITE_OK
  })
  assert.deepEqual(idsFrom(0n, 1), [1n])
  assert.ok(lookedAt > 0)
  lookedAt = 0
  assert.deepEqual(idsFrom(0n, 2), [1n, 2n])
  assert.deepEqual(idsFrom(1n, 3), [2n, 3n])
  assert.equal(lookedAt, 0)
})

/** Early releases of Node.js 24 count the columns before SQLite recompiles the statement. */
const countsTooSoon = () => {
  using connection = new DatabaseSync(':memory:')
  connection.exec('CREATE TABLE a (b); INSERT INTO a VALUES (1)')
  const statement = connection.prepare('SELECT * FROM a')
  statement.all()
  connection.exec('ALTER TABLE a ADD COLUMN c')
  return Object.keys(statement.all()[0] ?? {}).length < 2 && 'this Node.js does not return it'
}
test('a statement also returns a column that was added after it was compiled', {
  skip: countsTooSoon(),
}, () => {
  using connection = connect(':memory:')
  const prepare = statementsOf(connection)
  connection.exec('CREATE TABLE kennels (id INTEGER PRIMARY KEY); INSERT INTO kennels VALUES (1)')
  const all = () => prepare('SELECT * FROM kennels').all([])
  assert.deepEqual(all(), [{ id: 1n }])
  connection.exec("ALTER TABLE kennels ADD COLUMN name TEXT DEFAULT 'Sunny'")
  assert.deepEqual(all(), [{ id: 1n, name: 'Sunny' }])
  assert.deepEqual([...prepare('SELECT * FROM kennels').iterate([])], all())
})
