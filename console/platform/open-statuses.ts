import type { ApplicationStatus, OrderStatus } from '@adoption-store/client'

/** Whether the animal is still reserved for the adopter. */
export const isOpenOrder = (status: OrderStatus): boolean => status === 'placed' || status === 'approved'

export const closedStatuses = ['approved', 'declined', 'withdrawn'] as const

/** Whether the applicant still waits for a decision. */
export const isOpenApplication = (status: ApplicationStatus): boolean =>
  !(closedStatuses as readonly ApplicationStatus[]).includes(status)
