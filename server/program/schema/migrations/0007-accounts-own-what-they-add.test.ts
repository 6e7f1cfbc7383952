import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { engines } from '../../../../test/harness/engines.ts'
import { oldDatabase, openUpgraded } from '../../../../test/harness/old-database.ts'

const name = '0007-accounts-own-what-they-add'

const account = (id: number) =>
  `insert into accounts (id, name, plan, created_at) values (${id}, 'account ${id}', 'pro', ${id})`
const key = (id: number, scopes: string) =>
  `insert into api_keys (id, account_id, name, hash, display, scopes, created_at)
    values (${id}, 1, 'k', 'h${id}', 'd', '${scopes}', 1)`
const animal = `insert into pets (name, name_folded, category_id, status) values ('Rex', 'rex', 1, 'pending')`
const order = `insert into orders (pet_id, status, created_at, updated_at) values (1, 'placed', 1, 1)`
const events = [
  `insert into events (type, time, data) values ('pet.created', 1, '{"id":1}')`,
  `insert into events (type, time, data, order_id) values ('order.placed', 1, '{"id":1}', 1)`,
]

for (const engine of engines) {
  const open = async (url: string) => {
    const notices: string[] = []
    const database = await openUpgraded(url, (text) => notices.push(text))
    return { database, notices }
  }

  test(`${engine}: existing animals and orders belong to the oldest account, and a notice says so if there are other accounts`, async () => {
    await using old = await oldDatabase(engine, name)
    for (const text of [account(1), account(2), animal, order, ...events]) await old.run(text)
    await old.close()
    const { database, notices } = await open(old.url)
    const pet = await database.read.selectFrom('pets').selectAll().executeTakeFirstOrThrow()
    assert.equal(pet.account_id, 1n)
    const placed = await database.read.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
    assert.deepEqual([placed.account_id, placed.owner_account_id], [1n, 1n])
    const storedEvents = await database.read.selectFrom('events').selectAll().orderBy('sequence').execute()
    assert.deepEqual(
      storedEvents.map((event) => [event.type, event.account_id, event.owner_account_id]),
      [
        ['pet.created', null, null],
        ['order.placed', 1n, null],
      ],
    )
    assert.equal(notices.length, 1)
    assert.match(notices[0] ?? '', /oldest account, 1 \(account 1\).*accounts transfer --from 1/)
    const note = await sql<{ version: string; is_additive: bigint }>`
      select version, is_additive from migration_notes where name = ${name}`.execute(database.read)
    assert.deepEqual({ ...note.rows[0] }, { version: '1.1.0', is_additive: 0n })
    await database.close()
    const again = await open(old.url)
    assert.deepEqual(again.notices, [])
    await again.database.close()
  })

  test(`${engine}: keys keep their permissions, under the current names`, async () => {
    await using old = await oldDatabase(engine, name)
    await old.run(account(1))
    const before = ['pets:read pets:write', 'orders:read', 'pets:write', '', 'pets:write listings:read']
    for (const [at, scopes] of before.entries()) await old.run(key(at + 1, scopes))
    await old.close()
    const { database, notices } = await open(old.url)
    const keys = await database.read.selectFrom('api_keys').select('scopes').orderBy('id').execute()
    assert.deepEqual(
      keys.map(({ scopes }) => scopes),
      [
        'pets:read pets:write categories:write listings:read',
        'orders:read listings:read',
        'pets:write categories:write listings:read',
        'listings:read',
        'pets:write listings:read categories:write',
      ],
    )
    assert.deepEqual(notices, [])
    await database.close()
  })

  test(`${engine}: a database with animals but without accounts gets an account, and an empty one does not`, async () => {
    await using old = await oldDatabase(engine, name)
    await old.run(animal)
    await old.close()
    const { database } = await open(old.url)
    const [own] = await database.read.selectFrom('accounts').selectAll().execute()
    assert.deepEqual([own?.name, own?.plan], ['Your shelter', 'business'])
    const pet = await database.read.selectFrom('pets').selectAll().executeTakeFirstOrThrow()
    assert.equal(pet.account_id, own?.id)
    await database.close()
    await using empty = await oldDatabase(engine, name)
    await empty.close()
    const fresh = await open(empty.url)
    assert.deepEqual(await fresh.database.read.selectFrom('accounts').selectAll().execute(), [])
    await fresh.database.close()
  })
}
