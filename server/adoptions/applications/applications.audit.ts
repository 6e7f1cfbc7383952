import type { AuditActionDefinition } from '../../requests/api/audit-action.ts'

export const applicationAudit = {
  'application.submit': { label: 'Received an application', group: 'Applications', target: 'application' },
  'application.update': { label: 'Changed an application', group: 'Applications', target: 'application' },
  'application.approve': { label: 'Approved an application', group: 'Applications', target: 'application' },
  'application.decline': { label: 'Declined an application', group: 'Applications', target: 'application' },
  'application.withdraw': { label: 'Withdrew an application', group: 'Applications', target: 'application' },
  'application.read': { label: 'Read an application', group: 'Applications', target: 'application', isRead: true },
  'application.list': { label: 'Listed applications', group: 'Applications', target: 'application', isRead: true },
  'application.export': { label: "Exported an applicant's data", group: 'Applications', target: 'application' },
  'applicant.erase': {
    label: "Erased an applicant's data",
    group: "Applicants' data erased",
    target: 'application',
    isLostByRestore: true,
  },
} as const satisfies Record<string, AuditActionDefinition>

declare module '../../requests/api/audit-action.ts' {
  interface AuditActions {
    application: typeof applicationAudit
  }
}
