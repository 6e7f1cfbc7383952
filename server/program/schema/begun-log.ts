import { beginAudit } from '../../accounts/audit/audit-writer.ts'
import { systemClock } from '../../platform/clock.ts'
import { openAuditKeys } from '../audit-keys.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../open-database.ts'

/** Starts the audit log after an upgrade, if that has created its table in a store with accounts. */
export const beginLog = async (
  config: Pick<Config, 'environment' | 'audit' | 'database'>,
  upgradedBy: readonly string[],
): Promise<void> => {
  if (!upgradedBy.includes('0010-audit-log')) return
  const keys = await openAuditKeys(config)
  const database = await openDatabase(config.database)
  try {
    await beginAudit(database, keys, systemClock.nowMs())
  } finally {
    await database.close()
  }
}
