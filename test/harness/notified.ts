import { auditKeys } from '../../server/audit/audit-chain.ts'
import type { Notified } from '../../server/changes/notified.ts'
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

/** An embedded database as a process without a server has it, with all that follows changes. */
export const openForChanges = (
  path: string,
  { clock = systemClock, ...some }: Partial<Notified> & { clock?: Clock } = {},
) =>
  openDatabaseForChanges(
    { kind: 'sqlite', path },
    { clock, audit: testAuditKeys, notified: () => ({ ...nobody, ...some }) },
  )
