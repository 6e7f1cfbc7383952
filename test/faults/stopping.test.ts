import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { writeEventId } from '../../server/feed/events/event.ts'
import type { Database } from '../../server/platform/storage/database.ts'
import { openDatabase } from '../../server/program/open-database.ts'
import { prepareDatabase } from '../../server/program/schema/prepare-database.ts'
import { testApp } from '../harness/app.ts'
import { cleanupProcess } from '../harness/cleanup-process.ts'
import { type Engine, engines, freshDatabase } from '../harness/engines.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/free-port.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { mailServer } from '../harness/mail-server.ts'
import { patientDatabase } from '../harness/patient-database.ts'
import { startPostgres, whyNoPostgres } from '../harness/postgres.ts'
import { startReceiver } from '../harness/receiver.ts'
import { rounds } from '../harness/rounds.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const EVENTS = rounds({ usual: 400, torture: 100_000 })
const FAILING_WEBHOOKS = rounds({ usual: 30, torture: 500 })
const IMPORTED = rounds({ usual: 10_000, torture: 200_000 })
/** The history of a deleted animal, which is removed 250 entries at a time. */
const HISTORY = rounds({ usual: 20_000, torture: 1_000_000 })
const APPLICANTS = 8
/** The stop comes after this many deliveries, and before all of them. */
const DELIVERED_BEFORE = 20
const SLOW_MS = 200
/** Enough to deliver everything, even on a slow machine. */
const LONG_MS = 1_800_000
const PROMISED_MS = 10_000

const key = newKey()
const main = new URL('../../server/main.ts', import.meta.url).pathname

const post = async (server: Server, path: string, body: object) => {
  const headers = { ...bearer(key), 'content-type': 'application/json' }
  const sent = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await server.fetch(path, sent)
  assert.equal(response.status, 201, response.body)
  return response.json()
}

