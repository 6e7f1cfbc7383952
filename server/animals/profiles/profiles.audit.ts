import type { AuditActionDefinition } from '../../requests/api/audit-action.ts'

export const profileAudit = {
  'profile.update': { label: 'Changed a profile', group: 'Profiles', target: 'pet' },
  'profile.batch': { label: 'Changed several profiles', group: 'Profiles', target: 'account' },
  'listing.publish': { label: 'Published a listing', group: 'Listings', target: 'pet' },
  'listing.unpublish': { label: 'Unpublished a listing', group: 'Listings', target: 'pet' },
} as const satisfies Record<string, AuditActionDefinition>

declare module '../../requests/api/audit-action.ts' {
  interface AuditActions {
    profile: typeof profileAudit
  }
}
