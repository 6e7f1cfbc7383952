import assert from 'node:assert/strict'
import { DAY_MS } from '../server/platform/durations.ts'
import type { Database } from '../server/platform/storage/database.ts'
import { onEachEngine } from './harness/app.ts'

const ROWS = 3
/** Longer than anything is retained. */
const LATER_MS = 40_000 * DAY_MS

type Table =
  | 'events'
  | 'mails'
  | 'recent_applications'
  | 'counted_mails'
  | 'ended_histories'
  | 'media_files'
  | 'audit_log'

const count = async ({ read }: Database, table: Table): Promise<number> => {
  const { rows } = await read
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<bigint>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}

const numbers = Array.from({ length: ROWS }, (_, at) => BigInt(at + 1))

const fill = (database: Database): Promise<void> =>
  database.write(async ({ query }) => {
    const event = { type: 'pet.updated', time: 0n, data: '{}', order_id: null }
    const mail = { kind: 'invitation', status: 'sent', to_address: 'a@example.org', attempts: 1n }
    const nothing = {
      to_name: null,
      about: null,
      account_id: null,
      application_id: null,
      from_name: null,
      reply_to: null,
      subject: null,
      sealed_text: null,
      secret_until: null,
      requested_by: null,
      next_attempt_at: null,
      leased_until: null,
      last_error: null,
    }
    const times = { give_up_at: 0n, created_at: 0n, sent_at: 0n, remove_at: 1n }
    for (const id of numbers) {
      await query
        .insertInto('events')
        .values({ ...event, application_id: null })
        .execute()
      await query
        .insertInto('mails')
        .values({ ...mail, ...nothing, ...times, message_key: `${id}` })
        .execute()
      await query
        .insertInto('recent_applications')
        .values({ counted_by: 'somebody', application_id: id, sent_at: 0n })
        .execute()
      await query.insertInto('counted_mails').values({ counted_by: 'a', sent_at: 0n }).execute()
      await query.insertInto('ended_histories').values({ pet_id: id, through: id }).execute()
      const file = { name: `${'0'.repeat(63)}${id}.webp`, touched_at: 0n, removing: 0n }
      await query.insertInto('media_files').values(file).execute()
    }
  })

/** The rows that each routine removes. */
const routines = {
  'events.purge': 'events',
  'mails.purge': 'mails',
  'applicationLimits.purge': 'recent_applications',
  'applicationMails.purge': 'counted_mails',
  'histories.end': 'ended_histories',
  'photos.sweep': 'media_files',
  'audit.purge': 'audit_log',
} as const satisfies Record<string, Table>

onEachEngine('a process that stops leaves the rest of the removal to the next start', async (open) => {
  const stop = new AbortController()
  await using app = await open({ stop })
  const database = await app.openDatabase()
  const run = async () => {
    const left: Partial<Record<Table, number>> = {}
    for (const [name, table] of Object.entries(routines)) {
      await app.service.runRoutine(name)
      left[table] = await count(database, table)
    }
    return left
  }
  app.clock.advance(LATER_MS)
  await fill(database)
  const before: Partial<Record<Table, number>> = {}
  for (const table of Object.values(routines)) before[table] = await count(database, table)
  assert.ok(
    Object.values(before).every((rows) => rows > 0),
    JSON.stringify(before),
  )
  stop.abort()
  assert.deepEqual(await run(), before)
  await database.close()
})

onEachEngine('a process that keeps running removes all of it', async (open) => {
  await using app = await open()
  const database = await app.openDatabase()
  app.clock.advance(LATER_MS)
  await fill(database)
  for (const [name, table] of Object.entries(routines)) {
    await app.service.runRoutine(name)
    assert.equal(await count(database, table), 0, name)
  }
  await database.close()
})
