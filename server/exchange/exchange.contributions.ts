import type { Contributions } from '../requests/api/module.ts'
import { importError } from './files/import.errors.ts'
import { importAudit } from './files/imports.audit.ts'
import { importTables } from './files/imports.tables.ts'
import { sampleAudit } from './sample/sample.audit.ts'
import { sampleError } from './sample/sample.errors.ts'
import { sampleTables } from './sample/sample.tables.ts'

export const exchangeContributions = {
  tables: { ...sampleTables, ...importTables },
  errors: { ...importError.definitions, ...sampleError.definitions },
  auditActions: { ...sampleAudit, ...importAudit },
} satisfies Contributions
