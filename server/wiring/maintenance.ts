import { restartMails } from '../mail/mails.repository.ts'
import { maintenanceService } from '../maintenance/maintenance.service.ts'
import { restoreConfirmation } from '../maintenance/restore-confirmation.service.ts'
import { restartWebhooks } from '../webhooks/webhooks.repository.ts'
import type { Parts, Routine } from './parts.ts'

/** How long a server may go on after another process has restored the store, or confirmed the restore. */
const REFRESH_MS = 1_000

/** What the service leaves undone until a restore is confirmed. */
export const wireMaintenance = async ({ database, log }: Pick<Parts, 'database' | 'log'>) => {
  const maintenance = maintenanceService({ database, log })
  await maintenance.refresh()
  const routines: Routine[] = [{ everyMs: REFRESH_MS, run: maintenance.refresh }]
  return { maintenance, routines }
}

/** `restore --confirm`. */
export const wireRestoreConfirmation = ({ database, clock }: Pick<Parts, 'database' | 'clock'>) =>
  restoreConfirmation({ database, clock, restartMails, restartWebhooks })
