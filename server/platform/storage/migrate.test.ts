import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { engines, freshDatabase } from '../../../test/harness/engines.ts'
import { openUpgraded } from '../../../test/harness/old-database.ts'
import { contributions } from '../../program/contributions.ts'
import { migrations } from '../../program/schema/migrations.ts'
import { copyDatabase } from './copy.ts'
import { addPet, petNames } from './database.contract.ts'
import type { Database } from './database.ts'

/** Applies what a later version of the program would. */
const migrateLater = (database: Database, name: string, note: { version: string; isAdditive: boolean } | undefined) =>
  database.write(async ({ query }) => {
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '2027-01-01T00:00:00Z')`.execute(query)
    await sql.raw(`alter table pets add column x${name.slice(0, 4)} text`).execute(query)
    if (!note) return
    await sql`insert into migration_notes (name, version, is_additive)
      values (${name}, ${note.version}, ${note.isAdditive ? 1n : 0n})`.execute(query)
  })

for (const engine of engines) {
  const fresh = async () => {
    const store = await freshDatabase(engine)
    const open = () => openUpgraded(store.url)
    return { open, [Symbol.asyncDispose]: () => store.remove() }
  }

  test(`${engine}: a database with additive changes of a newer version can be used`, async () => {
    await using store = await fresh()
    const before = await store.open()
    await addPet(before, 'before')
    await migrateLater(before, '9001-more', { version: '7.1.0', isAdditive: true })
    await before.close()
    const after = await store.open()
    await addPet(after, 'after')
    assert.deepEqual(await petNames(after), ['before', 'after'])
    // The additions would not be copied.
    const other = await freshDatabase(engine)
    const target = await openUpgraded(other.url)
    await assert.rejects(
      copyDatabase(after, target, { tables: contributions.tables, migrations, between: async () => {} }),
      /needs version 7\.1\.0 or newer/,
    )
    await target.close()
    await other.remove()
    await after.close()
  })

  test(`${engine}: for a database with other changes of a newer version, the message names the version that it needs`, async () => {
    await using store = await fresh()
    const before = await store.open()
    await migrateLater(before, '9001-more', { version: '7.1.0', isAdditive: true })
    await migrateLater(before, '9002-other', { version: '8.0.0', isAdditive: false })
    await migrateLater(before, '9003-more', { version: '8.2.0', isAdditive: true })
    await before.close()
    await assert.rejects(
      store.open(),
      /^DatabaseTooNew: the database needs version 8\.0\.0 or newer of this program: migration 9002-other /,
    )
  })

  test(`${engine}: a migration without a note needs a later version`, async () => {
    await using store = await fresh()
    const before = await store.open()
    await migrateLater(before, '9001-unknown', undefined)
    await before.close()
    await assert.rejects(store.open(), /needs a later version of this program: migration 9001-unknown/)
  })

  test(`${engine}: each migration leaves a note, even in a database from before there were notes`, async () => {
    await using store = await fresh()
    const before = await store.open()
    await before.write(({ query }) => sql`drop table migration_notes`.execute(query))
    await before.close()
    const after = await store.open()
    const { rows } = await sql<{ name: string; version: string }>`
      select name, version from migration_notes order by name`.execute(after.read)
    assert.deepEqual(
      rows.map(({ name }) => name),
      Object.keys(migrations),
    )
    for (const { version } of rows) assert.match(version, /^\d+\.\d+\.\d+$/)
    await after.close()
  })
}
