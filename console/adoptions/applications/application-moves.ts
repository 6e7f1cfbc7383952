import type { ApplicationStatus } from '@adoption-store/client'

const review = ['meetAndGreet', 'homeVisit', 'referenceCheck'] as const

/** The steps for staff, in order. The API checks each one again. */
export const applicationMoves: Record<ApplicationStatus, readonly ApplicationStatus[]> = {
  submitted: ['inReview'],
  inReview: review,
  meetAndGreet: review,
  homeVisit: review,
  referenceCheck: review,
  approved: [],
  declined: [],
  withdrawn: [],
}

/** The labels of the buttons. */
export const moveLabels: Partial<Record<ApplicationStatus, string>> = {
  inReview: 'Start review',
  meetAndGreet: 'Meet and greet',
  homeVisit: 'Home visit',
  referenceCheck: 'Reference check',
}

export const progressStatuses = ['inReview', ...review] as const
