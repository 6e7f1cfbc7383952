import type { AuditActionDefinition } from '../../requests/api/audit-action.ts'

export const photoAudit = {
  'photo.add': { label: 'Added a photo', group: 'Photos', target: 'photo' },
  'photo.update': { label: 'Changed a photo', group: 'Photos', target: 'photo' },
  'photo.order': { label: 'Reordered photos', group: 'Photos', target: 'pet' },
  'photo.delete': { label: 'Deleted a photo', group: 'Photos', target: 'photo' },
} as const satisfies Record<string, AuditActionDefinition>

declare module '../../requests/api/audit-action.ts' {
  interface AuditActions {
    photo: typeof photoAudit
  }
}
