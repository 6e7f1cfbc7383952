import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { tester } from '../../../test/harness/author.ts'
import { testClock } from '../../../test/harness/clock.ts'
import { type Engine, engines, freshDatabase } from '../../../test/harness/engines.ts'
import { openForChanges, testAuditKeys } from '../../../test/harness/notified.ts'
import { acceptBreaks } from './audit-acceptance.ts'
import { auditKeys, type SignedEntry, type SignedHead } from './audit-chain.ts'
import { verifyAudit } from './audit-verification.ts'

const operator = { type: 'cli', name: 'ada' } as const
const reason = 'the standby was behind'

/** A store with three replicas, each of which has seen its own writes. */
const openReplicas = async (engine: Engine) => {
  const store = await freshDatabase(engine)
  const clock = testClock()
  const open = () => openForChanges(store.url, { clock })
  const replicas = [await open(), await open(), await open()] as const
  const [database] = replicas
  const write = (at: 0 | 1 | 2, keyId = 1n) =>
    replicas[at].writeAs(tester, async (trx) => {
      trx.record({ kind: 'key created', accountId: 1n, keyId })
    })
  /** Writes on all replicas at once. */
  const writeEverywhere = async (times: number): Promise<void> => {
    for (let round = 0; round < times; round += 1) await Promise.all(([0, 1, 2] as const).map((at) => write(at)))
  }
  const run = (text: string) =>
    database.write(async ({ query }) => {
      for (const one of text.split(';')) await sql.raw(one).execute(query)
    })
  const rows = (): Promise<SignedEntry[]> => database.read.selectFrom('audit_log').selectAll().orderBy('id').execute()
  const verify = () => verifyAudit(database.read, testAuditKeys)
  return {
    database,
    clock,
    write,
    writeEverywhere,
    run,
    rows,
    verify,
    accept: (fromId: bigint, keys = testAuditKeys) => acceptBreaks({ database, keys }, operator, { fromId, reason }),
    copyHead: (): Promise<SignedHead> => database.read.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow(),
    /** The state of a standby that was promoted before it had replicated everything. */
    rollBackTo: (head: SignedHead) =>
      database.write(async ({ query }) => {
        await query.deleteFrom('audit_log').where('id', '>', head.last_id).execute()
        await query.updateTable('audit_head').set(head).execute()
      }),
    async breaks(): Promise<string[]> {
      const found = (await rows()).filter(({ action }) => action === 'audit.unverified')
      return found.map(({ id, target_id, fields }) => `${id}: ${fields} ${target_id}`)
    },
    async kinds(): Promise<string[]> {
      const { findings } = await verify()
      return findings.map(({ kind, first, last }) => `${kind} ${first}-${last}`)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(replicas.map((replica) => replica.close()))
      await store.remove()
    },
  }
}

const unusedHead =
  "update audit_head set last_id = 0, last_mac = '', removed_through = 0, removed_mac = '', key = '', mac = ''"

