import { auditKeys } from '../../server/accounts/audit/audit-chain.ts'
import type { Clock } from '../../server/platform/clock.ts'
import type { Notified } from '../../server/program/changes/notified.ts'
import type { DatabaseConfig } from '../../server/program/config/database.settings.ts'
import { openDatabaseForChanges } from '../../server/program/open-database.ts'
import { prepareDatabase } from '../../server/program/schema/prepare-database.ts'
import { patientDatabase } from './patient-database.ts'

/** Notifies nobody of changes. */
export const nobody: Notified = {
  catalogue() {},
  listings() {},
  feed() {},
  log() {},
  keys() {},
  staging() {},
  liftedBans() {},
  webhooks() {},
  dueDeliveries() {},
  dueMails() {},
  dueWork() {},
}

/** The keys that sign the audit log in tests. */
export const testAuditKeys = auditKeys(['a key of tests and of nobody else'])

/** Opens a database by its file or URL as a command that writes does, with everything that must follow a change. */
export const openForChanges = async (place: string, { clock, ...some }: Partial<Notified> & { clock: Clock }) => {
  const config: DatabaseConfig = place.includes('://')
    ? patientDatabase(place)
    : { kind: 'sqlite', path: place.replace(/^sqlite:/, '') }
  await prepareDatabase(config, 'write')
  return openDatabaseForChanges(config, {
    clock,
    audit: testAuditKeys,
    notified: () => ({ ...nobody, ...some }),
  })
}
