import { protocolErrors } from '../platform/http/http-error.ts'
import type { Contributions } from './api/module.ts'
import { requestError } from './errors/request.errors.ts'
import { idempotencyTables } from './idempotency/idempotency.tables.ts'
import { restoreAudit } from './maintenance/restores.audit.ts'
import { restoreTables } from './maintenance/restores.tables.ts'
import { rateLimitTables } from './rate-limits/rate-limits.tables.ts'
import { requestLogError } from './request-log/request-log.errors.ts'

export const requestsContributions = {
  tables: { ...idempotencyTables, ...restoreTables, ...rateLimitTables },
  errors: { ...protocolErrors, ...requestError.definitions, ...requestLogError.definitions },
  auditActions: { ...restoreAudit },
} satisfies Contributions
