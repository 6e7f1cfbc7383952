import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { tester } from '../../../test/harness/author.ts'
import { testClock } from '../../../test/harness/clock.ts'
import { neverStopping } from '../../../test/harness/never-stopping.ts'
import { openForChanges, testAuditKeys } from '../../../test/harness/notified.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { createLogger } from '../../platform/log.ts'
import { DatabaseUnavailable } from '../../platform/storage/database.ts'
import type { Author } from '../../requests/author/author.ts'
import { auditKeys, type SignedEntry } from './audit-chain.ts'
import { auditReads } from './audit-reads.ts'
import { auditUpkeep } from './audit-upkeep.ts'
import { type NotedHead, verifyAudit } from './audit-verification.ts'
import { auditWriter } from './audit-writer.ts'

const silent = createLogger('silent')

const openLog = async () => {
  const folder = temporaryFolder()
  const clock = testClock()
  const database = await openForChanges(join(folder.path, 'store.db'), { clock })
  const add = (keyId: bigint, author: Author = tester) =>
    database.writeAs(author, async (trx) => {
      trx.record({ kind: 'key created', accountId: 1n, keyId })
    })
  const dispose = async () => {
    await database.close()
    folder.remove()
  }
  return {
    database,
    clock,
    add,
    run: (text: string) => database.write(({ query }) => sql.raw(text).execute(query)),
    rows: () => database.read.selectFrom('audit_log').selectAll().orderBy('id').execute(),
    verify: (noted?: NotedHead, keys = testAuditKeys) => verifyAudit(database.read, keys, noted),
    async kinds(noted?: NotedHead) {
      const { findings } = await verifyAudit(database.read, testAuditKeys, noted)
      return findings.map(({ kind, first, last }) => `${kind} ${first}-${last}`)
    },
    [Symbol.asyncDispose]: dispose,
  }
}

type Log = Awaited<ReturnType<typeof openLog>>

const fill = async (log: Log, count: number) => {
  for (let id = 1n; id <= count; id += 1n) await log.add(id)
}

test('changed, removed, inserted, moved and cut off entries are each found and named', async () => {
  for (const [what, text, expected] of [
    ['nothing', 'select 1', []],
    ['changed', "update audit_log set action = 'key.revoke' where id = 4", ['changed 4-4']],
    ['removed', 'delete from audit_log where id in (4, 5)', ['missing 4-5']],
    ['the first removed', 'delete from audit_log where id = 1', ['missing 1-1']],
    ['cut off', 'delete from audit_log where id > 8', ['truncated 9-10']],
    ['all removed', 'delete from audit_log', ['truncated 1-10']],
    [
      'inserted',
      `insert into audit_log select 11, time, actor_type, actor_id, actor_name, action, target_type,
        target_id, fields, request_id, address, key, mac from audit_log where id = 10`,
      ['inserted 11-11', 'changed 11-11'],
    ],
    [
      'moved',
      'update audit_log set id = case id when 4 then -5 when 5 then -4 else id end',
      ['reordered 4-4', 'reordered 5-5'],
    ],
  ] as const) {
    await using log = await openLog()
    await fill(log, 10)
    await log.run(text)
    await log.run('update audit_log set id = -id where id < 0')
    assert.deepEqual(await log.kinds(), expected, what)
  }
})

test('the log cannot be truncated without the key, and the next write does not hide that', async () => {
  await using log = await openLog()
  await fill(log, 10)
  await log.run('delete from audit_log where id > 7')
  await log.run('update audit_head set last_id = 7, last_mac = (select mac from audit_log where id = 7)')
  assert.deepEqual(await log.kinds(), ['head 7-7'])
  await log.add(8n)
  const [before, next] = (await log.rows()).slice(-2)
  assert.deepEqual([before?.action, next?.action], ['audit.unverified', 'key.create'])
  assert.deepEqual(await log.kinds(), ['unverified 8-8'])
})

const unused =
  "update audit_head set last_id = 0, last_mac = '', removed_through = 0, removed_mac = '', key = '', mac = ''"
const account = "insert into accounts (id, name, plan, created_at) values (1, 'a', 'free', 0)"

test('a log that was removed with its head is not mistaken for a new one', async () => {
  await using log = await openLog()
  assert.deepEqual(await log.kinds(), [])
  await fill(log, 3)
  await log.run(account)
  await log.run('delete from audit_log')
  await log.run(unused)
  assert.deepEqual(await log.kinds(), ['empty 0-0'])
  await log.add(4n)
  assert.deepEqual(await log.kinds(), ['unverified 1-1'], 'this process has seen entries')

  await log.run('delete from audit_log')
  await log.run(unused)
  const target = { type: 'key', id: 9n } as const
  const pending = { action: 'key.create', target, author: tester, timeMs: 1_000 } as const
  // Simulates a restart.
  await log.database.write((trx) => auditWriter(testAuditKeys)(trx, [pending]))
  assert.deepEqual(
    (await log.rows()).map(({ action }) => action),
    ['audit.begin', 'key.create'],
  )
  const { findings, begunAtMs } = await log.verify()
  assert.deepEqual([findings, begunAtMs], [[], 1_000])
})

