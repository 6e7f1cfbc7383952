import { randomBytes } from 'node:crypto'
import { findAccount } from '../../accounts/accounts/accounts.repository.ts'
import type { AuditKeys } from '../../accounts/audit/audit-chain.ts'
import type { MailKind } from '../../accounts/mail/mail.ts'
import { type MailMaker, mailAttempt, storeName } from '../../accounts/mail/mail-attempt.ts'
import { sealKeysOf } from '../../accounts/mail/mail-seal.ts'
import { mailSender } from '../../accounts/mail/mail-sender.ts'
import { mailWorker } from '../../accounts/mail/mail-worker.ts'
import { mailsService } from '../../accounts/mail/mails.service.ts'
import { userMails } from '../../accounts/users/user-mails.service.ts'
import { findOrganization } from '../../animals/organizations/organizations.repository.ts'
import type { Trx } from '../../platform/storage/database.ts'
import type { Maintenance } from '../../requests/maintenance/maintenance.ts'
import type { Config } from '../config.ts'
import type { Parts, Routine } from './parts.ts'

const PURGE_MS = 600_000

type Deps = Pick<Parts, 'database' | 'clock'> & {
  config: Pick<Config, 'mail' | 'database'>
  auditKeys: Pick<AuditKeys, 'keysFor'>
}

/** Mail as it is written and looked at, also by commands. */
export const wireMails = ({ config, database, clock, auditKeys }: Deps) => {
  const keys = sealKeysOf(auditKeys)
  const hasServer = config.mail.smtp !== undefined
  const mails = mailsService({
    ...{ database, clock, keys, hasServer, nameOf },
    storeName: config.mail.from.name ?? storeName,
    retentionMs: config.mail.retentionMs,
  })
  const users = userMails({ mails, clock })
  const routines: Routine[] = [{ everyMs: PURGE_MS, run: mails.purge }]
  return { mails, userMails: users, routines }
}

const nameOf = async ({ query }: Trx, accountId: bigint): Promise<string | undefined> =>
  (await findOrganization(query, accountId))?.name ?? (await findAccount(query, accountId))?.name

type WorkerDeps = Deps &
  Pick<Parts, 'log' | 'telemetry' | 'stopping'> & {
    makers: Partial<Record<MailKind, MailMaker>>
    maintenance: Pick<Maintenance, 'isSendingHeld'>
  }

export type Mailing = { start(): void; wake(): void; close(): Promise<void> }

/** What sends mail. Without a mail server nothing does. */
export const wireMailing = (deps: WorkerDeps): Mailing => {
  const { config, database, clock, log, telemetry, stopping, makers, auditKeys } = deps
  const { smtp, from, retentionMs } = config.mail
  if (!smtp) return { start() {}, wake() {}, close: async () => {} }
  const attempt = mailAttempt({
    ...{ database, clock, makers, from, retentionMs },
    random: randomBytes,
    keys: sealKeysOf(auditKeys),
    send: mailSender(smtp),
  })
  return mailWorker({
    ...{ database, clock, attempt, log, stopping },
    counts: telemetry.measures.mails,
    isHeld: deps.maintenance.isSendingHeld,
    isAlone: config.database.kind === 'sqlite',
  })
}
