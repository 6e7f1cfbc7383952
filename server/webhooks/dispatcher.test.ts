import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { adminOf } from '../../test/harness/admin.ts'
import { testApp } from '../../test/harness/app.ts'
import { testClock } from '../../test/harness/clock.ts'
import { openSqlite } from '../../test/harness/open-store.ts'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import { turnsDuring } from '../../test/harness/turns-during.ts'
import { dispatcher } from './dispatcher.ts'

const WEBHOOKS = 4_000

test('an event for very many webhooks holds up nobody who reads, and comes to each of them once', async () => {
  using folder = temporaryFolder()
  const app = await testApp({ folder: folder.path })
  const admin = await adminOf(app)
  await admin.post('/v1/webhooks', { url: 'https://hooks.example/', types: ['pet.created'] })
  await admin.post('/v1/pets', { name: 'Biscuit', categoryId: 1 })
  await app.close()
  const path = join(folder.path, 'store.db')
  const connection = new DatabaseSync(path)
  const columns = connection
    .prepare(
      `SELECT group_concat(name) AS names FROM pragma_table_info('webhooks') WHERE name <> 'id'`,
    )
    .get()?.names
  connection.exec(`WITH RECURSIVE copy(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM copy WHERE n < ${WEBHOOKS})
    INSERT INTO webhooks (${columns}) SELECT ${columns} FROM copy, webhooks;
    DELETE FROM deliveries; UPDATE feed SET dispatched_through = 0`)
  connection.close()

  const database = await openSqlite({ path })
  const { dispatch } = dispatcher({ database, clock: testClock() })
  const turns = await turnsDuring(dispatch)
  assert.ok(turns >= 3, `${turns} turns of others`)
  const made = await database.read
    .selectFrom('deliveries')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('all'),
      fn.count<bigint>('webhook_id').distinct().as('webhooks'),
    ])
    .execute()
  assert.deepEqual(made, [{ all: BigInt(WEBHOOKS), webhooks: BigInt(WEBHOOKS) }])
  await database.close()
})
