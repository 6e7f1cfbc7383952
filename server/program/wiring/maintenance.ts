import { restartMails } from '../../accounts/mail/mails.repository.ts'
import { restartWebhooks } from '../../feed/webhooks/webhooks.repository.ts'
import { maintenanceService } from '../../requests/maintenance/maintenance.service.ts'
import { restoreConfirmation } from '../../requests/maintenance/restore-confirmation.service.ts'
import type { Config } from '../config.ts'
import type { Parts, Routine } from './parts.ts'

/** How long a server may go on after another process has restored the store, or confirmed the restore. */
const REFRESH_MS = 1_000

type Deps = Pick<Parts, 'database'> & { config: Pick<Config, 'isReadOnly'> }

/** What the service leaves undone because of the setting `MAINTENANCE`, or of a restore that nobody has confirmed. */
export const wireMaintenance = async ({ config, database }: Deps) => {
  const maintenance = maintenanceService({ database, isSetReadOnly: config.isReadOnly })
  await maintenance.refresh()
  const routines: Routine[] = [
    { everyMs: REFRESH_MS, run: maintenance.refresh, isAllowedReadOnly: true },
  ]
  return { maintenance, routines }
}

/** `restore --confirm`. */
export const wireRestoreConfirmation = ({ database, clock }: Pick<Parts, 'database' | 'clock'>) =>
  restoreConfirmation({ database, clock, restartMails, restartWebhooks })
