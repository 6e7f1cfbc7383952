import { type Kysely, sql } from 'kysely'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { keysOf } from './orders.repository.ts'

type Query = Kysely<Tables>

/** Updates the search keys of some orders that an older replica has written. Returns how many. */
export const updateCustomerKeys = async (query: Query, limit: number): Promise<number> => {
  const rows = await query
    .selectFrom('orders')
    .select(['id', 'customer_name', 'customer_email'])
    // Written as in the index.
    .where(sql<boolean>`(customer_key is null) <> (customer_email is null)`)
    .orderBy('id')
    .limit(limit)
    .execute()
  for (const { id, customer_name, customer_email } of rows) {
    const keys =
      customer_email === null
        ? { customer_key: null, customer_search: null }
        : keysOf({ name: customer_name ?? '', email: customer_email })
    await setKeys(query, { id, email: customer_email, ...keys })
  }
  return rows.length
}

/** Updates those of all orders. */
export const updateAllCustomerKeys = async (query: Query): Promise<void> => {
  while ((await updateCustomerKeys(query, AT_ONCE)) === AT_ONCE);
}

const AT_ONCE = 500

type Keys = {
  id: bigint
  email: string | null
  customer_key: string | null
  customer_search: string | null
}

/** Only if the customer has not changed. */
const setKeys = prepared((query, { id, email, ...keys }: Keys) =>
  query
    .updateTable('orders')
    .set(keys)
    .where('id', '=', id)
    .where(sql<boolean>`customer_email is not distinct from ${email}`),
)
