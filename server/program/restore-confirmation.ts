import { restartMails } from '../accounts/mail/mails.repository.ts'
import { restartWebhooks } from '../feed/webhooks/webhooks.repository.ts'
import type { Clock } from '../platform/clock.ts'
import { restoreConfirmation } from '../requests/maintenance/restore-confirmation.service.ts'
import type { StoreDatabase } from './open-database.ts'

type Deps = { database: StoreDatabase; clock: Clock }

/** `restore --confirm`: from then on mail and webhooks are sent again. */
export const confirmRestore = ({ database, clock }: Deps) =>
  restoreConfirmation({ database, clock, restartMails, restartWebhooks })
