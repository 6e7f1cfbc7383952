import { showTime } from '../../platform/time.ts'
import type { Customer, Order, OrderStatus, OwnedOrder } from './order.ts'

type Row = {
  id: bigint
  pet_id: bigint
  status: string
  customer_name: string | null
  customer_email: string | null
  customer_phone: string | null
  note: string | null
  application_id: bigint | null
  fee_amount: bigint | null
  fee_currency: string | null
  return_reason: string | null
  step_published_at: bigint | null
  contract_sha256: string | null
  contract_signed_at: bigint | null
  contract_template: string | null
  expires_at: bigint | null
  created_at: bigint
  updated_at: bigint
}

type OwnedRow = Row & { account_id: bigint; owner_account_id: bigint }

export const toOwnedOrder = (row: OwnedRow): OwnedOrder => ({
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
