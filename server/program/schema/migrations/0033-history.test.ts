import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../../test/harness/engines.ts'
import { oldDatabase, openUpgraded } from '../../../../test/harness/old-database.ts'

for (const engine of engines) {
  test(`${engine}: the history of existing animals has earlier events, as far as the feed goes back`, async () => {
    await using old = await oldDatabase(engine, '0033-history')
    const event = (type: string, data: object, order = 'null', application = 'null') =>
      `insert into events (type, time, data, order_id, application_id)
        values ('${type}', 5, '${JSON.stringify(data)}', ${order}, ${application})`
    const order = (type: string, status: string) =>
      event(type, { id: 3, petId: 7, status, customer: { name: 'Ada' } }, '3')
    for (const text of [
      `insert into pets (id, name, name_folded, category_id, status, account_id, added_at)
        values (7, 'x', 'x', 1, 'available', 4, 5)`,
      event('pet.created', { id: 7, name: 'x', status: 'available' }),
      event('pet.created', { id: 8, name: 'gone', status: 'available' }),
      event('listing.published', { petId: 7 }),
      event('application.submitted', { id: 2, petId: 7, status: 'submitted' }, 'null', '2'),
      order('order.placed', 'placed'),
      order('order.updated', 'placed'),
      order('order.updated', 'approved'),
    ]) {
      await old.run(text)
    }
    await old.close()
    const { read, close } = await openUpgraded(old.url)
    const rows = await read.selectFrom('pet_history').selectAll().orderBy('id').execute()
    await close()
    assert.deepEqual(
      rows.map((row) => [row.pet_id, row.action, row.subject, row.status, row.order_id]),
      [
        [7n, 'added', 'pet', null, null],
        [7n, 'published', 'pet', null, null],
        [7n, 'applicationReceived', 'application', 'submitted', null],
        [7n, 'orderPlaced', 'order', 'placed', 3n],
        [7n, 'orderMoved', 'order', 'approved', 3n],
      ],
    )
    assert.ok(!JSON.stringify(rows, (_, value) => String(value)).includes('Ada'))
  })
}
