import type { AuditActionDefinition } from '../../requests/api/audit-action.ts'

export const banAudit = {
  'key.ban': { label: 'Banned an API key', group: 'API keys', target: 'key' },
  'ban.lift': { label: 'Lifted a ban', group: 'Bans', target: 'key' },
} as const satisfies Record<string, AuditActionDefinition>

declare module '../../requests/api/audit-action.ts' {
  interface AuditActions {
    ban: typeof banAudit
  }
}
