import { requestError } from '../../requests/errors/request.errors.ts'
import { applicationError } from './application.errors.ts'
import {
  type Application,
  type ApplicationPatch,
  type ApplicationStatus,
  canMove,
  isOpen,
  type OwnedApplication,
} from './application.ts'

// The status changes of applications, and the errors for those that are not allowed.

export const orNotFound = (found: OwnedApplication | undefined): OwnedApplication => {
  if (!found) throw applicationError('application_not_found')
  return found
}

/** The fields that can be changed. */
export const partsOf = ({ status, assigneeId, note, orderId }: Application) => ({
  status,
  ...(assigneeId !== undefined && { assigneeId }),
  ...(note !== undefined && { note }),
  ...(orderId !== undefined && { orderId }),
})

/** Applies a patch; `null` removes (RFC 7396). */
export const patched = (
  application: Application,
  { status, assigneeId = application.assigneeId, note = application.note }: ApplicationPatch,
) =>
  partsOf({
    ...withoutParts(application),
    status: status ?? application.status,
    ...(assigneeId != null && { assigneeId }),
    ...(note != null && { note }),
  })

const withoutParts = ({ assigneeId: _assignee, note: _note, ...rest }: Application) => rest

/** Throws `invalid_transition`. A closed application does not change at all. */
export const checkMove = (from: ApplicationStatus, to: ApplicationStatus): void => {
  if (!isOpen(from)) rejectStep(`An application that is ${from} cannot be changed.`)
  if (from === to) return
  if (to === 'approved') rejectStep('To approve an application, use its approval operation, which places the order.')
  if (!canMove(from, to)) rejectStep(`An application that is ${from} cannot become ${to}.`)
}

/** Throws `invalid_transition`. Returns the data for an order. */
export const checkApprovable = ({ status, petId, applicant }: Application) => {
  if (!canMove(status, 'approved')) rejectStep(`An application that is ${status} cannot be approved.`)
  if (petId === undefined)
    return rejectStep('The application is not for a particular animal, so no order can be placed.')
  if (!applicant) return rejectStep('The applicant was erased, so no order can be placed.')
  return { petId, applicant }
}

export const rejectStep = (message: string): never => {
  throw requestError('invalid_transition', { message })
}
