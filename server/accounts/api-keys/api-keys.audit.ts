import type { AuditActionDefinition } from '../../requests/api/audit-action.ts'

export const keyAudit = {
  'key.create': { label: 'Created an API key', group: 'API keys', target: 'key' },
  'key.rotate': { label: 'Rotated an API key', group: 'API keys', target: 'key', isLostByRestore: true },
  'key.revoke': { label: 'Revoked an API key', group: 'API keys', target: 'key', isLostByRestore: true },
} as const satisfies Record<string, AuditActionDefinition>

declare module '../../requests/api/audit-action.ts' {
  interface AuditActions {
    key: typeof keyAudit
  }
}
