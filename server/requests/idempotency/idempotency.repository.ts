import type { Kysely } from 'kysely'
import { preparedRows } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import type { ResponseRow } from './response-change.ts'

/** Stores responses. A response with the same key can only be replaced if it is older than a day. */
export const insertResponses = preparedRows<ResponseRow, unknown>(
  ['account_id', 'key', 'fingerprint', 'status', 'location', 'body', 'created_at'],
  (query, rows) =>
    query
      .insertInto('idempotency_keys')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'key']).doUpdateSet(({ ref }) => ({
          fingerprint: ref('excluded.fingerprint'),
          status: ref('excluded.status'),
          location: ref('excluded.location'),
          body: ref('excluded.body'),
          created_at: ref('excluded.created_at'),
        })),
      ),
)

/** Updates the stored responses that returned `location`. */
export const rewriteResponses = async (
  query: Kysely<Tables>,
  location: string,
  change: (body: string) => string,
): Promise<void> => {
  const kept = await query
    .selectFrom('idempotency_keys')
    .select(['account_id', 'key', 'body'])
    .where('location', '=', location)
    .execute()
  for (const { account_id, key, body } of kept) {
    await query
      .updateTable('idempotency_keys')
      .set({ body: change(body) })
      .where('account_id', '=', account_id)
      .where('key', '=', key)
      .execute()
  }
}
