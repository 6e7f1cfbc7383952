import type { MailChange, MailContent } from '../../accounts/mail/mail.ts'
import { mailTexts } from '../../accounts/mail/mail-texts.ts'
import type { MailsService } from '../../accounts/mail/mails.service.ts'
import { greetedName, greetingTo } from '../../accounts/mail/typed-names.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Language } from '../../platform/language.ts'
import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { type Author, systemAuthor } from '../../requests/author/author.ts'
import {
  type DeprecatedOperation,
  type DeprecatedUse,
  deprecatedUse,
  longDay,
  type Notice,
  noticeTimes,
} from './deprecation.ts'
import { insertNotice, listAccountsToNotify, listCalls } from './deprecations.repository.ts'

type Person = { email: string; name: string; language: Language | undefined }

type Deps = {
  database: Database<MailChange, Author>
  clock: Pick<Clock, 'nowMs'>
  operations: readonly DeprecatedOperation[]
  mails: Pick<MailsService, 'enqueue' | 'senderName'>
  /** The people who manage an account and have confirmed their addresses. */
  listManagers(query: Trx['query'], accountId: bigint): Promise<Person[]>
  /** The URL of this server. */
  origin: () => string
}

/** Accounts that are listed at once. */
const STEP = 100

/**
 * Mail to the people of accounts that still call a deprecated operation, at fixed times before its removal. An account
 * gets each notice once; if several are due, it gets only the latest.
 */
export const deprecationNotices = (deps: Deps) => {
  const { database, clock, operations, mails, listManagers, origin } = deps

  /** The row of a notice is unique, so only one of several servers sends it. */
  const notify = (accountId: bigint, operation: DeprecatedOperation, due: readonly Notice[]) =>
    database.writeAs(systemAuthor('deprecation notices'), async (trx) => {
      const nowMs = clock.nowMs()
      const { operationId } = operation
      const calls = await listCalls(trx.query, { accountId, operationIds: [operationId] }, nowMs)
      const use = deprecatedUse(operation, calls)
      if (!use) return
      const people = await listManagers(trx.query, accountId)
      const [latest, ...earlier] = due.toReversed()
      const record = (notice: string, recipients: number) =>
        insertNotice(trx.query, { accountId, operationId, notice, recipients }, nowMs)
      if (!latest || !(await record(latest.name, people.length))) return
      for (const { name } of earlier) await record(name, 0)
      const fromName = await mails.senderName(trx, undefined)
      for (const { email, name, language = 'en' } of people) {
        mails.enqueue(trx, {
          ...{ kind: 'deprecation', accountId, fromName, language },
          to: { address: email, name: greetedName(name) },
          content: noticeContent({ name, language }, operation, use, origin()),
        })
      }
    })

  return {
    /** Sends the notices that are due. */
    async run(stopping: AbortSignal): Promise<void> {
      for (const operation of operations) {
        const due = dueNotices(operation, clock.nowMs())
        const latest = due.at(-1)
        if (!latest) continue
        const list = { operationId: operation.operationId, notice: latest.name, limit: STEP }
        await repeatUntilDone(async () => {
          const query = database.readLong('deprecation notices')
          const accountIds = await listAccountsToNotify(query, list, clock.nowMs())
          for (const accountId of accountIds) {
            if (stopping.aborted) break
            await notify(accountId, operation, due)
          }
          return accountIds.length === STEP
        }, stopping)
      }
    },
  }
}

/** None after the removal. */
const dueNotices = ({ sunsetMs }: DeprecatedOperation, nowMs: number): Notice[] =>
  nowMs < sunsetMs ? noticeTimes(sunsetMs).filter(({ atMs }) => atMs <= nowMs) : []

const noticeContent = (
  { name, language }: { name: string; language: Language },
  { method, path, successor, docs, sunsetMs }: DeprecatedOperation,
  { calls, keys }: DeprecatedUse,
  origin: string,
): MailContent => {
  const operation = `${method} ${path}`
  const { deprecation: texts } = mailTexts[language]
  const day = longDay(sunsetMs, language === 'en' ? 'en-GB' : language)
  return {
    subject: texts.subject(operation, day),
    text: [
      greetingTo(name, language),
      texts.lead(operation, day, calls.last30Days),
      texts.successor(successor),
      { link: `${origin}${docs}`, label: texts.read },
      texts.keys(keys.length),
    ],
  }
}
