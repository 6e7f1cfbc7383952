import type { Contributions } from '../requests/api/module.ts'
import { sampleTables } from './sample/sample.tables.ts'
import { importTables } from './transfer/transfer.tables.ts'

export const exchangeContributions = {
  tables: { ...sampleTables, ...importTables },
} satisfies Contributions
