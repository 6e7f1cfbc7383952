import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../../test/harness/engines.ts'
import { oldDatabase, openUpgraded } from '../../../../test/harness/old-database.ts'
import { listHistory } from '../../../animals/history/history.repository.ts'
import { giveApplications, giveOrders } from '../../../feed/events/events.repository.ts'
import { lastPositionOf, listWithPersonalData, rewriteEvents } from '../../../feed/events/past-events.repository.ts'

const account = (id: number) =>
  `insert into accounts (id, name, plan, created_at) values (${id}, 'account ${id}', 'pro', ${id})`
const animal = `insert into pets (id, account_id, name, name_folded, category_id, status)
  values (1, 1, 'Rex', 'rex', 1, 'pending')`
const event = (type: string, column = 'account_id') =>
  `insert into events (type, time, data, ${column}) values ('${type}', 1, '{"note":"Ada"}', 1)`
const entry = (action: string, subject: string, column = 'fields') =>
  `insert into pet_history (pet_id, time, action, subject, ${column}) values (1, 1, '${action}', '${subject}', ${column === 'fields' ? 'null' : 1})`

/** What a program of 1.3.0 writes. */
const written = [
  event('pet.created'),
  event('order.placed', 'order_id'),
  event('application.submitted', 'application_id'),
  entry('added', 'pet'),
  entry('orderPlaced', 'order', 'order_id'),
  entry('applicationReceived', 'application', 'application_id'),
]

for (const engine of engines) {
  test(`${engine}: events and entries of 1.3.0 are found by their subject, before the upgrade and beside it`, async () => {
    await using old = await oldDatabase(engine, '0068-subjects')
    for (const text of [account(1), account(2), animal, ...written]) await old.run(text)
    await old.close()
    const database = await openUpgraded(old.url)
    const { read } = database
    const subjectsOf = (table: 'events' | 'pet_history', id: 'events.sequence' | 'pet_history.id') =>
      read
        .selectFrom(table)
        .select(['subject_type', 'subject_id'])
        .orderBy(id)
        .execute()
        .then((rows) => rows.map((row) => [row.subject_type, row.subject_id]))
    const filled = [
      [null, null],
      ['order', 1n],
      ['application', 1n],
    ]
    assert.deepEqual(await subjectsOf('events', 'events.sequence'), filled)
    assert.deepEqual(await subjectsOf('pet_history', 'pet_history.id'), filled)

    await database.write(async ({ query }) => {
      await query
        .insertInto('events')
        .values([
          { type: 'order.updated', time: 1n, data: '{"note":"Ada"}', account_id: 1n, order_id: 1n },
          { type: 'application.updated', time: 1n, data: '{"note":"Ada"}', account_id: 1n, application_id: 1n },
        ])
        .execute()
      await query
        .insertInto('pet_history')
        .values([{ pet_id: 1n, time: 1n, action: 'orderMoved', subject: 'order', order_id: 1n }])
        .execute()
    })
    const entries = await listHistory(read, { petId: 1n, subjects: ['pet', 'order', 'application'], limit: 9 })
    assert.deepEqual(
      entries.map(({ orderId, applicationId }) => [orderId, applicationId]),
      [
        [1n, undefined],
        [undefined, 1n],
        [1n, undefined],
        [undefined, undefined],
      ],
    )

    const [order, application] = [
      { type: 'order', id: 1n },
      { type: 'application', id: 1n },
    ] as const
    assert.deepEqual([await lastPositionOf(read, order), await lastPositionOf(read, application)], [4n, 5n])
    assert.equal(await lastPositionOf(read, { type: 'fosterHome', id: 1n }), 0n)
    const search = { after: 0n, through: 9n, fields: ['note'], limit: 9 }
    assert.deepEqual(await listWithPersonalData(read, { ...search, subject: order }), [2n, 4n])
    await database.write(async ({ query }) => {
      await rewriteEvents(query, { subject: order, after: 2n }, () => '{}')
      await giveOrders(query, { to: 2n, ids: [1n] })
      await giveApplications(query, { to: 2n, ids: [1n] })
    })
    const events = await read
      .selectFrom('events')
      .select(['data', 'account_id', 'owner_account_id'])
      .orderBy('sequence')
      .execute()
    assert.deepEqual(
      events.map((row) => [row.data, row.account_id, row.owner_account_id]),
      [
        ['{"note":"Ada"}', 1n, null],
        ['{"note":"Ada"}', null, 2n],
        ['{"note":"Ada"}', 2n, null],
        ['{}', 1n, 2n],
        ['{"note":"Ada"}', 2n, null],
      ],
    )
    await database.close()
  })
}
