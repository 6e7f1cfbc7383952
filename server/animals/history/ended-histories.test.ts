import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { onEachEngine } from '../../../test/harness/app.ts'
import { neverStopping } from '../../../test/harness/never-stopping.ts'
import { patientDatabase } from '../../../test/harness/patient-database.ts'
import type { Trx } from '../../platform/storage/database.ts'
import { openDatabase } from '../../program/open-database.ts'
import { endedHistories } from './ended-histories.service.ts'
import { removeHistory } from './history.repository.ts'

type Query = Trx['query']

const addEntries = (query: Query, petId: number) =>
  sql`
    insert into pet_history (pet_id, time, action, subject)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 3000)
    select cast(${petId} as bigint), 0, 'changed', 'pet' from numbers`.execute(query)

const countEntries = async (query: Query, petId: number): Promise<number> => {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from pet_history where pet_id = ${petId}`.execute(query)
  return Number(rows[0]?.n)
}

onEachEngine('an animal with a long history is removed at once, and its history in steps', async (open) => {
  await using app = await open()
  const add = async () => (await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })).json().id
  const [long, other] = [await add(), await add()]
  const database = await openDatabase(patientDatabase(app.databaseUrl))
  const gone = 1_000
  await database.write(async ({ query }) => {
    await addEntries(query, long)
    await addEntries(query, gone)
    await removeHistory(query, BigInt(gone))
    // Removing more at once would delay all writes.
    assert.equal(await countEntries(query, gone), 2_500)
  })
  const url = `/v1/pets/${long}`
  assert.equal((await app.inject({ method: 'DELETE', url, headers: app.key })).statusCode, 204)
  await Promise.all([app.service.runRoutine('histories.end'), endedHistories({ database })(neverStopping)])
  const left = []
  for (const petId of [long, gone, other]) left.push(await countEntries(database.read, petId))
  assert.deepEqual(left, [0, 0, 1])
  const rest = await database.read.selectFrom('ended_histories').selectAll().execute()
  await database.close()
  assert.deepEqual(rest, [])
})
