import type { OrderStatus } from '../../adoptions/orders/order.ts'
import { sampleAdopters, sampleOrders } from './sample-shelter.ts'

export type PlacedOrder = {
  id: bigint
  status: OrderStatus
  petId: bigint
  /** The external id of the animal. */
  externalId: string | null
  /** The account that placed it. */
  accountId: bigint
  ownerId: bigint
  email: string | null
}

/** A fictional person, at an address that can never exist (RFC 2606). */
export const adopterOf = (petId: bigint) => {
  const name = sampleAdopters[Number(petId % BigInt(sampleAdopters.length))] ?? 'Alex Morgan'
  const plain = name
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
  return { name, email: `${plain.replace(' ', '.')}@example.org` }
}

/** Whether the sample placed an order. One without an address was erased, perhaps by an interrupted removal. */
export const isOfSample = ({ petId, externalId, accountId, ownerId, email }: PlacedOrder): boolean =>
  accountId === ownerId &&
  sampleOrders.some((order) => order.externalId === externalId) &&
  (email === null || email === adopterOf(petId).email)
