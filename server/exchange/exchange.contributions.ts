import type { Contributions } from '../requests/api/module.ts'
import { sampleAudit } from './sample/sample.audit.ts'
import { sampleError } from './sample/sample.errors.ts'
import { sampleTables } from './sample/sample.tables.ts'
import { importError } from './transfer/import.errors.ts'
import { transferAudit } from './transfer/transfer.audit.ts'
import { importTables } from './transfer/transfer.tables.ts'

export const exchangeContributions = {
  tables: { ...sampleTables, ...importTables },
  errors: { ...importError.definitions, ...sampleError.definitions },
  auditActions: { ...sampleAudit, ...transferAudit },
} satisfies Contributions