/** Reads or fills the store while a server has it, faster than a client could. */
const inStore = async <T>(url: string, work: (database: Database) => Promise<T>): Promise<T> => {
  const database = await openDatabase(patientDatabase(url))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Inserts several rows per statement. */
const inParts = async (count: number, insert: (size: number) => Promise<unknown>) => {
  for (let done = 0; done < count; done += 1_000) await insert(Math.min(1_000, count - done))
}

/** Inserts events. Returns their ids as webhooks receive them. */
const insertEvents = async (database: Database): Promise<Set<string>> => {
  const event = { type: 'pet.updated', order_id: null, application_id: null }
  const data = JSON.stringify({ id: 1, name: 'Biscuit', categoryId: 7, status: 'available' })
  const ids = new Set<string>()
  await inParts(EVENTS, (size) =>
    database.write(async ({ query }) => {
      const rows = Array.from({ length: size }, () => ({ ...event, time: 0n, data }))
      const made = await query.insertInto('events').values(rows).returning('sequence').execute()
      for (const { sequence } of made) ids.add(writeEventId(sequence))
    }),
  )
  return ids
}

/** Copies a webhook for other receivers, each with its own account. */
const copyWebhook = (database: Database, id: number, urls: readonly string[]) =>
  database.write(async ({ query }) => {
    const found = await query.selectFrom('webhooks').selectAll().where('id', '=', BigInt(id)).executeTakeFirstOrThrow()
    const { id: _id, ...webhook } = found
    for (let at = 0; at < FAILING_WEBHOOKS; at += 1) {
      const account = { name: `Account ${at}`, plan: 'business', created_at: 0n }
      const made = await query
        .insertInto('accounts')
        .values({ ...account, per_minute: null, per_day: null })
        .returning('id')
        .executeTakeFirstOrThrow()
      const url = `${urls[at % urls.length]}?${at}`
      await query
        .insertInto('webhooks')
        .values({ ...webhook, url, account_id: made.id })
        .execute()
    }
  })

const insertEndedHistory = async (database: Database): Promise<void> => {
  const entry = {
    pet_id: 1_000_000_000_000n,
    time: 0n,
    action: 'changed',
    subject: 'pet',
    actor_type: null,
  }
  const rest = { actor_id: null, actor_name: null, fields: null, status: null, order_id: null }
  await inParts(HISTORY, (size) =>
    database.write(({ query }) =>
      query
        .insertInto('pet_history')
        .values(Array.from({ length: size }, () => ({ ...entry, ...rest, application_id: null })))
        .execute(),
    ),
  )
  await database.write(({ query }) =>
    query.insertInto('ended_histories').values({ pet_id: 1_000_000_000_000n, through: 1_000_000_000n }).execute(),
  )
}

const count = async (
  { read }: Database,
  table: 'pets' | 'pet_history' | 'deliveries' | 'ended_histories',
): Promise<number> => {
  const { rows } = await read
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<bigint>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}

/** How many events the webhooks have not read, in total. */
const unread = async ({ read }: Database): Promise<number> => {
  const { last } = await read
    .selectFrom('events')
    .select(({ fn }) => fn.max('sequence').as('last'))
    .executeTakeFirstOrThrow()
  const webhooks = await read.selectFrom('webhooks').select(['cursor', 'starts_after']).execute()
  return webhooks.reduce((sum, { cursor, starts_after }) => sum + Number((last ?? 0n) - (cursor ?? starts_after)), 0)
}

/** Runs the import as a separate program. */
const startImport = (environment: Record<string, string>, file: string): ChildProcess => {
  const child = spawn(process.execPath, [main, 'import', file], { env: environment })
  if (child.pid !== undefined) child.once('exit', cleanupProcess.kill(child.pid))
  child.stdout?.resume()
  child.stderr?.resume()
  return child
}

/** Imports one file after the other, each twice as long, so that on any machine one is seen before its second half. */
const longerImports = (environment: Record<string, string>, folder: string) => {
  let before = 0
  let rows = 0
  let file = ''
  let child: ChildProcess | undefined
  const startNext = () => {
    before += rows
    rows = rows === 0 ? IMPORTED : rows * 2
    file = join(folder, `${rows}.csv`)
    const lines = Array.from({ length: rows }, (_, at) => `Biscuit ${at},7`)
    writeFileSync(file, `name,categoryId\n${lines.join('\n')}\n`)
    child = startImport(environment, file)
  }
  return {
    startFirst: () => child ?? startNext(),
    /** Whether less than half of it is done, given the number of animals; starts the next when it has ended. */
    isInFirstHalf(animals: number): boolean {
      if (child && child.exitCode !== null) {
        assert.equal(child.exitCode, 0)
        startNext()
      }
      return animals > before && animals < before + rows / 2
    },
    /** The running import, its file, and the animals after it. */
    current: () => ({ child: child ?? assert.fail(), file, animals: before + rows }),
  }
}

const stopInTime = async (server: Server): Promise<number> => {
  const startedAtMs = performance.now()
  assert.equal(await server.stop(), 0, server.output.join('\n'))
  const tookMs = performance.now() - startedAtMs
  assert.equal(server.wasForced(), false, server.output.join('\n'))
  assert.ok(tookMs < PROMISED_MS, `${tookMs} ms`)
  return tookMs
}

/** A mail server that accepts a message, but never responds to it. */
const silentMailServer = () => {
  let given = 0
  const server = mailServer({
    onData(stream) {
      given += 1
      stream.resume()
    },
  })
  return { server, given: () => given }
}

const full = async (engine: Engine, report: (text: string) => void): Promise<void> => {
  using folder = temporaryFolder()
  const store = await freshDatabase(engine, folder.path)
  // In the small test the receiver is slow, or all events would be delivered before the stop.
  const isLarge = EVENTS > DELIVERED_BEFORE * 100
  await using healthy = await startReceiver((response) => {
    setTimeout(() => response.writeHead(204).end(), isLarge ? 0 : SLOW_MS)
  })
  await using hanging = await startReceiver('hang')
  const refusing = `http://127.0.0.1:${await freePort()}/hook`
  const silent = silentMailServer()
  await using mail = await silent.server
  await using otherMail = await mailServer()
  const settings = {
    DATABASE_URL: store.url,
    BOOTSTRAP_KEY: key,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    MAIL_FROM: 'store@example.org',
    SMTP_URL: mail.url,
    DATABASE_DEADLINE_MS: '60000',
  }
  const start = (more: Record<string, string> = {}) =>
    startServer({ folder: folder.path, settings: { ...settings, ...more } })

  await using first = await start()
  const types = ['pet.updated']
  const webhook = await post(first, '/v1/webhooks', { url: healthy.url, types })
  await inStore(store.url, async (database) => {
    await copyWebhook(database, webhook.id, [refusing, hanging.url])
    await insertEndedHistory(database)
  })
  const expected = await inStore(store.url, insertEvents)
  const emails = Array.from({ length: APPLICANTS }, (_, at) => `ada-${at}@example.org`)
  for (const email of emails) {
    const applicant = { name: 'Ada', email }
    await post(first, '/v1/applications', { formId: 1, applicant, answers: {} })
  }
  const imports = longerImports(first.environment, folder.path)
  // First in the small test, or all events would be delivered before; last in the large one, or it would end before.
  if (!isLarge) imports.startFirst()

  const delivered = () => new Set(healthy.received.map(({ headers }) => String(headers['webhook-id'])))
  await inStore(store.url, (database) =>
    eventually('all queues are under way', async () => {
      if (silent.given() === 0 || hanging.connections() === 0) return false
      if (delivered().size < DELIVERED_BEFORE) return false
      if ((await count(database, 'pet_history')) === HISTORY) return false
      imports.startFirst()
      return imports.isInFirstHalf(await count(database, 'pets'))
    }),
  )
  const { child: importing, file, animals } = imports.current()
  const importEnded = once(importing, 'exit')
  importing.kill('SIGTERM')
  report(`exit 0 after ${Math.round(await stopInTime(first))} ms`)
  assert.deepEqual(await importEnded, [143, null])

  const left = await inStore(store.url, async (database) => ({
    events: await unread(database),
    animals: animals - (await count(database, 'pets')),
    history: await count(database, 'pet_history'),
    deliveries: await count(database, 'deliveries'),
  }))
  report(`left after the stop: ${JSON.stringify(left)}`)
  assert.ok(left.events > 0 && left.animals > 0 && left.history > 0, JSON.stringify(left))
  assert.ok(delivered().size < EVENTS)
  // The field of the request log is empty.
  const partial = readdirSync(folder.path).filter(
    (name) => /\.part|-wal|-shm|-journal/.test(name) && !/\.requests-journal$/.test(name),
  )
  assert.deepEqual(partial, [])

  await using second = await start({ SMTP_URL: otherMail.url })
  const before = delivered().size
  await eventually('deliveries go on', () => delivered().size > before)
  report(`exit 0 after ${Math.round(await stopInTime(second))} ms`)

  // In the large test the others would take hours, and they do not affect who receives the events.
  await inStore(store.url, (database) =>
    database.write(({ query }) =>
      query.updateTable('webhooks').set({ enabled: 0n }).where('id', '<>', BigInt(webhook.id)).execute(),
    ),
  )
  await using third = await start({ SMTP_URL: otherMail.url })
  const again = startImport(third.environment, file)
  assert.deepEqual(await once(again, 'exit'), [0, null])
  await eventually('each event is delivered', () => expected.isSubsetOf(delivered()), LONG_MS)
  const mailed = () => new Set(otherMail.received.map(({ to }) => to[0]))
  await eventually('each mail is sent', () => emails.every((email) => mailed().has(email)))
  await inStore(store.url, async (database) => {
    assert.equal(await count(database, 'pets'), animals)
    await eventually('the purge is done', async () => {
      return (await count(database, 'ended_histories')) === 0
    })
    assert.equal(await count(database, 'pet_history'), animals)
  })
  report(`${healthy.received.length} deliveries of ${EVENTS} events`)
  await stopInTime(third)
  await store.remove()
}

for (const engine of engines) {
  test(`SIGTERM ends a process within 10 s whatever is queued, and all of it is done after the next start (${engine})`, (t) =>
    full(engine, (text) => t.diagnostic(text)))
}

test('a stop with a PostgreSQL that does not respond waits once for all that is saved last, and logs nothing afterwards', {
  skip: whyNoPostgres() ?? false,
}, async (t) => {
  const postgres = await startPostgres()
  t.after(() => {
    postgres.thaw()
    return postgres.stop()
  })
  const url = await postgres.create()
  await prepareDatabase({ kind: 'postgres', url }, 'upgrade')
  const settings = { DATABASE_URL: url, BOOTSTRAP_KEY: key, DATABASE_DEADLINE_MS: '2000' }
  await using server = await startServer({ folder: '', settings })
  const app = await testApp({ settings })
  const list = () => app.get('/v1/pets', bearer(key))
  await list()
  await server.fetch('/v1/pets', { headers: bearer(key) })
  postgres.freeze()
  let isClosed = false
  const closing = app.close().finally(() => {
    isClosed = true
  })
  await eventually('the last counts and the request log are saved together', async () => {
    assert.equal(isClosed, false)
    // From the cache, so that there is something to save.
    await list()
    const unfinished = app.service.unfinished()
    return ['last counts', 'request log'].every((name) => unfinished.includes(name))
  })
  await closing
  assert.equal(await server.stop(), 0)
  assert.match(server.output.at(-1) ?? '', /"msg":"stopped"/)
})
