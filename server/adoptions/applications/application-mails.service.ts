import type { MailChange } from '../../accounts/mail/mail.ts'
import type { MailBlock } from '../../accounts/mail/mail-text.ts'
import type { MailsService } from '../../accounts/mail/mails.service.ts'
import { greetedName, greetingTo, unlinkedName } from '../../accounts/mail/typed-names.ts'
import { foldEmail } from '../../accounts/users/user.ts'
import type { OwnedPet } from '../../animals/pets/pet.ts'
import type { Clock } from '../../platform/clock.ts'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import type { Trx } from '../../platform/storage/database.ts'
import type { Application, ApplicationStatus, OwnedApplication } from './application.ts'
import type { LinkKeys } from './application-links.ts'
import { removeMailsOf } from './application-mails.repository.ts'
import { hasMoreSince } from './applications.repository.ts'

type Query = Trx['query']

/** Whom the owner of an animal has mail sent to. */
export type Colleague = { email: string; name?: string | undefined }

type Deps = {
  mails: Pick<MailsService, 'enqueue' | 'senderName' | 'countRecent'>
  links: Pick<LinkKeys, 'path'>
  pets: { find(query: Query, id: bigint): MaybePromise<OwnedPet | undefined> }
  /** The public email address of an account, and the people who handle its applications. */
  findContact(query: Query, accountId: bigint): Promise<{ email?: string | undefined }>
  listColleagues(query: Query, accountId: bigint): Promise<Colleague[]>
  /** Without it no mail has a link: a host that a visitor names may be anybody's. */
  publicUrl: string | undefined
  /** After how many applications within a day applicants get no mail; undefined where they always do. */
  dailyLimitOf(query: Query, accountId: bigint): Promise<number | undefined>
  clock: Pick<Clock, 'nowMs'>
}

/** An application, and the email address of its applicant. */
type Erased = { id: bigint; email: string; ownerId: bigint }

const DAY_MS = 86_400_000
/** Steps may be taken back and forth; nobody's mailbox is filled by it. */
const CHANGES_PER_DAY = 10

export type ApplicationMails = ReturnType<typeof applicationMails>

/** What applicants are told, in the transaction of what it is about; and the staff, of what came in. */
export const applicationMails = (deps: Deps) => {
  const { mails, links, pets, findContact, listColleagues, publicUrl, dailyLimitOf, clock } = deps

  const subjectOf = async ({ query }: Trx, { petId }: Application): Promise<string> => {
    const found = petId === undefined ? undefined : await pets.find(query, petId)
    return found ? `your application for ${unlinkedName(found.pet.name)}` : 'your application'
  }

  const linkBlock = (linkSalt: string | undefined): MailBlock[] =>
    publicUrl === undefined || linkSalt === undefined
      ? []
      : [
          {
            link: publicUrl + links.path(linkSalt),
            label: 'Follow your application, or withdraw it',
          },
        ]

  /** Whether an account has had so many applications in a day that they may be made up, to write to strangers. */
  const isBusy = async ({ query }: Trx, accountId: bigint): Promise<boolean> => {
    const most = await dailyLimitOf(query, accountId)
    return (
      most !== undefined &&
      hasMoreSince(query, { accountId, most, sinceMs: clock.nowMs() - DAY_MS })
    )
  }

  const toApplicant = async (
    trx: Trx<MailChange>,
    { application, ownerId, linkSalt }: OwnedApplication,
    kind: 'applicationReceived' | 'applicationChanged',
    say: (about: string, sender: string) => { subject: string; lead: string },
  ): Promise<void> => {
    const { applicant } = application
    if (!applicant || (await isBusy(trx, ownerId))) return
    const fromName = await mails.senderName(trx, ownerId)
    const { subject, lead } = say(await subjectOf(trx, application), fromName)
    mails.enqueue(trx, {
      ...{ kind, fromName, accountId: ownerId, applicationId: application.id },
      to: { address: foldEmail(applicant.email), name: greetedName(applicant.name) },
      replyTo: (await findContact(trx.query, ownerId)).email,
      content: { subject, text: [greetingTo(applicant.name), lead, ...linkBlock(linkSalt)] },
    })
  }

  const isToldEnough = async (trx: Trx, { application }: OwnedApplication): Promise<boolean> => {
    if (!application.applicant) return true
    const toAddress = foldEmail(application.applicant.email)
    const to = { toAddress, kind: 'applicationChanged' } as const
    return (await mails.countRecent(trx, to, DAY_MS)) >= CHANGES_PER_DAY
  }

  const toColleagues = async (
    trx: Trx<MailChange>,
    { application, ownerId }: OwnedApplication,
  ): Promise<void> => {
    const { applicant, petId, id } = application
    if (!applicant) return
    const found = petId === undefined ? undefined : await pets.find(trx.query, petId)
    const fromName = await mails.senderName(trx, ownerId)
    const what = found ? `an application for ${found.pet.name}` : 'an application'
    const about = foldEmail(applicant.email)
    for (const { email, name } of await listColleagues(trx.query, ownerId)) {
      mails.enqueue(trx, {
        ...{ kind: 'newApplication', fromName, accountId: ownerId, applicationId: id, about },
        to: { address: foldEmail(email), name },
        content: {
          subject: `New application${found ? ` for ${found.pet.name}` : ''}`,
          text: [
            `${fromName} has received ${what}, number ${id}. It was sent by:`,
            { quote: [applicant.name, applicant.email, applicant.phone ?? ''].join('\n').trim() },
            ...(publicUrl === undefined
              ? []
              : [
                  {
                    link: `${publicUrl}/console/applications/${id}`,
                    label: 'Read the application',
                  },
                ]),
          ],
        },
      })
    }
  }

  return {
    async received(trx: Trx<MailChange>, owned: OwnedApplication): Promise<void> {
      await toApplicant(trx, owned, 'applicationReceived', (about, sender) => ({
        subject: `We have received ${about}`,
        lead: `Thank you. ${sender} has received ${about} and will be in touch.`,
      }))
      await toColleagues(trx, owned)
    },

    /** Of a step alone: what the staff note concerns nobody else. */
    async moved(trx: Trx<MailChange>, owned: OwnedApplication): Promise<void> {
      const { status } = owned.application
      const message = messages[status]
      if (message === undefined || (await isToldEnough(trx, owned))) return
      await toApplicant(trx, owned, 'applicationChanged', (about, sender) => ({
        subject: `About ${about}`,
        lead: message(about, sender),
      }))
    },

    /** All that was written about an application, to its applicant and to the staff, sent or not. */
    async erase(trx: Trx, { id, email, ownerId }: Erased): Promise<void> {
      // What others have just queued is in the database by then.
      await trx.settle()
      await removeMailsOf(trx.query, { id, ownerId, key: foldEmail(email) })
    },
  }
}

type Message = (about: string, sender: string) => string

const messages: Partial<Record<ApplicationStatus, Message>> = {
  inReview: (about, sender) => `${sender} is now reviewing ${about}.`,
  meetAndGreet: (about, sender) =>
    `${sender} would like you to meet the animal: this is the next step of ${about}.`,
  homeVisit: (about, sender) =>
    `${sender} would like to visit you at home: this is the next step of ${about}.`,
  referenceCheck: (about, sender) =>
    `${sender} is asking your references: this is the next step of ${about}.`,
  approved: (about, sender) => `Good news: ${sender} has approved ${about}.`,
  declined: (about, sender) =>
    `${sender} has decided not to go on with ${about}. Thank you for wanting to adopt.`,
  withdrawn: (about) => `As you wished, ${about} is withdrawn.`,
}
