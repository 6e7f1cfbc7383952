import { auditEntry, type NewAuditEntry } from '../../accounts/audit/audit-entry.ts'
import type { NewHistoryEntry } from '../../animals/history/history.ts'
import type { NewEvent } from '../../feed/events/event.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import type { AuditAction } from '../../requests/api/audit-action.ts'
import type { ConsequencesOf } from '../../requests/api/consequence.ts'
import { type Application, type ApplicationChange, type ApplicationStatus, progressOf } from './application.ts'

export const applicationConsequences: ConsequencesOf<ApplicationChange> = {
  'application submitted': {
    audit: ({ after }) => auditEntry('application.submit', 'application', after.id),
    event: ({ after, ownerId }) => applicationEvent('application.submitted', after, ownerId),
    history: ({ after }) => applicationHistory(undefined, after),
  },
  'application changed': {
    audit: ({ before, after }) => applicationEntry(before, after),
    event: ({ after, ownerId }) => applicationEvent('application.updated', after, ownerId),
    history: ({ before, after }) => applicationHistory(before, after),
  },
  // Events and stored responses say nothing about the applicant; the order has its own erasure.
  'applicant erased': {
    audit: ({ applicationId: id }) => auditEntry('applicant.erase', 'application', id),
    forgetsResponsesTo: ({ applicationId: id, eventsAfter: after }) => ({
      subject: { type: 'application', id },
      after,
    }),
  },
}

const applicationEnds: Partial<Record<ApplicationStatus, AuditAction>> = {
  approved: 'application.approve',
  declined: 'application.decline',
  withdrawn: 'application.withdraw',
}

/** The closing of an application has its own action. */
const applicationEntry = (before: Application, after: Application): NewAuditEntry => {
  const end = after.status === before.status ? undefined : applicationEnds[after.status]
  const fields = changedFields(before, after).filter((name) => name !== 'updatedAt' && name !== 'closedAt')
  return auditEntry(end ?? 'application.update', 'application', after.id, fields)
}

/** Only the account that received an application sees its events. */
const applicationEvent = (
  type: 'application.submitted' | 'application.updated',
  application: Application,
  ownerId: bigint,
): NewEvent => ({
  type,
  data: progressOf(application),
  subject: { type: 'application', id: application.id },
  accountId: ownerId,
})

const applicationHistory = (before: Application | undefined, { id, petId, status }: Application): NewHistoryEntry[] => {
  if (petId === undefined) return []
  const subject = { type: 'application', id }
  if (!before) return [{ petId, action: 'applicationReceived', status, subject }]
  return before.status === status
    ? [{ petId, action: 'applicationChanged', subject }]
    : [{ petId, action: 'applicationMoved', status, subject }]
}
