import type { ConsequencesOf } from '../../requests/api/consequence.ts'
import type { RestoreChange } from './maintenance.ts'

export const restoreConsequences: ConsequencesOf<RestoreChange> = {
  'restore confirmed': { audit: () => ({ action: 'restore.confirm', target: { type: 'store' } }) },
}