for (const engine of engines) {
  test(`a failover that lost transactions is reported once over all replicas, and accepted with a reason (${engine})`, async () => {
    await using log = await openReplicas(engine)
    await log.writeEverywhere(2)
    const head = await log.copyHead()
    await log.writeEverywhere(3)
    await log.rollBackTo(head)
    await log.writeEverywhere(10)
    assert.equal((await log.breaks()).length, 1)
    const [first = ''] = await log.breaks()
    assert.match(first, /^7: entries 1[2-5]$/)
    assert.deepEqual(await log.kinds(), ['unverified 7-7'])

    const accepted = await log.accept(7n)
    assert.deepEqual(accepted, { id: 38n, reason, count: 1, first: 7n, last: 7n })
    const { findings, accepted: listed } = await log.verify()
    assert.deepEqual(findings, [])
    const timeMs = Number((await log.rows()).at(-1)?.time)
    assert.deepEqual(listed, [{ ...accepted, timeMs, by: 'ada' }])

    // The next one is not accepted too, though it overwrites what was written since.
    await log.writeEverywhere(1)
    const later = await log.copyHead()
    await log.writeEverywhere(2)
    await log.rollBackTo(later)
    await log.writeEverywhere(5)
    assert.deepEqual(await log.kinds(), ['unverified 42-42'])
    await log.accept(42n)
    assert.deepEqual(await log.kinds(), [])
    assert.deepEqual(
      (await log.verify()).accepted.map(({ first, last }) => [first, last]),
      [
        [7n, 7n],
        [42n, 42n],
      ],
    )
  })

  test(`entries cut off without their head, or with a forged or empty head, are one break too (${engine})`, async () => {
    for (const [what, text, expected] of [
      ['only the rows', 'delete from audit_log where id > 5', /^6: entries 9$/],
      ['all rows', 'delete from audit_log', /^1: entries 9$/],
      [
        'a forged head',
        `delete from audit_log where id > 5;
          update audit_head set last_id = 5, last_mac = (select mac from audit_log where id = 5)`,
        /^6: signature 5$/,
      ],
      ['all rows and the head', `delete from audit_log; ${unusedHead}`, /^1: entries [789]$/],
    ] as const) {
      await using log = await openReplicas(engine)
      await log.writeEverywhere(3)
      await log.run(text)
      await log.writeEverywhere(5)
      const [first = '', ...others] = await log.breaks()
      assert.match(first, expected, what)
      assert.deepEqual(others, [], what)
      const [id] = first.split(':')
      assert.deepEqual(await log.kinds(), [`unverified ${id}-${id}`], what)
      await log.accept(BigInt(id ?? 0))
      assert.deepEqual(await log.kinds(), [], what)
    }
  })

  test(`a lost entry is noticed by the replica that wrote it, even after others have written more than was lost (${engine})`, async () => {
    await using log = await openReplicas(engine)
    await log.write(0)
    const head = await log.copyHead()
    await log.write(1)
    await log.rollBackTo(head)
    // No entry is missing that this replica knew of.
    for (let count = 0; count < 5; count += 1) await log.write(0, 2n)
    assert.deepEqual(await log.kinds(), [])
    await log.write(1)
    await log.write(1)
    assert.deepEqual(await log.breaks(), ['7: entries 2'])
    // The next failover also loses the report, which every replica knew of.
    await log.writeEverywhere(1)
    await log.rollBackTo(head)
    log.clock.advance(1_000)
    await log.writeEverywhere(5)
    assert.equal((await log.breaks()).length, 1)
  })

  test(`each write finds the newest break without reading other entries (${engine})`, async () => {
    await using log = await openReplicas(engine)
    await log.run(`insert into audit_log (id, time, actor_type, action, target_type, key, mac)
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 20000)
      select n, 1, 'cli', 'pet.update', 'pet', 'k', 'm' from numbers; analyze audit_log`)
    const explain = engine === 'sqlite' ? 'explain query plan' : 'explain'
    const plan = await sql
      .raw(`${explain} select (select mac from audit_log where audit_log.action = 'audit.unverified'
        order by audit_log.id desc limit 1)`)
      .execute(log.database.read)
    const steps = plan.rows.flatMap((row) => Object.values(row ?? {}).map(String))
    assert.match(steps.join('\n'), /audit_log_breaks/)
  })
}

