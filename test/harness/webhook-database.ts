import type { Trx } from '../../server/platform/storage/database.ts'
import { openDatabase } from '../../server/program/open-database.ts'
import { type Engine, freshDatabase } from './engines.ts'
import { patientDatabase } from './patient-database.ts'

/** A database with webhooks for `pet.created`, all of one account, and some of these events. */
export const webhookDatabase = async (engine: Engine, { webhooks = 1, events = 1 } = {}) => {
  const store = await freshDatabase(engine)
  const database = await openDatabase(patientDatabase(store.url))
  await database.write(async ({ query }) => {
    const account = { name: 'Tierheim Süd', plan: 'pro', per_minute: null, per_day: null }
    const { id } = await query
      .insertInto('accounts')
      .values({ ...account, created_at: 0n })
      .returning('id')
      .executeTakeFirstOrThrow()
    const webhook = {
      account_id: id,
      url: 'https://hooks.example/',
      types: 'pet.created',
      enabled: 1n,
      secret: 'whsec_',
      is_admin: 0n,
      starts_after: 0n,
      created_at: 0n,
    }
    const rows = Array.from({ length: webhooks }, () => webhook)
    // In batches, because the number of values in a statement is limited.
    for (let at = 0; at < webhooks; at += 1_000)
      await query
        .insertInto('webhooks')
        .values(rows.slice(at, at + 1_000))
        .execute()
    await addEvents(query, events)
  })
  return {
    database,
    async [Symbol.asyncDispose]() {
      await database.close()
      await store.remove()
    },
  }
}

const addEvents = async (query: Trx['query'], count: number): Promise<void> => {
  const event = { type: 'pet.created', time: 0n, data: '{}', order_id: null, application_id: null }
  await query
    .insertInto('events')
    .values(Array.from({ length: count }, () => event))
    .execute()
}

/** Makes the first events of the feed due for the first webhook. */
export const addDeliveries = async (query: Trx['query'], count: number): Promise<void> => {
  const delivery = { webhook_id: 1n, status: 'pending', attempts: 0n, next_attempt_at: 0n }
  const rows = Array.from({ length: count }, (_, at) => ({
    ...delivery,
    event_sequence: BigInt(at + 1),
    leased_until: null,
    last_status_code: null,
    created_at: 0n,
  }))
  await query.insertInto('deliveries').values(rows).execute()
}