test('the log of a new store begins with its first account', async () => {
  await using log = await openLog()
  await log.run(account)
  await log.database.writeAs(tester, async (trx) => {
    trx.record({ kind: 'account added', accountId: 1n })
  })
  assert.deepEqual(
    (await log.rows()).map(({ action }) => action),
    ['account.create'],
  )
})

test('a process that has seen a later head finds an earlier one that is put back', async () => {
  await using log = await openLog()
  await fill(log, 3)
  const head = await log.database.read.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow()
  await fill(log, 3)
  await log.run('delete from audit_log where id > 3')
  await log.database.write(({ query }) => query.updateTable('audit_head').set(head).execute())
  await log.add(9n)
  assert.deepEqual(await log.kinds(), ['unverified 4-4'])
})

test('a noted head reveals an older copy of the whole log', async () => {
  await using log = await openLog()
  await fill(log, 3)
  const old = {
    rows: await log.rows(),
    head: await log.database.read.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow(),
  }
  await fill(log, 3)
  const { head } = await log.verify()
  const [id = '', mac = ''] = head.split(':')
  const noted = { id: BigInt(id), mac }
  assert.deepEqual(await log.kinds(noted), [])
  await log.run('delete from audit_log where id > 3')
  await log.database.write(({ query }) => query.updateTable('audit_head').set(old.head).execute())
  assert.deepEqual(await log.kinds(), [])
  assert.deepEqual(await log.kinds(noted), ['truncated 4-6'])
  log.clock.advance(1_000)
  await fill(log, 3)
  // The first finding comes from the process, which has seen later entries.
  assert.deepEqual(await log.kinds(noted), ['unverified 4-4', 'changed 6-6'])
})

test('any sequence of entries verifies, and fails to verify if any byte is changed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 3 })), {
        minLength: 1,
        maxLength: 12,
      }),
      fc.nat(),
      fc.nat(),
      async (jobs, place, at) => {
        await using log = await openLog()
        const work = jobs.map(([fails, changes], job) =>
          log.database.writeAs({ ...tester, requestId: `job ${job}` }, async (trx) => {
            for (let id = 0; id < changes; id += 1) {
              trx.record({ kind: 'key created', accountId: 1n, keyId: BigInt(id) })
            }
            await trx.query
              .insertInto('audit_log')
              .values([])
              .execute()
              .catch(() => {})
            if (fails) throw new Error('changed my mind')
          }),
        )
        const done = await Promise.allSettled(work)
        const kept = jobs.filter((_, job) => done[job]?.status === 'fulfilled')
        const rows = await log.rows()
        assert.equal(
          rows.length,
          kept.reduce((sum, [, changes]) => sum + changes, 0),
        )
        assert.deepEqual(await log.kinds(), [])
        const row = rows[place % Math.max(1, rows.length)]
        if (!row) return
        await changeByte(log, row, at)
        assert.notDeepEqual(await log.kinds(), [])
      },
    ),
    { numRuns: 25 },
  )
})

/** Changes one byte of one value, or sets a value that was null. */
const changeByte = async (log: Log, row: SignedEntry, at: number): Promise<void> => {
  const columns = Object.keys(row).filter((column) => column !== 'id')
  const column = columns[at % columns.length] ?? 'mac'
  const value = row[column as keyof SignedEntry]
  const text = typeof value === 'string' ? value : ''
  const place = text.length === 0 ? 0 : at % text.length
  const changed =
    typeof value === 'bigint'
      ? value + 1n
      : `${text.slice(0, place)}${text[place] === 'x' ? 'y' : 'x'}${text.slice(place + 1)}`
  const stored = value === null && /_id$/.test(column) && column !== 'request_id' ? 1n : changed
  await log.database.write(({ query }) =>
    query
      .updateTable('audit_log')
      .set({ [column]: stored })
      .where('id', '=', row.id)
      .execute(),
  )
}

