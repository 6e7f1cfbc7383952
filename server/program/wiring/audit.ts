import type { AuditKeys } from '../../accounts/audit/audit-chain.ts'
import { auditLogService } from '../../accounts/audit/audit-log.service.ts'
import { auditReads } from '../../accounts/audit/audit-reads.ts'
import { auditUpkeep } from '../../accounts/audit/audit-upkeep.ts'
import type { Config } from '../config.ts'
import type { Parts, Routine } from './parts.ts'

/** How long entries of reads wait to be written. */
const READS_MS = 1_000
const HEAD_MS = 3_600_000
const PURGE_MS = 600_000

type Deps = Pick<Parts, 'database' | 'clock' | 'log'> & {
  config: Pick<Config, 'audit'>
  auditKeys: AuditKeys
}

/** The audit log, beside what changes write to it. */
export const wireAudit = async ({ config, database, clock, log, auditKeys: keys }: Deps) => {
  const { retentionMs } = config.audit
  const reads = auditReads({ database, clock, log })
  const upkeep = auditUpkeep({ database, keys, clock, retentionMs, log })
  await upkeep.checkKey()
  const routines: Routine[] = [
    { everyMs: READS_MS, run: reads.flush, isAllowedReadOnly: true },
    { everyMs: PURGE_MS, run: upkeep.purge },
    { everyMs: HEAD_MS, run: upkeep.logHead, isAllowedReadOnly: true },
  ]
  return {
    auditLog: auditLogService({ database }),
    noteRead: reads.note,
    flushReads: reads.flush,
    purgeAudit: upkeep.purge,
    routines,
  }
}
