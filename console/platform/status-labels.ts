import type { ApplicationStatus, OrderStatus, PetStatus } from '@adoption-store/client'
import type { Tone } from './pill.tsx'

type Labels<Status extends string> = Record<Status, { label: string; tone: Tone }>

/** Labels of statuses for staff. */
export const petLabels: Labels<PetStatus> = {
  available: { label: 'Available', tone: 'ok' },
  pending: { label: 'On hold', tone: 'hold' },
  sold: { label: 'Adopted', tone: 'info' },
}

export const adoptionLabels: Labels<OrderStatus> = {
  placed: { label: 'Awaiting approval', tone: 'hold' },
  approved: { label: 'Approved', tone: 'ok' },
  delivered: { label: 'Handed over', tone: 'info' },
  returned: { label: 'Returned', tone: 'plain' },
  cancelled: { label: 'Cancelled', tone: 'plain' },
  expired: { label: 'Expired', tone: 'plain' },
}

export const applicationLabels: Labels<ApplicationStatus> = {
  submitted: { label: 'New', tone: 'info' },
  inReview: { label: 'In review', tone: 'hold' },
  meetAndGreet: { label: 'Meet and greet', tone: 'info' },
  homeVisit: { label: 'Home visit', tone: 'info' },
  referenceCheck: { label: 'Reference check', tone: 'info' },
  approved: { label: 'Approved', tone: 'ok' },
  declined: { label: 'Declined', tone: 'bad' },
  withdrawn: { label: 'Withdrawn', tone: 'plain' },
}
