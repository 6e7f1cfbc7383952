import type { Notified } from '../../server/changes/notified.ts'
import { openDatabaseForChanges } from '../../server/open-database.ts'
import { type Clock, systemClock } from '../../server/platform/clock.ts'

/** Nobody who has to know of changes. */
export const nobody: Notified = {
  catalogue() {},
  feed() {},
  log() {},
  keys() {},
  liftedBans() {},
  disabledWebhooks() {},
  dueDeliveries() {},
}

/** An embedded database as a process without a server has it, with all that follows changes. */
export const openForChanges = (
  path: string,
  { clock = systemClock, ...some }: Partial<Notified> & { clock?: Clock } = {},
) =>
  openDatabaseForChanges(
    { kind: 'sqlite', path },
    { clock, notified: () => ({ ...nobody, ...some }) },
  )
