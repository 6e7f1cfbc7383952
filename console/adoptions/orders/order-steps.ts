import type { Order, OrderStatus } from '@adoption-store/client'

export type OrderStep = 'approve' | 'deliver' | 'cancel' | 'return'

type StepLabels = { label: string; done: string; question?: string; consequence?: string }

export const stepLabels: Record<OrderStep, StepLabels> = {
  approve: { label: 'Approve', done: 'approved' },
  deliver: { label: 'Hand over', done: 'completed. The animal has a home' },
  cancel: {
    label: 'Cancel',
    done: 'cancelled. The animal is available again',
    question: 'Cancel this adoption?',
    consequence: 'The animal becomes available to others immediately.',
  },
  return: { label: 'Return', done: 'returned' },
}

const stepsFrom: Partial<Record<OrderStatus, readonly OrderStep[]>> = {
  placed: ['approve', 'cancel'],
  approved: ['deliver', 'cancel'],
  delivered: ['return'],
}

/** The steps that the order's status allows. The API checks each one again. */
export const stepsOf = (order: Order, nowMs: number): readonly OrderStep[] =>
  isOverdue(order, nowMs) ? [] : (stepsFrom[order.status] ?? [])

/** It has expired, and the API will soon process that. */
export const isOverdue = ({ expiresAt }: Order, nowMs: number): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= nowMs
