import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'
import { showTime } from '../../platform/time.ts'
import type { Customer, Order, OrderStatus, OwnedOrder } from './order.ts'

type Row = Selectable<Tables['orders']>

export const toOwnedOrder = (row: Row): OwnedOrder => ({
  order: toOrder(row),
  placedBy: row.account_id,
  ownerId: row.owner_account_id,
})

export const toOrder = (row: Row): Order => {
  const customer = toCustomer(row)
  return {
    id: row.id,
    petId: row.pet_id,
    // The table's check constraint allows only these values.
    status: row.status as OrderStatus,
    ...(customer && { customer }),
    ...(row.note !== null && { note: row.note }),
    ...(row.application_id !== null && { applicationId: row.application_id }),
    ...(row.fee_amount !== null &&
      row.fee_currency !== null && {
        fee: { amount: Number(row.fee_amount), currency: row.fee_currency },
      }),
    ...(row.return_reason !== null && { returnReason: row.return_reason }),
    ...(row.status === 'returned' && row.step_published_at !== null && { petUnpublished: true as const }),
    ...contractOf(row),
    ...(row.expires_at !== null && { expiresAt: showTime(row.expires_at) }),
    createdAt: showTime(row.created_at),
    updatedAt: showTime(row.updated_at),
  }
}

/** Only of an animal that was handed over: an older replica may have undone that. */
const contractOf = (row: Row): Pick<Order, 'contract'> => {
  const { contract_sha256: sha256, contract_signed_at: at, contract_template: version } = row
  const isHandedOver = row.status === 'delivered' || row.status === 'returned'
  if (!isHandedOver || sha256 === null || at === null) return {}
  return { contract: { sha256, signedAt: showTime(at), templateVersion: version ?? '' } }
}

const toCustomer = ({
  customer_name: name,
  customer_email: email,
  customer_phone: phone,
}: Row): Customer | undefined =>
  name !== null && email !== null ? { name, email, ...(phone !== null && { phone }) } : undefined