test('an acceptance does not hide changed entries, and a changed acceptance accepts nothing', async () => {
  for (const [what, text, expected] of [
    ['an entry', "update audit_log set actor_name = 'me' where id = 3", ['changed 3-3']],
    ['the break', "update audit_log set fields = 'signature' where id = 4", ['changed 4-4']],
    ['a later entry', "update audit_log set actor_name = 'me' where id = 9", ['changed 9-9']],
    ['the reason', "update audit_log set fields = 'x' where id = 8", ['unverified 4-4', 'changed 8-8']],
    ['where it begins', 'update audit_log set target_id = 1 where id = 8', ['unverified 4-4', 'changed 8-8']],
    ['it is removed', 'delete from audit_log where id = 8', ['missing 8-8', 'unverified 4-4']],
    ['it follows a gap', 'delete from audit_log where id = 7', ['missing 7-7', 'unverified 4-4']],
    [
      'one is made of another entry',
      "update audit_log set action = 'audit.accept', target_id = 1 where id = 9; delete from audit_log where id = 8",
      ['missing 8-8', 'unverified 4-4'],
    ],
  ] as const) {
    await using log = await openReplicas('sqlite')
    await log.writeEverywhere(1)
    const head = await log.copyHead()
    await log.writeEverywhere(1)
    await log.rollBackTo(head)
    await log.writeEverywhere(1)
    await log.accept(4n)
    await log.writeEverywhere(1)
    assert.deepEqual(await log.kinds(), [])
    await log.run(text)
    assert.deepEqual(await log.kinds(), expected, what)
  }
})

test('an acceptance starts at an entry of the log and covers an unaccepted break', async () => {
  await using log = await openReplicas('sqlite')
  await log.writeEverywhere(1)
  await assert.rejects(log.accept(2n), /^Error: from entry 2 on, the log has no unaccepted break/)
  const head = await log.copyHead()
  await log.writeEverywhere(1)
  await log.rollBackTo(head)
  await log.writeEverywhere(1)
  for (const id of [0n, 99n, 2n ** 63n - 1n]) {
    await assert.rejects(log.accept(id), new RegExp(`the log has no entry ${id}$`))
  }
  await assert.rejects(log.accept(5n), /from entry 5 on, the log has no unaccepted break/)
  const { id } = await log.accept(1n)
  await assert.rejects(log.accept(1n), /from entry 1 on, the log has no unaccepted break/)
  assert.deepEqual(await log.kinds(), [])
  assert.equal((await log.rows()).at(-1)?.id, id)
})

test('nothing is accepted while the end of the log has been changed, or with another key', async () => {
  await using log = await openReplicas('sqlite')
  await log.writeEverywhere(1)
  const head = await log.copyHead()
  await log.writeEverywhere(1)
  await log.rollBackTo(head)
  await log.writeEverywhere(1)
  const sound = await log.copyHead()
  await assert.rejects(log.accept(4n, auditKeys(['another key of the tests'])), /nothing was/)
  // A write must not accept a break that it reports itself.
  await log.run("update audit_head set mac = 'x'")
  await assert.rejects(log.accept(4n), /nothing was accepted/)
  await log.database.write(({ query }) => query.updateTable('audit_head').set(sound).execute())
  await log.run('create table kept as select * from audit_log; delete from audit_log where id > 5')
  await assert.rejects(log.accept(4n), /nothing was accepted/)
  await log.run('delete from audit_log; insert into audit_log select * from kept')
  await log.accept(4n)
  assert.deepEqual(await log.kinds(), [])
})

test('after a failed group commit, the log has no break', async () => {
  await using log = await openReplicas('sqlite')
  await log.write(0)
  await log.run(`create table owners (id integer primary key);
    create table owned (owner integer references owners (id) deferrable initially deferred)`)
  const runIn = (text: string, error?: Error) =>
    log.database.write(async ({ query }) => {
      await sql.raw(text).execute(query)
      if (error) throw error
    })
  const undone = await Promise.allSettled([
    log.write(0),
    log.write(0),
    // This write must be rolled back alone, so each gets a savepoint.
    runIn('insert into owners values (1)', new Error('changed my mind')),
    log.write(0),
    // The commit detects this one.
    runIn('insert into owned values (2)'),
  ])
  assert.deepEqual(
    undone.map(({ status }) => status),
    Array(5).fill('rejected'),
  )
  assert.equal((await log.rows()).length, 1)
  await log.write(0)
  assert.deepEqual(await log.breaks(), [])
})
