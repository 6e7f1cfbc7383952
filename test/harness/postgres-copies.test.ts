import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { testApp } from './app.ts'
import { applicationsOf } from './applications.ts'
import { freshDatabase } from './engines.ts'
import { whyNoPostgres } from './postgres.ts'

const skip = whyNoPostgres() ?? false

/** Everything that a test finds in its database. */
const contentOf = async (url: string) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows: tables } = await client.query(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  )
  const content: Record<string, unknown> = {}
  for (const { name } of tables) content[name] = (await client.query(`select * from ${name} order by 1`)).rows
  const sequences = 'select sequencename, last_value from pg_sequences order by 1'
  content.sequences = (await client.query(sequences)).rows
  await client.end()
  return content
}

test('a database that a test has written to is like new for the next test', { skip }, async () => {
  const first = await freshDatabase('postgres')
  const asNew = await contentOf(first.url)
  await first.remove()
  {
    await using app = await testApp({ engine: 'postgres' })
    assert.equal(app.databaseUrl, first.url, 'the same one')
    const store = applicationsOf(app)
    assert.equal((await store.apply({ formId: await store.addForm([]) })).statusCode, 201)
    assert.notDeepEqual(await contentOf(app.databaseUrl), asNew)
  }
  const next = await freshDatabase('postgres')
  assert.equal(next.url, first.url)
  assert.deepEqual(await contentOf(next.url), asNew)
  await next.remove()
})

test('a database whose tables a test has changed is not used again', { skip }, async () => {
  const changed = await freshDatabase('postgres')
  const client = new Client({ connectionString: changed.url })
  client.on('error', () => {})
  await client.connect()
  await client.query('alter table pets add column extra text')
  await client.end()
  await changed.remove()
  const next = await freshDatabase('postgres')
  assert.notEqual(next.url, changed.url)
  await next.remove()
})
