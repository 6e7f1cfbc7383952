import { ApiError } from '../../requests/errors/api-error.ts'
import {
  type Application,
  type ApplicationPatch,
  type ApplicationStatus,
  canMove,
  isOpen,
  type OwnedApplication,
} from './application.ts'

// What may become of an application, and what refuses the rest.

export const known = (found: OwnedApplication | undefined): OwnedApplication => {
  if (!found) throw new ApiError('application_not_found')
  return found
}

/** What can be changed. */
export const partsOf = ({ status, assigneeId, note, orderId }: Application) => ({
  status,
  ...(assigneeId !== undefined && { assigneeId }),
  ...(note !== undefined && { note }),
  ...(orderId !== undefined && { orderId }),
})

/** With the changes of a patch; `null` removes (RFC 7396). */
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
  if (!isOpen(from)) refuse(`An application that is ${from} does not change any more.`)
  if (from === to) return
  if (to === 'approved') refuse('Approve it by its own operation, which places the order.')
  if (!canMove(from, to)) refuse(`An application that is ${from} cannot become ${to}.`)
}

/** Throws `invalid_transition`. Returns what an order is placed with. */
export const checkApprovable = ({ status, petId, applicant }: Application) => {
  if (!canMove(status, 'approved')) refuse(`An application that is ${status} cannot be approved.`)
  if (petId === undefined)
    return refuse('It is for no particular animal, so there is none to order.')
  if (!applicant)
    return refuse('Its applicant is erased, so there is nobody to place an order for.')
  return { petId, applicant }
}

export const refuse = (message: string): never => {
  throw new ApiError('invalid_transition', { message })
}
