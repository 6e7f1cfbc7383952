import type { ApplicationStatus } from '@adoption-store/client'

const closed: readonly ApplicationStatus[] = ['approved', 'declined', 'withdrawn']

/** Whether somebody still waits for a decision. */
export const isOpenApplication = (status: ApplicationStatus): boolean => !closed.includes(status)
