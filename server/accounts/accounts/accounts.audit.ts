import type { AuditActionDefinition } from '../../requests/api/audit-action.ts'

export const accountAudit = {
  'account.create': { label: 'Created an account', group: 'Accounts', target: 'account' },
  'account.update': { label: 'Changed an account', group: 'Accounts', target: 'account' },
  'account.accept': { label: 'Accepted an account', group: 'Accounts', target: 'account' },
  'account.suspend': { label: 'Suspended an account', group: 'Accounts', target: 'account' },
  'account.resume': { label: 'Resumed an account', group: 'Accounts', target: 'account' },
  'account.transfer': { label: "Transferred an account's animals", group: 'Accounts', target: 'account' },
  'account.receive': { label: 'Received the animals of another account', group: 'Accounts', target: 'account' },
} as const satisfies Record<string, AuditActionDefinition>

declare module '../../requests/api/audit-action.ts' {
  interface AuditActions {
    account: typeof accountAudit
  }
}
