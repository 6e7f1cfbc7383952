import assert from 'node:assert/strict'
import { type Kysely, sql } from 'kysely'
import { hasManyWriters } from '../../server/platform/storage/engine.ts'
import type { Tables } from '../../server/platform/storage/tables.ts'
import { openDatabase } from '../../server/program/open-database.ts'
import { onEachEngine, type TestApp } from '../harness/app.ts'
import { patientDatabase } from '../harness/patient-database.ts'

const MANY = 100_000
const FEW = 1_000

/** The number of rows that one statement can insert in time on a busy machine. */
const AT_ONCE = 5_000

/** Adds several orders and applications for each of more people than fit on a page. */
const fill = async (app: TestApp, from: number, to: number): Promise<void> => {
  const database = await openDatabase(patientDatabase(app.databaseUrl))
  for (let at = from; at <= to; at += AT_ONCE) {
    const last = Math.min(to, at + AT_ONCE - 1)
    await database.write(({ query }) => addSome(query, app.accountId, at, last))
  }
  // PostgreSQL does this by itself some time after so many inserts.
  if (app.engine === 'postgres') {
    await database.write(({ query }) => sql`analyze orders, applications`.execute(query))
  }
  await database.close()
}

const addSome = async (query: Kysely<Tables>, accountId: bigint, from: number, to: number): Promise<void> => {
  const numbers = hasManyWriters(query)
    ? sql`generate_series(${sql.lit(from)}, ${sql.lit(to)}) as numbers (n)`
    : sql`(with recursive numbers (n) as (select ${sql.lit(from)} union all
        select n + 1 from numbers where n < ${sql.lit(to)}) select n from numbers)`
  const email = sql`'person-' || (n % 60000) || '@example.org'`
  const person = sql`'Person ' || (n % 60000), ${email}, ${email}, 'person ' || ${email}`
  const account = sql.lit(accountId)
  await sql`insert into orders (pet_id, account_id, owner_account_id, status, customer_name,
    customer_email, customer_key, customer_search, created_at, updated_at)
    select 1, ${account}, ${account}, 'cancelled', ${person}, n * 10, n * 10 from ${numbers}`.execute(query)
  await sql`insert into applications (account_id, form_id, form_version, status, applicant_name,
    applicant_email, applicant_key, applicant_search, answers, created_at, updated_at)
    select ${account}, 1, 1, 'declined', ${person}, '{}', n * 10 + 5, n * 10 from ${numbers}`.execute(query)
}

const bestMs = async (work: () => Promise<unknown>): Promise<number> => {
  let best = Infinity
  for (let run = 0; run < 15; run += 1) {
    const startedAt = performance.now()
    await work()
    best = Math.min(best, performance.now() - startedAt)
  }
  return best
}

onEachEngine('among 100,000 orders, people are listed and shown as fast as among a thousand', async (open) => {
  await using app = await open({ settings: { LOG_LEVEL: 'silent' } })
  const { key } = await app.service.keys.create({ type: 'cli' }, app.accountId, {
    name: 'reader',
    scopes: ['applications:read', 'orders:read'],
  })
  const headers = app.bearer(key)
  const get = async (path: string) => {
    // The limit allows so many requests per minute.
    app.clock.advance(60_000)
    const response = await app.send({ url: path, headers })
    assert.equal(response.statusCode, 200, response.body)
    return response
  }
  const measure = async () => {
    const first = await get('/v1/people?limit=50')
    const [person] = first.json()
    const paths = ['?limit=50', `?limit=50&cursor=${first.headers['x-next-cursor']}`, `/${person.id}`]
    const times: number[] = []
    for (const path of paths) times.push(await bestMs(() => get(`/v1/people${path}`)))
    return times
  }
  await fill(app, 1, FEW)
  const few = await measure()
  await fill(app, FEW + 1, MANY)
  const many = await measure()
  const seen = JSON.stringify({ few, many })
  for (const [at, ms] of many.entries()) assert.ok(ms < 4 * (few[at] ?? 0) + 2, seen)
  for (const q of ['zebra', 'person-59999@', 'p'.repeat(100)]) await get(`/v1/people?q=${q}`)
})
