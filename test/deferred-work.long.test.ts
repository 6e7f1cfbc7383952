import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { stringifyJson } from '../server/platform/http/json.ts'
import type { Database } from '../server/platform/storage/database.ts'
import { contributions } from '../server/program/contributions.ts'
import { onEachEngine, type TestApp } from './harness/app.ts'
import { applicationsOf } from './harness/applications.ts'
import { tester } from './harness/author.ts'
import { changesOf, sender } from './harness/changes.ts'
import { furnished, type Operation, operations } from './harness/operations.ts'

// For every operation of the API description: what one request makes the store do later, elsewhere or for others, and
// whether its caller has paid for it. New operations are included automatically. Decision 19 lists the budgets.

/** The deferred work and the stored data of one request. */
type Work = { events: number; mails: number; rows: number; bytes: number }

/** The work of each counted request. It must not grow with the content of the store. */
const PER_REQUEST: Work = {
  // An approval changes an order, an application and an animal.
  events: 3,
  // A link to a person, or an email to an applicant. Notices to staff have a separate budget.
  mails: 1,
  // Includes entries of the audit log, the history of an animal, and its listing.
  rows: 25,
  // In addition to the content of the request itself.
  bytes: 16 * 1024,
}
/** A body is stored in its row, an event, the search text and the response for an `Idempotency-Key`. */
const BYTES_PER_BYTE = 8

/** Operations that cost one request, and change as much as the request contains. */
const more: Record<string, { most: Partial<Work>; because: string }> = {
  updateProfiles: { most: { events: 100 }, because: 'a batch has at most 100 profiles' },
  approveApplication: { most: { events: 4 }, because: 'it also places the order that it approves' },
  addPhoto: { most: { bytes: 1_000_000 }, because: 'widths of a photo that was sent' },
}

/** Tables that are written periodically, and not by requests. */
const periodic = new Set<string>([
  'rate_windows',
  'key_windows',
  'publishable_windows',
  'user_windows',
  'usage_days',
  // These belong to the webhook, which receives at most one delivery per event meanwhile.
  'deliveries',
  'webhooks',
])

const MAILS_PER_DAY = 2

type Row = Record<string, unknown>
type Rows = Map<string, string[]>

const rowsOf = async (database: Pick<Database, 'read'>): Promise<Rows> => {
  const found: Rows = new Map()
  for (const table of Object.keys(contributions.tables)) {
    if (periodic.has(table)) continue
    const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(database.read)
    found.set(
      table,
      rows.map(({ last_used_at: _used, last_seen_at: _seen, ...row }) => stringifyJson(row)),
    )
  }
  return found
}

/** Rows that were added or changed. */
const writtenIn = (before: Rows, after: Rows): { table: string; text: string }[] =>
  [...after].flatMap(([table, rows]) => {
    const known = new Set(before.get(table))
    return rows.filter((text) => !known.has(text)).map((text) => ({ table, text }))
  })

/** Whether it is a new row, and not a changed one: an erasure rewrites past events. */
const isNew = ({ table, text }: { table: string; text: string }, before: Rows): boolean =>
  !(before.get(table) ?? []).some((row) => idOf(row) === idOf(text))

const idOf = (row: string): unknown => {
  const { id, sequence } = JSON.parse(row)
  return sequence ?? id
}

/** Mail to applicants that is not held. */
const isCharged = (row: string): boolean => {
  const { kind, status } = JSON.parse(row)
  return /^application/.test(kind) && status !== 'held'
}

const variantBytes = (body: string): number =>
  (JSON.parse(body).variants ?? []).reduce((sum: number, { bytes }: { bytes: number }) => sum + bytes, 0)