test('old entries are removed behind a signed anchor, unless they were changed', async () => {
  await using log = await openLog()
  const { database, clock } = log
  const upkeep = auditUpkeep({
    database,
    keys: testAuditKeys,
    clock,
    retentionMs: 1_000,
    log: silent,
  })
  await fill(log, 600)
  clock.advance(2_000)
  await fill(log, 3)
  await upkeep.purge(neverStopping)
  assert.deepEqual(
    (await log.rows()).map(({ id }) => id),
    [601n, 602n, 603n],
  )
  assert.deepEqual(await log.kinds(), [])
  await log.run('update audit_log set time = 0 where id = 601')
  await upkeep.purge(neverStopping)
  assert.equal((await log.rows()).length, 3)
  assert.deepEqual(await log.kinds(), ['changed 601-601'])
  await log.run('update audit_head set removed_through = 601')
  assert.ok((await log.kinds()).includes('head 603-603'))
})

test('a new key continues the chain if the old one is listed after it, and records a break if not', async () => {
  await using log = await openLog()
  await fill(log, 2)
  const author = { ...tester }
  const pending = {
    action: 'key.create',
    target: { type: 'key', id: 9n },
    author,
    timeMs: 1,
  } as const
  const old = 'a key of tests and of nobody else'
  const both = auditKeys(['another key of the tests', old])
  await log.database.write((trx) => auditWriter(both)(trx, [pending]))
  assert.deepEqual((await log.verify(undefined, both)).findings, [])
  assert.deepEqual(
    (await log.kinds()).map((kind) => kind.replace(/-.*/, '')),
    ['unknown key 3', 'unknown key 3'],
  )
  const stranger = auditKeys(['a key that nobody knows of'])
  await log.database.write((trx) => auditWriter(stranger)(trx, [pending]))
  assert.deepEqual((await log.rows()).map(({ action }) => action).slice(-2), ['audit.unverified', 'key.create'])
})

test('keys for other purposes differ by purpose and environment, and the key of the log does not', () => {
  const secrets = ['a key of both environments'] as const
  const [live, staged] = [auditKeys(secrets, 'production'), auditKeys(secrets, 'staging')]
  const derived = [live, staged].flatMap((keys) =>
    ['sign-in tickets', 'application links'].map((purpose) => keys.keyFor(purpose).export().toString('hex')),
  )
  assert.equal(new Set(derived).size, 4)
  assert.equal(live.fingerprint, staged.fingerprint)
})

test('more reads than fit in the queue are all recorded while the database accepts them', async () => {
  await using log = await openLog()
  const { database, clock } = log
  const reads = auditReads({ database, clock, log: silent })
  const entry = { action: 'order.read', target: { type: 'order', id: 1n } } as const
  for (let round = 0; round < 13; round += 1) {
    for (let at = 0; at < 1_000; at += 1) reads.note(tester, entry)
    // Waits for the write that began before.
    await database.write(async () => {})
    await database.write(async () => {})
  }
  await reads.flush()
  const rows = await log.rows()
  assert.equal(rows.length, 13_000)
  assert.ok(rows.every(({ action }) => action === 'order.read'))
})

test('reads succeed while the database is not writable, and the gap is recorded', async () => {
  await using log = await openLog()
  const { database, clock } = log
  let isFull = true
  const reads = auditReads({
    database: {
      writeAs: (author, work) =>
        isFull ? Promise.reject(new DatabaseUnavailable(new Error('full'))) : database.writeAs(author, work),
    },
    clock,
    log: silent,
  })
  const read = () => reads.note(tester, { action: 'order.read', target: { type: 'order', id: 1n } })
  for (let at = 0; at < 10_005; at += 1) read()
  await assert.rejects(reads.flush(), DatabaseUnavailable)
  isFull = false
  await reads.flush()
  const [first, ...rest] = await log.rows()
  assert.deepEqual([first?.action, first?.target_type, first?.target_id], ['audit.gap', 'reads', 5n])
  assert.deepEqual([rest.length, rest.every(({ action }) => action === 'order.read')], [10_000, true])
  read()
  await reads.flush()
  assert.equal((await log.rows()).filter(({ action }) => action === 'audit.gap').length, 1)
  assert.deepEqual(await log.kinds(), [])
})

test('a transaction rolled back after writing its entries is not mistaken for a truncated log', async () => {
  await using log = await openLog()
  const { database } = log
  await fill(log, 3)
  const undone = database.writeAs(tester, async (trx) => {
    trx.record({ kind: 'key created', accountId: 1n, keyId: 4n })
    await trx.settle()
    trx.record({ kind: 'key created', accountId: 1n, keyId: 5n })
    await trx.settle()
    throw new Error('no')
  })
  await assert.rejects(undone, { message: 'no' })
  await log.add(6n)
  assert.deepEqual(
    (await log.rows()).map(({ action }) => action),
    Array(4).fill('key.create'),
  )
  assert.deepEqual(await log.kinds(), [])
})
