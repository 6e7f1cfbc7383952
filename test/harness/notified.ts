import { auditKeys } from '../../server/audit/audit-chain.ts'
import type { Notified } from '../../server/changes/notified.ts'
import { readDatabase } from '../../server/config/database.settings.ts'
import { openDatabaseForChanges } from '../../server/open-database.ts'
import { type Clock, systemClock } from '../../server/platform/clock.ts'

/** Nobody who has to know of changes. */
export const nobody: Notified = {
  catalogue() {},
  listings() {},
  feed() {},
  log() {},
  keys() {},
  liftedBans() {},
  disabledWebhooks() {},
  dueDeliveries() {},
  dueMails() {},
  closings() {},
}

/** As every test signs its audit log. */
export const testAuditKeys = auditKeys(['a key of tests and of nobody else'])

/** A database as a process without a server has it, with all that follows changes: by its file, or its URL. */
export const openForChanges = (
  place: string,
  { clock = systemClock, ...some }: Partial<Notified> & { clock?: Clock } = {},
) =>
  openDatabaseForChanges(
    place.includes('://')
      ? readDatabase(place)
      : { kind: 'sqlite', path: place.replace(/^sqlite:/, '') },
    { clock, audit: testAuditKeys, notified: () => ({ ...nobody, ...some }) },
  )
