import { auditKeys } from '../../server/audit/audit-chain.ts'
import type { Notified } from '../../server/changes/notified.ts'
import { type DatabaseConfig, readDatabase } from '../../server/config/database.settings.ts'
import { openDatabaseForChanges } from '../../server/open-database.ts'
import { type Clock, systemClock } from '../../server/platform/clock.ts'
import { prepareDatabase } from '../../server/wiring/schema.ts'

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

/** A database as a command that writes has it, with all that follows changes: by its file, or its URL. */
export const openForChanges = async (
  place: string,
  { clock = systemClock, ...some }: Partial<Notified> & { clock?: Clock } = {},
) => {
  const config: DatabaseConfig = place.includes('://')
    ? readDatabase(place)
    : { kind: 'sqlite', path: place.replace(/^sqlite:/, '') }
  await prepareDatabase(config, 'write')
  return openDatabaseForChanges(config, {
    ...{ clock, audit: testAuditKeys },
    notified: () => ({ ...nobody, ...some }),
  })
}
