import type { AuditActionDefinition } from '../../requests/api/audit-action.ts'

export const categoryAudit = {
  'category.update': { label: 'Named a category', group: 'Categories', target: 'category' },
  'category.delete': { label: 'Removed the name of a category', group: 'Categories', target: 'category' },
} as const satisfies Record<string, AuditActionDefinition>

declare module '../../requests/api/audit-action.ts' {
  interface AuditActions {
    category: typeof categoryAudit
  }
}
