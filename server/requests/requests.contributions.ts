import type { Contributions } from './api/module.ts'
import { idempotencyTables } from './idempotency/idempotency.tables.ts'
import { restoreTables } from './maintenance/restores.tables.ts'
import { rateLimitTables } from './rate-limits/rate-limits.tables.ts'

export const requestsContributions = {
  tables: { ...idempotencyTables, ...restoreTables, ...rateLimitTables },
} satisfies Contributions
