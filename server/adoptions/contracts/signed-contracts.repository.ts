import { type Kysely, sql } from 'kysely'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import type { Writing } from './writing.ts'

type Query = Kysely<Tables>
type StoredContract = { title: string; html: string }

export const findSignedContract = async (query: Query, orderId: bigint): Promise<StoredContract | undefined> => {
  const [row] = await contractRow(query, { orderId })
  return row
}

const contractRow = prepared((query, { orderId }: { orderId: bigint }) =>
  query.selectFrom('signed_contracts').select(['title', 'html']).where('order_id', '=', orderId),
)

/** Replaces what is left of an earlier hand-over. */
export const storeSignedContract = async (
  query: Query,
  orderId: bigint,
  { title, html }: StoredContract,
): Promise<void> => {
  await removeSignedContract(query, orderId)
  await insertContract(query, { order_id: orderId, title, html })
}

const insertContract = prepared((query, row: Tables['signed_contracts']) =>
  query.insertInto('signed_contracts').values(row),
)

export const removeSignedContract = async (query: Query, orderId: bigint): Promise<void> => {
  await deleteContract(query, { orderId })
}

const deleteContract = prepared((query, { orderId }: { orderId: bigint }) =>
  query.deleteFrom('signed_contracts').where('order_id', '=', orderId),
)

/**
 * Removes some of the contracts whose customer was erased by a replica of an older release, which does not know them.
 * Returns how many.
 */
export const removeOrphanedContracts = async (query: Query, limit: number): Promise<number> => {
  const { numDeletedRows } = await query
    .deleteFrom('signed_contracts')
    .where('order_id', 'in', ({ selectFrom }) =>
      selectFrom('orders')
        .innerJoin('signed_contracts as orphaned', 'orphaned.order_id', 'orders.id')
        .select('orders.id')
        .where('contract_sha256', 'is not', null)
        .where('customer_email', 'is', null)
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** The language and time zone in which the contract of an order was last printed. */
export const findPrintedWriting = async (query: Query, orderId: bigint): Promise<Writing | undefined> => {
  const [row] = await writingRow(query, { orderId })
  return row?.print_locale == null || row.print_time_zone == null
    ? undefined
    : { locale: row.print_locale, timeZone: row.print_time_zone }
}

const writingRow = prepared((query, { orderId }: { orderId: bigint }) =>
  query.selectFrom('orders').select(['print_locale', 'print_time_zone']).where('id', '=', orderId),
)

export const notePrintedWriting = async (query: Query, orderId: bigint, writing: Writing): Promise<void> => {
  await setWriting(query, { orderId, ...writing })
}

const setWriting = prepared((query, { orderId, locale, timeZone }: Writing & { orderId: bigint }) =>
  query
    .updateTable('orders')
    .set({ print_locale: locale, print_time_zone: timeZone })
    .where('id', '=', orderId)
    // Afterwards the signed contract has its language.
    .where('status', 'in', [sql.lit('placed'), sql.lit('approved')]),
)
