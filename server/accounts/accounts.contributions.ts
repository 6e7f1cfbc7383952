import type { Contributions } from '../requests/api/module.ts'
import { accountError } from './accounts/account.errors.ts'
import { accountAudit } from './accounts/accounts.audit.ts'
import { accountTables } from './accounts/accounts.tables.ts'
import { keyAudit } from './api-keys/api-keys.audit.ts'
import { apiKeyTables } from './api-keys/api-keys.tables.ts'
import { auditLogAudit } from './audit/audit-log.audit.ts'
import { auditLogTables } from './audit/audit-log.tables.ts'
import { banAudit } from './bans/bans.audit.ts'
import { banEvents } from './bans/bans.events.ts'
import { mailError } from './mail/mail.errors.ts'
import { mailAudit } from './mail/mails.audit.ts'
import { mailTables } from './mail/mails.tables.ts'
import { passkeyError } from './passkeys/passkey.errors.ts'
import { passkeyTables } from './passkeys/passkeys.tables.ts'
import { sessionError } from './sessions/session.errors.ts'
import { sessionTables } from './sessions/sessions.tables.ts'
import { signInError } from './sign-in/sign-in.errors.ts'
import { ticketTables } from './sign-in/tickets.tables.ts'
import { signUpMailKinds } from './sign-up/sign-up.mails.ts'
import { identityTables } from './single-sign-on/identities.tables.ts'
import { usageTables } from './usage/usage.tables.ts'
import { userError } from './users/user.errors.ts'
import { userAudit } from './users/users.audit.ts'
import { userMailKinds } from './users/users.mails.ts'
import { userTables } from './users/users.tables.ts'

export const accountsContributions = {
  mails: { ...userMailKinds, ...signUpMailKinds },
  events: { ...banEvents },
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
  errors: {
    ...accountError.definitions,
    ...signInError.definitions,
    ...userError.definitions,
    ...sessionError.definitions,
    ...passkeyError.definitions,
    ...mailError.definitions,
  },
  auditActions: { ...accountAudit, ...auditLogAudit, ...banAudit, ...keyAudit, ...mailAudit, ...userAudit },
} satisfies Contributions
