import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { tester } from '../../../test/harness/author.ts'
import { openForChanges } from '../../../test/harness/notified.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { accountReview } from '../../accounts/accounts/account-review.ts'
import { countAdoptionsSince } from '../../adoptions/adoptions/adoptions.repository.ts'
import { ordersService } from '../../adoptions/orders/orders.service.ts'
import { petServices } from '../../animals/animals.module.ts'
import { moveOwnedPets } from '../../animals/pets/pet-transfers.repository.ts'
import { pastEvents } from '../../feed/events/past-events.service.ts'
import { eraseResponsesAt } from '../../feed/webhooks/deliveries.repository.ts'
import { systemClock as clock } from '../../platform/clock.ts'
import { upward } from '../upward.ts'

const owner = { accountId: 1n, plan: 'pro', scopes: new Set<never>(), actsForStore: false } as const

/** Services on one database, without a server. Changes in one turn share a commit. */
const open = async () => {
  const folder = temporaryFolder()
  const database = await openForChanges(join(folder.path, 'store.db'), { clock })
  const { pets, profiles, categories } = petServices({
    ...upward,
    database,
    clock,
    config: { strictCategories: false, requirePhoto: false },
  })
  const past = pastEvents({ database, eraseResponsesAt })
  const contracts = {
    prepare: () => assert.fail('no animal is handed over'),
    sign: () => assert.fail('no animal is handed over'),
    discard: async () => {},
  }
  const rules = { clock, contracts, pastEvents: past, expiryMs: 1_000, openOrderLimit: () => 5 }
  const deps = { database, accounts: accountReview, pets, profiles, countAdoptionsSince }
  const orders = ordersService({ ...deps, ...rules })
  const addPet = (categoryId: bigint) =>
    database.writeAs(tester, (trx) => pets.create(trx, owner, { name: 'Ada', categoryId }))
  const dispose = async () => {
    await database.close()
    folder.remove()
  }
  return { database, pets, orders, categories, addPet, [Symbol.asyncDispose]: dispose }
}

test('a category keeps its name when an animal is added in the same commit', async () => {
  await using store = await open()
  const { categories, addPet } = store
  await categories.put({ author: tester }, 7n, { name: 'Dogs' }, undefined)
  const added = addPet(7n)
  const removed = categories.remove({ author: tester }, 7n, undefined)
  await assert.rejects(removed, { code: 'category_in_use' })
  await added
  assert.deepEqual(await categories.find(7n), {
    id: 7n,
    name: 'Dogs',
    petCounts: { available: 1, pending: 0, sold: 0 },
  })
})

test('the counts of several changes in one commit add up', async () => {
  await using store = await open()
  const { categories, addPet } = store
  await Promise.all(Array.from({ length: 300 }, (_, at) => addPet(BigInt(at % 7))))
  for (let id = 0n; id < 7n; id += 1n) {
    const { available } = (await categories.find(id))?.petCounts ?? {}
    assert.equal(available, id < 6n ? 43 : 42)
  }
})

test('an account that receives an animal does not see who added it in the same commit', async () => {
  await using store = await open()
  const { database, pets } = store
  const author = { type: 'key', id: 3n, name: 'Front desk', accountId: 1n } as const
  await database.writeAs(author, async (trx) => {
    const { id } = await pets.create(trx, owner, { name: 'Ada', categoryId: 7n })
    const ids = await moveOwnedPets(trx.query, { from: 1n, to: 2n, ids: [id] })
    trx.record({ kind: 'pets transferred', from: 1n, to: 2n, ids })
  })
  await database.writeAs(author, (trx) => pets.create(trx, owner, { name: 'Bo', categoryId: 7n }))
  const storedEvents = await database.read
    .selectFrom('pet_history')
    .select(['pet_id', 'action', 'subject', 'actor_type', 'actor_id', 'actor_name'])
    .execute()
  const key = { subject: 'pet', actor_type: 'key', actor_id: 3n }
  assert.deepEqual(storedEvents, [
    { pet_id: 1n, action: 'added', ...key, actor_name: null },
    { pet_id: 1n, action: 'transferred', ...key, actor_name: null },
    { pet_id: 2n, action: 'added', ...key, actor_name: 'Front desk' },
  ])
})

test('an erasure reaches the events of its own commit', async () => {
  await using store = await open()
  const { database, orders, addPet } = store
  const { id: petId } = await addPet(1n)
  const customer = { name: 'Erika Mustermann', email: 'erika@example.com' }
  const placed = database.writeAs(tester, (trx) => orders.place(trx, owner, { petId, customer }))
  // Ids are assigned in order, so the next one is known.
  const erased = orders.eraseCustomer({ caller: owner, author: tester }, 1n)
  assert.equal((await placed).id, 1n)
  await erased
  const events = await database.read.selectFrom('events').select(['type', 'data']).execute()
  assert.deepEqual(
    events.map(({ type }) => type),
    ['pet.created', 'order.placed', 'pet.updated', 'order.updated'],
  )
  assert.ok(!events.some(({ data }) => data.includes('Erika')))
})
