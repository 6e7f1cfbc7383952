import type { Order, OrderStatus } from '@adoption-store/client'

export const orderStatuses: readonly OrderStatus[] = [
  'placed',
  'approved',
  'delivered',
  'returned',
  'cancelled',
  'expired',
]

export const orderWords: Record<OrderStatus, { title: string; colour: string; meaning: string }> = {
  placed: { title: 'Placed', colour: 'orange', meaning: 'It waits for approval.' },
  approved: { title: 'Approved', colour: 'pine', meaning: 'The animal can be handed over.' },
  delivered: { title: 'Delivered', colour: 'pine', meaning: 'The animal has found a home.' },
  returned: { title: 'Returned', colour: 'gray', meaning: 'The animal came back.' },
  cancelled: { title: 'Cancelled', colour: 'gray', meaning: 'The animal was given up.' },
  expired: { title: 'Expired', colour: 'gray', meaning: 'Nobody approved it in time.' },
}

export type OrderStep = 'approve' | 'deliver' | 'cancel' | 'return'

type StepWords = { label: string; done: string; question?: string; consequence?: string }

export const stepWords: Record<OrderStep, StepWords> = {
  approve: { label: 'Approve', done: 'is approved' },
  deliver: { label: 'Deliver', done: 'is delivered: the animal has a home' },
  cancel: {
    label: 'Cancel',
    done: 'is cancelled: the animal is available again',
    question: 'Cancel this order?',
    consequence: 'The animal becomes available to others at once.',
  },
  return: {
    label: 'Return',
    done: 'is returned: the animal is available again',
    question: 'Take the animal back?',
    consequence: 'The order is closed as returned, and the animal becomes available again.',
  },
}

const stepsFrom: Partial<Record<OrderStatus, readonly OrderStep[]>> = {
  placed: ['approve', 'cancel'],
  approved: ['deliver', 'cancel'],
  delivered: ['return'],
}

/** What staff can do with an order as it is shown; the store decides for itself all the same. */
export const stepsOf = (order: Order, nowMs: number): readonly OrderStep[] =>
  isOverdue(order, nowMs) ? [] : (stepsFrom[order.status] ?? [])

/** Its time is over, and the store will say so in a moment. */
export const isOverdue = ({ expiresAt }: Order, nowMs: number): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= nowMs
