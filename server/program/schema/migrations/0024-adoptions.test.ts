import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../../test/harness/engines.ts'
import { oldDatabase, openUpgraded } from '../../../../test/harness/old-database.ts'
import { noFacts } from '../../../animals/profiles/profile-facts.ts'
import { DAY_MS } from '../../../platform/durations.ts'

for (const engine of engines) {
  test(`${engine}: earlier adoptions and returns are in reports, as far as the feed goes back`, async () => {
    await using old = await oldDatabase(engine, '0024-adoptions')
    const facts = JSON.stringify({ ...noFacts.shown, species: 'cat' })
    const event = (day: number, id: number, status: string, type = 'pet.updated') =>
      `insert into events (type, time, data)
        values ('${type}', ${day * DAY_MS + 5}, '{"id":${id},"name":"x","status":"${status}"}')`
    const pet = (id: number, status: string) =>
      `insert into pets (id, name, name_folded, category_id, status, account_id, added_at)
        values (${id}, 'x', 'x', 1, '${status}', 4, ${100 * DAY_MS})`
    for (const text of [
      pet(7, 'sold'),
      pet(8, 'available'),
      pet(9, 'sold'),
      `insert into profiles (pet_id, published_at, updated_at, facts, intake_date)
        values (7, 5, 9, '${facts}', '1970-04-01')`,
      event(100, 7, 'available', 'pet.created'),
      event(110, 7, 'sold'),
      event(111, 7, 'sold'),
      event(120, 7, 'available'),
      event(125, 7, 'pending'),
      event(150, 7, 'sold'),
      // Its earlier status is unknown.
      event(130, 8, 'sold'),
      event(140, 8, 'available'),
      event(100, 9, 'sold', 'pet.created'),
      // An animal that was deleted later.
      event(100, 10, 'available', 'pet.created'),
      event(101, 10, 'sold'),
      `insert into events (type, time, data) values ('pet.deleted', 1, '{"id":10}')`,
    ]) {
      await old.run(text)
    }
    await old.close()
    const { read, close } = await openUpgraded(old.url)
    const rows = await read.selectFrom('adoptions').selectAll().orderBy('id').execute()
    const day = (at: bigint | null) => at && Number(at / BigInt(DAY_MS))
    assert.deepEqual(
      rows.map((row) => [
        row.pet_id,
        row.account_id,
        row.species,
        row.came_on,
        day(row.adopted_at),
        day(row.returned_at),
      ]),
      [
        [7n, 4n, 'cat', 90n, 110, 120],
        [7n, 4n, 'cat', 120n, 150, null],
      ],
    )
    await close()
  })
}