onEachEngine("no operation causes more work than its caller's budget allows", async (open) => {
  // Nothing listens on this port, so mail stays queued and can be counted.
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_PER_ACCOUNT_PER_DAY: String(MAILS_PER_DAY) }
  await using app = await open({ settings: { OVERLOAD_DELAY_MS: '60000', ...mail } })
  const store = await furnished(app)
  // Uses up the budget, because the store of these operations has held mail of the next application.
  for (let count = 1; count < MAILS_PER_DAY; count += 1) await applicationsOf(app, store.headers).apply()
  const changes = await changesOf(app, store)
  // One of the operations revokes the key of the others.
  const watcher = { name: 'watcher', scopes: ['pets:read' as const] }
  const sibling = app.bearer((await app.service.keys.create(tester, store.accountId, watcher)).key)
  const database = await app.openDatabase()
  const send = sender(app, store.headers)
  let mailed = 0
  let held = 0

  const perform = async (operation: Operation, url: string, body?: object | Buffer) => {
    await app.service.runRoutine('audit.flush')
    const before = await rowsOf(database)
    const leftBefore = await remaining(app, sibling)
    const response = await send(operation, url, body)
    const paid = leftBefore - (await remaining(app, sibling))
    const text = response.body
    assert.ok(response.statusCode < 300, `${operation.id}: ${response.statusCode} ${text}`)
    await app.service.runRoutine('audit.flush')
    const written = writtenIn(before, await rowsOf(database))
    const added = (table: string) => written.filter((row) => row.table === table && isNew(row, before))
    const mails = added('mails')
    const bodyBytes = Buffer.isBuffer(body) ? body.length : JSON.stringify(body ?? {}).length
    const work: Work = {
      events: added('events').length,
      mails: mails.filter((row) => !/"kind":"newApplications?"/.test(row.text)).length,
      rows: written.length,
      bytes:
        written.reduce((sum, row) => sum + row.text.length, 0) + (operation.id === 'addPhoto' ? variantBytes(text) : 0),
    }
    mailed += mails.filter(({ text }) => isCharged(text)).length
    held += mails.filter(({ text }) => /"status":"held"/.test(text)).length
    for (const kind of ['events', 'mails', 'rows', 'bytes'] as const) {
      const own = kind === 'bytes' ? bodyBytes * BYTES_PER_BYTE : 0
      const most = (more[operation.id]?.most[kind] ?? PER_REQUEST[kind] * Math.max(1, paid)) + own
      const seen = written.map(({ table }) => table).join(' ')
      assert.ok(work[kind] <= most, `${operation.id}: ${work[kind]} ${kind} of ${most}: ${seen}`)
      if (paid === 0 && kind !== 'rows' && kind !== 'bytes') assert.equal(work[kind], 0)
    }
    return work
  }

  for (const operation of operations) {
    if (operation.method !== 'GET' || operation.id === 'streamEvents') continue
    const url = store.urlOf(operation)
    const { statusCode } = await send(operation, url)
    if (statusCode >= 300) continue
    const work = await perform(operation, url)
    // Reads may only add entries to the audit log.
    assert.deepEqual([work.events, work.mails], [0, 0], operation.id)
    assert.ok(work.rows <= 3, `${operation.id}: ${work.rows} rows`)
  }
  const changers = operations.filter(({ id, method }) => method !== 'GET' && id in changes)
  assert.equal(changers.length, Object.keys(changes).length)
  for (const [id, { url, body }] of Object.entries(changes)) {
    const operation = operations.find((one) => one.id === id)
    assert.ok(operation)
    await perform(operation, url ?? store.urlOf(operation), body)
  }
  // The budget of mail is used up already, and no operation may exceed it.
  assert.equal(mailed, 0)
  assert.ok(held >= 2, `${held} are held`)
  const { events, deliveries } = await countsOf(database)
  assert.ok(deliveries <= events, `${deliveries} deliveries of ${events} events`)
  await database.close()
})

const remaining = async (app: TestApp, headers: Record<string, string>): Promise<number> => {
  const { windows } = (await app.get('/v1/rate-limit', headers)).json()
  return windows.find(({ name }: { name: string }) => name === 'day').remaining
}

const countsOf = async (database: Pick<Database, 'read'>) => {
  const count = async (table: 'events' | 'deliveries'): Promise<number> => {
    const select = database.read.selectFrom(table)
    const counted = select.select(({ fn }) => fn.countAll<bigint>().as('total'))
    return Number((await counted.executeTakeFirstOrThrow()).total)
  }
  return { events: await count('events'), deliveries: await count('deliveries') }
}
