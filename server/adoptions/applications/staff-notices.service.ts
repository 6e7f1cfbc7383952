import type { MailChange, MailContent } from '../../accounts/mail/mail.ts'
import type { MailBlock } from '../../accounts/mail/mail-text.ts'
import type { MailsService } from '../../accounts/mail/mails.service.ts'
import { mailName, staffName } from '../../accounts/mail/typed-names.ts'
import { foldEmail } from '../../accounts/users/user.ts'
import type { Clock } from '../../platform/clock.ts'
import { type DueWorkChange, dueWork } from '../../platform/due-work/due-work.ts'
import type { DueWorkHandler } from '../../platform/due-work/handler.ts'
import type { Language } from '../../platform/language.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { type Author, systemAuthor } from '../../requests/author/author.ts'
import { applicationTexts } from '../mail-templates/application-texts.ts'
import type { ApplicationTexts } from '../mail-templates/languages/en.ts'
import type { OwnedApplication } from './application.ts'
import { DIGEST_KIND, findNotices, listUnqueuedNotices, type Notices, saveNotices } from './staff-notices.repository.ts'

type Query = Trx['query']
type Changes = MailChange | DueWorkChange

/** A recipient of notices. */
export type Colleague = {
  email: string
  name?: string | undefined
  language?: Language | undefined
}

type Deps = {
  database: Database<Changes, Author>
  mails: Pick<MailsService, 'enqueue' | 'senderTo'>
  /** The people who handle the applications of an account. */
  listColleagues(query: Query, accountId: bigint): Promise<Colleague[]>
  /** The name of an application's animal in mail. */
  petNameOf(trx: Trx, owned: OwnedApplication): Promise<string | undefined>
  /** If undefined, mail has no links, as a visitor could name any host. */
  publicUrl: string | undefined
  clock: Pick<Clock, 'nowMs'>
}

/** Applications within this time after a notice are sent as one digest. */
const DIGEST_MS = 600_000

type MailTo = {
  kind: 'newApplication' | 'newApplications'
  write: (texts: ApplicationTexts, sender: string) => MailContent
  applicationId?: bigint
  about?: string
}

export type StaffNotices = ReturnType<typeof staffNotices>

/**
 * Notifies an account's staff of applications: of the first at once, and of further ones by a
 * digest.
 */
export const staffNotices = (deps: Deps) => {
  const { database, mails, listColleagues, petNameOf, publicUrl, clock } = deps

  const enqueue = async (trx: Trx<MailChange>, accountId: bigint, { write, ...mail }: MailTo): Promise<void> => {
    for (const { email, name, language = 'en' } of await listColleagues(trx.query, accountId)) {
      const to = {
        address: foldEmail(email),
        name: name === undefined ? undefined : staffName(name),
      }
      const { name: fromName } = await mails.senderTo(trx, { accountId, address: to.address })
      const content = write(applicationTexts[language], fromName)
      mails.enqueue(trx, { ...mail, fromName, accountId, to, language, content })
    }
  }

  const linkBlock = (path: string, label: string): MailBlock[] =>
    publicUrl === undefined ? [] : [{ link: publicUrl + path, label }]

  const notifyOfOne = async (trx: Trx<MailChange>, owned: OwnedApplication): Promise<void> => {
    const { id, applicant } = owned.application
    if (!applicant) return
    const { name, email, phone = '' } = applicant
    const petName = await petNameOf(trx, owned)
    await enqueue(trx, owned.ownerId, {
      kind: 'newApplication',
      applicationId: id,
      about: foldEmail(email),
      write: ({ newApplication: texts }, sender) => ({
        subject: texts.subject(petName),
        text: [
          texts.lead(sender, String(id), petName),
          { quote: [mailName(name), email, phone].filter(Boolean).join('\n') },
          ...linkBlock(`/console/applications/${id}`, texts.read),
        ],
      }),
    })
  }

  /** Names nobody, so that erasures need not change it. */
  const sendDigest = async (trx: Trx<MailChange>, accountId: bigint, { waiting, held }: Notices): Promise<void> => {
    const total = waiting + held
    await enqueue(trx, accountId, {
      kind: 'newApplications',
      write: ({ newApplications: texts }, sender) => ({
        subject: texts.subject(total),
        text: [
          texts.lead(sender, total),
          ...(held === 0 ? [] : [texts.held(held)]),
          ...linkBlock('/console/applications', texts.read),
        ],
      }),
    })
  }

  /** From here to the commit nobody else notifies the staff of this account. */
  const lockNotices = async (trx: Trx, accountId: bigint): Promise<Notices> => {
    await trx.lockName(`application notices of ${accountId}`)
    const none: Notices = { noticedAtMs: undefined, waiting: 0, held: 0 }
    return (await findNotices(trx.query, accountId)) ?? none
  }

  const isDue = ({ noticedAtMs = -Infinity }: Notices): boolean => noticedAtMs + DIGEST_MS <= clock.nowMs()

  const queueDigest = (trx: Trx<Changes>, accountId: bigint, { noticedAtMs = clock.nowMs() }: Notices) =>
    dueWork.add(trx, { kind: DIGEST_KIND, key: String(accountId), dueAtMs: noticedAtMs + DIGEST_MS })

  const digest: DueWorkHandler = {
    kind: DIGEST_KIND,
    listUnqueued: async (query, limit) =>
      (await listUnqueuedNotices(query, limit)).map(({ accountId, noticedAtMs }) => ({
        key: String(accountId),
        dueAtMs: noticedAtMs + DIGEST_MS,
      })),
    run: (job) =>
      database.writeAs(systemAuthor('application notices'), async (trx) => {
        const accountId = BigInt(job.key)
        const notices = await lockNotices(trx, accountId)
        if (notices.waiting > 0 && isDue(notices)) {
          await sendDigest(trx, accountId, notices)
          await saveNotices(trx.query, accountId, { noticedAtMs: clock.nowMs(), waiting: 0, held: 0 })
        } else if (notices.waiting > 0) {
          // A program of release 1.3.0 has sent one meanwhile.
          await queueDigest(trx, accountId, notices)
        }
        await job.end(trx)
      }),
  }

  return {
    /**
     * Runs in the transaction of the application. If its mail is held, it waits for the next
     * digest, and causes none.
     */
    async received(trx: Trx<Changes>, owned: OwnedApplication, { isHeld }: { isHeld: boolean }): Promise<void> {
      const { ownerId } = owned
      const notices = await lockNotices(trx, ownerId)
      if (isHeld) return saveNotices(trx.query, ownerId, { ...notices, held: notices.held + 1 })
      if (notices.waiting > 0 || !isDue(notices)) {
        await saveNotices(trx.query, ownerId, { ...notices, waiting: notices.waiting + 1 })
        if (notices.waiting === 0) await queueDigest(trx, ownerId, notices)
        return
      }
      await notifyOfOne(trx, owned)
      await saveNotices(trx.query, ownerId, { ...notices, noticedAtMs: clock.nowMs() })
    },

    /** Sends the digests that are due. */
    dueWork: digest,
  }
}
