import type { MailChange } from '../../accounts/mail/mail.ts'
import type { MailBlock } from '../../accounts/mail/mail-text.ts'
import type { MailsService } from '../../accounts/mail/mails.service.ts'
import { greetedName, staffName } from '../../accounts/mail/typed-names.ts'
import { foldEmail } from '../../accounts/users/user.ts'
import type { Organization } from '../../animals/organizations/organization.ts'
import type { OwnedPet } from '../../animals/pets/pet.ts'
import type { DueWorkChange } from '../../platform/due-work/due-work.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { inLanguage, type Language } from '../../platform/language.ts'
import type { Trx } from '../../platform/storage/database.ts'
import { applicationTexts } from '../mail-templates/application-texts.ts'
import type { MailValues } from '../mail-templates/mail-placeholder.ts'
import {
  defaultTemplate,
  type MailTemplate,
  type MailTemplateKind,
  type TemplateName,
} from '../mail-templates/mail-template.ts'
import { fillTemplate, isSendable } from '../mail-templates/mail-template-text.ts'
import { mailValues } from '../mail-templates/mail-values.ts'
import type { OwnedApplication } from './application.ts'
import type { LinkKeys } from './application-links.ts'
import { removeMailsOf } from './application-mails.repository.ts'
import type { MailBudget, MailCause } from './mail-budget.ts'
import type { StaffNotices } from './staff-notices.service.ts'

type Query = Trx['query']

type Deps = {
  mails: Pick<MailsService, 'enqueue' | 'senderTo' | 'countRecent'>
  links: Pick<LinkKeys, 'path'>
  budget: Pick<MailBudget, 'take'>
  notices: Pick<StaffNotices, 'received'>
  petNameOf: PetNameOf
  /** The public contact details of an account. */
  findContact(query: Query, accountId: bigint): Promise<Pick<Organization, 'email' | 'phone' | 'website'>>
  /** A template that an account has written itself and may use. */
  findOwnTemplate(query: Query, name: TemplateName): Promise<MailTemplate | undefined>
  /** If undefined, mail has no links, as a visitor could name any host. */
  publicUrl: string | undefined
}

type Wanted = {
  ownerId: bigint
  kind: MailTemplateKind
  language: Language
  /** Whether the account speaks for itself, and not the store for it. */
  isOwnName: boolean
}

/** An application, and the email address of its applicant. */
type Erased = { id: bigint; email: string; ownerId: bigint }

/** Limits mail about status changes, which may go back and forth. */
const CHANGES_PER_DAY = 10

/** Whether mail waits, and whether that is because it exceeds a limit. */
type ApplicantMail = { isHeld: boolean; isOverLimit: boolean }

export type ApplicationMails = ReturnType<typeof applicationMails>

/** Mail to applicants and notices to staff, in the transaction of their cause. */
export const applicationMails = (deps: Deps) => {
  const { mails, links, budget, notices, petNameOf, findContact, findOwnTemplate, publicUrl } = deps

  /** The page opens in the language of the mail, in any browser. */
  const linkBlock = (linkSalt: string | undefined, language: Language): MailBlock[] =>
    publicUrl === undefined || linkSalt === undefined
      ? []
      : [
          {
            link: inLanguage(publicUrl + links.path(linkSalt), language),
            label: applicationTexts[language].application.follow,
          },
        ]

  /** The account's own text, or the default if the account has none that may be sent. */
  const filled = async (trx: Trx, { ownerId, kind, language, isOwnName }: Wanted, values: MailValues) => {
    const name = { accountId: ownerId, kind, language }
    const own = isOwnName ? await findOwnTemplate(trx.query, name) : undefined
    const text = own && fillTemplate(own, values)
    if (text && isSendable(text, values)) return { ...text, isOwnText: true }
    return { ...fillTemplate(defaultTemplate(kind, language), values), isOwnText: false }
  }

  const toApplicant = async (
    trx: Trx<MailChange>,
    owned: OwnedApplication,
    cause: MailCause,
    kind: MailTemplateKind,
  ): Promise<ApplicantMail> => {
    const { application, ownerId, linkSalt, language } = owned
    const { applicant } = application
    if (!applicant) return { isHeld: false, isOverLimit: false }
    const address = foldEmail(applicant.email)
    const { name: fromName, clearance } = await mails.senderTo(trx, { accountId: ownerId, address })
    const isOwnName = clearance !== 'storeName'
    const organization = await findContact(trx.query, ownerId)
    const petName = await petNameOf(trx, owned)
    const facts = { language, organization, petName, sender: fromName }
    const values = mailValues({ ...facts, applicantName: applicant.name })
    const { subject, paragraphs, isOwnText } = await filled(trx, { ownerId, kind, language, isOwnName }, values)
    const link = linkBlock(linkSalt, language)
    const isOverLimit = !(await budget.take(trx, cause, ownerId))
    mails.enqueue(trx, {
      kind: kind === 'received' ? 'applicationReceived' : 'applicationChanged',
      fromName,
      language,
      accountId: ownerId,
      applicationId: application.id,
      isOverLimit,
      to: { address, name: greetedName(applicant.name) },
      replyTo: organization.email,
      content: { subject, text: [...paragraphs, ...link, fromName], isOwnText },
    })
    return { isHeld: isOverLimit || clearance === 'held', isOverLimit }
  }

  const hasEnoughMail = async (trx: Trx, { application }: OwnedApplication): Promise<boolean> => {
    if (!application.applicant) return true
    const toAddress = foldEmail(application.applicant.email)
    const to = { toAddress, kind: 'applicationChanged' } as const
    return (await mails.countRecent(trx, to, DAY_MS)) >= CHANGES_PER_DAY
  }

  return {
    async received(
      trx: Trx<MailChange | DueWorkChange>,
      owned: OwnedApplication,
      cause: MailCause,
    ): Promise<ApplicantMail> {
      const mail = await toApplicant(trx, owned, cause, 'received')
      await notices.received(trx, owned, { isHeld: mail.isOverLimit })
      return mail
    },

    /** Only for status changes, as notes do not concern the applicant. */
    async moved(trx: Trx<MailChange>, owned: OwnedApplication, cause: MailCause): Promise<void> {
      const { status } = owned.application
      if (status === 'submitted' || (await hasEnoughMail(trx, owned))) return
      await toApplicant(trx, owned, cause, status)
    },

    /** Removes all mail about an application, to its applicant and to staff, sent or not. */
    async erase(trx: Trx, { id, email, ownerId }: Erased): Promise<void> {
      // Makes sure that mail queued concurrently is in the database.
      await trx.settle()
      await removeMailsOf(trx.query, { id, ownerId, key: foldEmail(email) })
    },
  }
}

/** The name of an application's animal in mail. */
type PetNameOf = (trx: Trx, owned: OwnedApplication) => Promise<string | undefined>

export const petNameIn =
  (pets: { find(query: Query, id: bigint): Promise<OwnedPet | undefined> }): PetNameOf =>
  async ({ query }, { application: { petId } }) => {
    const found = petId === undefined ? undefined : await pets.find(query, petId)
    return found && staffName(found.pet.name)
  }
