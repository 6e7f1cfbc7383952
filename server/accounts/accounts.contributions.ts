import type { Contributions } from '../requests/api/module.ts'
import { accountTables } from './accounts/accounts.tables.ts'
import { apiKeyTables } from './api-keys/api-keys.tables.ts'
import { auditLogTables } from './audit/audit-log.tables.ts'
import { mailTables } from './mail/mails.tables.ts'
import { passkeyTables } from './passkeys/passkeys.tables.ts'
import { sessionTables } from './sessions/sessions.tables.ts'
import { ticketTables } from './sign-in/tickets.tables.ts'
import { identityTables } from './single-sign-on/identities.tables.ts'
import { usageTables } from './usage/usage.tables.ts'
import { userTables } from './users/users.tables.ts'

export const accountsContributions = {
  tables: {
    ...accountTables,
    ...apiKeyTables,
    ...auditLogTables,
    ...mailTables,
    ...passkeyTables,
    ...sessionTables,
    ...ticketTables,
    ...identityTables,
    ...usageTables,
    ...userTables,
  },
} satisfies Contributions
