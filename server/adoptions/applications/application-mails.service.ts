import type { MailChange } from '../../accounts/mail/mail.ts'
import type { MailBlock } from '../../accounts/mail/mail-text.ts'
import type { MailsService } from '../../accounts/mail/mails.service.ts'
import { greetedName, greetingTo, mailName } from '../../accounts/mail/typed-names.ts'
import { foldEmail } from '../../accounts/users/user.ts'
import type { OwnedPet } from '../../animals/pets/pet.ts'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import type { Trx } from '../../platform/storage/database.ts'
import type { ApplicationStatus, OwnedApplication } from './application.ts'
import type { LinkKeys } from './application-links.ts'
import { removeMailsOf } from './application-mails.repository.ts'
import type { MailBudget, MailCause } from './mail-budget.ts'
import type { StaffNotices } from './staff-notices.service.ts'

type Query = Trx['query']

type Deps = {
  mails: Pick<MailsService, 'enqueue' | 'senderName' | 'countRecent'>
  links: Pick<LinkKeys, 'path'>
  budget: Pick<MailBudget, 'take'>
  notices: Pick<StaffNotices, 'received'>
  petNameOf: PetNameOf
  /** The public email address of an account. */
  findContact(query: Query, accountId: bigint): Promise<{ email?: string | undefined }>
  /** If undefined, mail has no links, as a visitor could name any host. */
  publicUrl: string | undefined
}

/** An application, and the email address of its applicant. */
type Erased = { id: bigint; email: string; ownerId: bigint }

const DAY_MS = 86_400_000
/** Limits mail about status changes, which may go back and forth. */
const CHANGES_PER_DAY = 10

export type ApplicationMails = ReturnType<typeof applicationMails>

/** Mail to applicants and notices to staff, in the transaction of their cause. */
export const applicationMails = (deps: Deps) => {
  const { mails, links, budget, notices, petNameOf, findContact, publicUrl } = deps

  const subjectOf = async (trx: Trx, owned: OwnedApplication): Promise<string> => {
    const petName = await petNameOf(trx, owned)
    return petName === undefined ? 'your application' : `your application for ${petName}`
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

  /** Returns whether the mail is held. */
  const toApplicant = async (
    trx: Trx<MailChange>,
    owned: OwnedApplication,
    cause: MailCause,
    compose: (about: string, sender: string) => MailText,
  ): Promise<boolean> => {
    const { application, ownerId, linkSalt } = owned
    const { applicant } = application
    if (!applicant) return false
    const fromName = await mails.senderName(trx, ownerId)
    const { kind, subject, lead } = compose(await subjectOf(trx, owned), fromName)
    const isHeld = !(await budget.take(trx, cause, ownerId))
    mails.enqueue(trx, {
      ...{ kind, fromName, accountId: ownerId, applicationId: application.id, isHeld },
      to: { address: foldEmail(applicant.email), name: greetedName(applicant.name) },
      replyTo: (await findContact(trx.query, ownerId)).email,
      content: { subject, text: [greetingTo(applicant.name), lead, ...linkBlock(linkSalt)] },
    })
    return isHeld
  }

  const hasEnoughMail = async (trx: Trx, { application }: OwnedApplication): Promise<boolean> => {
    if (!application.applicant) return true
    const toAddress = foldEmail(application.applicant.email)
    const to = { toAddress, kind: 'applicationChanged' } as const
    return (await mails.countRecent(trx, to, DAY_MS)) >= CHANGES_PER_DAY
  }

  return {
    async received(trx: Trx<MailChange>, owned: OwnedApplication, cause: MailCause): Promise<void> {
      const isHeld = await toApplicant(trx, owned, cause, (about, sender) => ({
        kind: 'applicationReceived',
        subject: `We have received ${about}`,
        lead: `Thank you. ${sender} has received ${about} and will be in touch.`,
      }))
      await notices.received(trx, owned, { isHeld })
    },

    /** Only for status changes, as notes do not concern the applicant. */
    async moved(trx: Trx<MailChange>, owned: OwnedApplication, cause: MailCause): Promise<void> {
      const message = messages[owned.application.status]
      if (message === undefined || (await hasEnoughMail(trx, owned))) return
      await toApplicant(trx, owned, cause, (about, sender) => ({
        kind: 'applicationChanged',
        subject: `About ${about}`,
        lead: message(about, sender),
      }))
    },

    /** Removes all mail about an application, to its applicant and to staff, sent or not. */
    async erase(trx: Trx, { id, email, ownerId }: Erased): Promise<void> {
      // Makes sure that mail queued concurrently is in the database.
      await trx.settle()
      await removeMailsOf(trx.query, { id, ownerId, key: foldEmail(email) })
    },
  }
}

type MailText = {
  kind: 'applicationReceived' | 'applicationChanged'
  subject: string
  lead: string
}

/** The name of an application's animal in mail. */
type PetNameOf = (trx: Trx, owned: OwnedApplication) => Promise<string | undefined>

export const petNameIn =
  (pets: { find(query: Query, id: bigint): MaybePromise<OwnedPet | undefined> }): PetNameOf =>
  async ({ query }, { application: { petId } }) => {
    const found = petId === undefined ? undefined : await pets.find(query, petId)
    return found && mailName(found.pet.name)
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
