import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../../test/harness/engines.ts'
import { oldDatabase, openUpgraded } from '../../../../test/harness/old-database.ts'
import { listOrders } from '../../../adoptions/orders/order-lists.repository.ts'
import { listPhotos } from '../../../animals/photos/photos.repository.ts'
import { noFacts } from '../../../animals/profiles/profile-facts.ts'
import { listProfiles } from '../../../animals/profiles/profiles.repository.ts'
import { animalsService } from '../../../catalogue/animal-list/animals.service.ts'
import { DAY_MS } from '../../../platform/durations.ts'

const caller = { accountId: 1n, scopes: new Set(['pets:read'] as const), actsForStore: false }

for (const engine of engines) {
  test(`${engine}: existing animals and orders are found like new ones`, async () => {
    await using old = await oldDatabase(engine, '0021-animals-at-a-glance')
    const facts = JSON.stringify({ ...noFacts.shown, species: 'cat', tags: ['Müde'] })
    const pet = (id: bigint, name: string, status: string) =>
      `insert into pets (id, name, name_folded, category_id, status, account_id)
        values (${id}, '${name}', '${name.toLowerCase()}', 1, '${status}', 1)`
    const huge = 2n ** 62n + 1n
    for (const text of [
      `insert into accounts (id, name, plan, created_at) values (1, 'one', 'pro', 1)`,
      pet(-5n, 'Señor', 'available'),
      pet(7n, 'Rex', 'available'),
      pet(8n, 'Bella', 'sold'),
      pet(huge, 'Mia', 'pending'),
      `insert into profiles (pet_id, published_at, updated_at, facts, intake_date)
        values (7, 5, 9, '${facts}', '2026-01-15')`,
      `insert into photos (pet_id, position, width, height, placeholder, variants, created_at)
        values (-5, 1, 1, 1, '', '[]', 1)`,
      ...[-5n, huge].map(
        (id) => `insert into events (type, time, data)
          values ('pet.created', ${20_000 * DAY_MS + 5}, '{"id":${id},"name":"x"}')`,
      ),
      `insert into orders (pet_id, account_id, owner_account_id, status, customer_name, customer_email,
        created_at, updated_at) values (${huge}, 1, 1, 'placed', 'Zoë', 'z@example.org', 1, 1)`,
      `insert into orders (pet_id, account_id, owner_account_id, status, created_at, updated_at)
        values (8, 1, 1, 'delivered', 1, 1)`,
    ]) {
      await old.run(text)
    }
    await old.close()
    const database = await openUpgraded(old.url)
    const animals = animalsService({
      database,
      listProfiles,
      listPhotos,
      clock: { nowMs: () => 21_000 * DAY_MS },
    })
    const list = async (query: object) =>
      (await animals.list(caller, query, '')).animals.map(({ id, waitingSince }) => [id, waitingSince])
    assert.deepEqual(await list({ q: 'senor' }), [[-5n, '2024-10-04']])
    assert.deepEqual(await list({ species: ['cat'], tag: ['mude'] }), [[7n, '2026-01-15']])
    assert.deepEqual(await list({ published: 'true' }), [[7n, '2026-01-15']])
    assert.deepEqual(await list({ hasPhoto: 'true' }), [[-5n, '2024-10-04']])
    assert.deepEqual(await list({ sort: '-waiting' }), [
      [-5n, '2024-10-04'],
      [huge, '2024-10-04'],
      [7n, '2026-01-15'],
      [8n, null],
    ])
    const reads = { here: database.read, beside: () => database.readLong('test') }
    const found = async (q: string) =>
      (await listOrders(reads, { filter: { q }, descending: true, limit: 9, viewer: 1n })).map(({ id }) => id)
    assert.deepEqual(await found('zoe example'), [1n])
    assert.deepEqual(await found('bella'), [2n])
    await database.close()
  })
}
