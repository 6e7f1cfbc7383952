import type { AuditActionDefinition } from '../../requests/api/audit-action.ts'

export const petAudit = {
  'pet.create': { label: 'Added an animal', group: 'Animals', target: 'pet' },
  'pet.update': { label: 'Changed an animal', group: 'Animals', target: 'pet' },
  'pet.delete': { label: 'Deleted an animal', group: 'Animals', target: 'pet' },
  'pet.batch': { label: 'Changed several animals', group: 'Animals', target: 'account' },
} as const satisfies Record<string, AuditActionDefinition>

declare module '../../requests/api/audit-action.ts' {
  interface AuditActions {
    pet: typeof petAudit
  }
}
