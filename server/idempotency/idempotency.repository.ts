import type { Kysely } from 'kysely'
import type { Tables } from '../platform/storage/tables.ts'

/** Changes the stored responses that gave `location`. */
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
