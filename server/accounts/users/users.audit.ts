import type { AuditActionDefinition } from '../../requests/api/audit-action.ts'

export const userAudit = {
  'user.create': { label: 'Invited a user', group: 'Users', target: 'user' },
  'user.update': { label: 'Changed a user', group: 'Users', target: 'user' },
  'user.delete': { label: 'Deleted a user', group: 'Users', target: 'user', isLostByRestore: true },
  'user.signIn': { label: 'Signed in', group: 'Users', target: 'user' },
  'user.signInFailed': { label: 'Failed to sign in', group: 'Users', target: 'user' },
  'user.signOut': { label: 'Signed out', group: 'Users', target: 'user' },
} as const satisfies Record<string, AuditActionDefinition>

declare module '../../requests/api/audit-action.ts' {
  interface AuditActions {
    user: typeof userAudit
  }
}
