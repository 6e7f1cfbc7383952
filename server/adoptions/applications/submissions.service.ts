import { isDeepStrictEqual } from 'node:util'
import type { AccountReview } from '../../accounts/accounts/account-review.ts'
import type { MailChange } from '../../accounts/mail/mail.ts'
import { foldEmail } from '../../accounts/users/user.ts'
import { petError } from '../../animals/pets/pet.errors.ts'
import type { OwnedPet } from '../../animals/pets/pet.ts'
import type { PetsService } from '../../animals/pets/pets.service.ts'
import type { ProfilesService } from '../../animals/profiles/profiles.service.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DueWorkChange } from '../../platform/due-work/due-work.ts'
import { validationFailed } from '../../platform/http/http-error.ts'
import type { Language } from '../../platform/language.ts'
import { foldText } from '../../platform/search-text.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { isOwner } from '../../requests/access/ownership.ts'
import type { Author } from '../../requests/author/author.ts'
import { systemAuthor } from '../../requests/author/author.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import { answerIssues, orderedAnswers } from '../forms/answers.ts'
import type { FormsService } from '../forms/forms.service.ts'
import type { OrderStatus, OwnedOrder } from '../orders/order.ts'
import { applicationError } from './application.errors.ts'
import type { Applicant, Application, ApplicationChange, NewApplication, OwnedApplication } from './application.ts'
import { canMove } from './application.ts'
import type { ApplicationLimits, Sender } from './application-limits.ts'
import type { Link, LinkKeys } from './application-links.ts'
import { hasHeldMail } from './application-mails.repository.ts'
import type { ApplicationMails } from './application-mails.service.ts'
import {
  findApplication,
  findByLink,
  insertApplication,
  type Submission,
  updateApplication,
} from './applications.repository.ts'
import type { Closings } from './closings.service.ts'
import type { MailCause } from './mail-budget.ts'

type Changes = ApplicationChange | MailChange | DueWorkChange

type Deps = {
  database: Database<Changes, Author>
  accounts: Pick<AccountReview, 'checkReviewed'>
  pets: Pick<PetsService, 'get'> & {
    find(query: Trx['query'], id: bigint): Promise<OwnedPet | undefined>
  }
  profiles: Pick<ProfilesService, 'mayActOn'>
  /** Whether an animal is public, or visible to the account. */
  isPublished(query: Trx['query'], petId: bigint, accountId: bigint | undefined): Promise<boolean>
  forms: Pick<FormsService, 'getFor'>
  limits: ApplicationLimits
  links: LinkKeys
  mails: Pick<ApplicationMails, 'received' | 'moved'>
  closings: Pick<Closings, 'isPending'>
  findOrder(query: Trx['query'], id: bigint): Promise<OwnedOrder | undefined>
  /** The language of the country that an organization is in. */
  languageOfOwner(query: Trx['query'], accountId: bigint): Promise<Language>
  clock: Clock
}

const draftIssue = {
  field: 'formId',
  code: 'draft',
  message: 'is a draft, so applications cannot use it',
}

/** The sender of a submission. */
export type Source = {
  /** The account of an application without an animal. Undefined for the form of the site. */
  accountId: bigint | undefined
  /** The address of the visitor, or of the program that sends for visitors. */
  address: string
  /** Whether it is a visitor, whose IP address is rate-limited. */
  isVisitor: boolean
  actsForStore: boolean
  /** The language of mail to the applicant. If omitted, that of the organization's country. */
  language?: Language | undefined
}

/** A submission that was checked against its form and only needs to be stored. */
type Checked = Omit<Submission, 'link' | 'nowMs'> & { sender: Sender; source: Source }

/** `isMailHeld`: the mail to the applicant waits. */
type Submitted = { application: Application; isMailHeld: boolean }

/** A submission from a page. */
type SentForm = {
  sent: NewApplication
  /** The version of the form that the visitor saw. */
  formVersion: number
  /** A seed from the page: submissions with the same seed are the same application. */
  seed: string
}

/** `path` is that of the secret link. */
type SentOnce =
  | { is: 'sent'; path: string }
  /** Another one was sent from this page, and this one was not. */
  | { is: 'sentBefore'; path: string }
  /** The questions are others by now, so nothing was sent. */
  | { is: 'formChanged' }

export type SubmissionsService = ReturnType<typeof submissionsService>

/** The operations of applicants: apply, follow and withdraw. */
export const submissionsService = (deps: Deps) => {
  const {
    database,
    accounts,
    pets,
    profiles,
    isPublished,
    forms,
    limits,
    links,
    mails,
    closings,
    findOrder,
    languageOfOwner,
    clock,
  } = deps

  const ownerOf = async (source: Source, petId: bigint | undefined) => {
    const { accountId, isVisitor, actsForStore } = source
    if (petId === undefined) return accountId
    const found = await pets.find(database.read, petId)
    // Visitors must not learn of animals that only their owners can see.
    const isSeen = !isVisitor || (await isPublished(database.read, petId, accountId))
    if (!found || !isSeen) throw petError('pet_not_found')
    if (accountId !== undefined && accountId !== found.ownerId)
      await accounts.checkReviewed(database.read, { accountId, actsForStore })
    await checkOffered(database.read, source, found)
    return found.ownerId
  }

  /** An adopted animal is not available to others; for one on hold, others may queue. */
  const checkOffered = async (
    query: Trx['query'],
    { accountId, isVisitor, actsForStore }: Source,
    { pet }: OwnedPet,
  ): Promise<void> => {
    // Visitors are not the account whose key their page has.
    const actor = { accountId: isVisitor ? undefined : accountId, actsForStore }
    const mayApply = pet.status !== 'sold' && (await profiles.mayActOn(query, actor, pet.id))
    if (!mayApply) throw petError('pet_not_available')
  }

  const byLink = async (query: Trx['query'], secret: string): Promise<OwnedApplication> => {
    const hash = links.hashOf(secret)
    const found = hash === undefined ? undefined : await findByLink(query, hash)
    if (!found) throw applicationError('application_not_found')
    return found
  }

  const check = async (source: Source, sent: NewApplication): Promise<Checked> => {
    const { petId, formId, applicant } = sent
    const ownerId = await ownerOf(source, petId)
    if (ownerId === undefined) throw petError('pet_not_found')
    const { questions, version, state } = await forms.getFor(ownerId, formId)
    if (state === 'draft') throw validationFailed([draftIssue])
    const issues = answerIssues(questions, sent.answers)
    if (issues.length > 0) throw validationFailed(issues)
    const address = source.isVisitor ? source.address : undefined
    const sender = { email: applicant.email, address }
    await limits.check(sender)
    return {
      ownerId,
      petId,
      formId,
      formVersion: version,
      applicant,
      sender,
      source,
      key: foldEmail(applicant.email),
      search: foldText(`${applicant.name} ${applicant.email}`),
      answers: orderedAnswers(questions, sent.answers),
      language: source.language ?? (await languageOfOwner(database.read, ownerId)),
    }
  }

  const submit = async (
    trx: Trx<Changes>,
    { sender, source, ...checked }: Checked,
    link: Link = links.make(),
  ): Promise<Submitted> => {
    await limits.reserve(trx, sender)
    const pet = checked.petId === undefined ? undefined : await pets.get(trx, checked.petId)
    if (pet) await checkOffered(trx.query, source, pet)
    const ownerId = pet?.ownerId ?? checked.ownerId
    const nowMs = clock.nowMs()
    const id = await insertApplication(trx.query, { ...checked, ownerId, nowMs, link })
    await limits.count(trx, sender, id)
    const owned = await getIn(trx, id)
    const { application: after } = owned
    trx.record({ kind: 'application submitted', after, ownerId })
    const { isHeld } = await mails.received(trx, owned, causeOf(source, ownerId))
    return { application: after, isMailHeld: isHeld }
  }

  const followed = async (
    query: Trx['query'],
    { application, ownerId }: OwnedApplication,
  ): Promise<FollowedApplication> => {
    const { id, petId, status, orderId, applicant, createdAt, updatedAt } = application
    const order = orderId === undefined ? undefined : await findOrder(query, orderId)
    const isMailHeld = await hasHeldMail(query, id)
    const found = petId === undefined ? undefined : await pets.find(query, petId)
    const petName = found?.pet.name
    return {
      petId,
      petName,
      status,
      orderStatus: order?.order.status,
      applicant,
      createdAt,
      updatedAt,
      ownerId,
      isMailHeld,
    }
  }

  return {
    /**
     * Validates before the transaction. Throws `pet_not_found`, `account_unreviewed`,
     * `pet_not_available`, `form_not_found`, `validation_failed`, `too_many_applications`.
     */
    check,

    /**
     * Throws for what may have changed since the check: `pet_not_found`, `pet_not_available`,
     * `too_many_applications`.
     */
    submit: (trx: Trx<Changes>, checked: Checked): Promise<Submitted> => submit(trx, checked),

    /**
     * Submits from a page, once, however often it is sent. Throws what `check` and `submit` throw.
     */
    async submitOnce(source: Source, { sent, formVersion, seed }: SentForm): Promise<SentOnce> {
      const link = links.makeFor(seed)
      const path = links.path(link.salt)
      const replayOf = ({ application }: OwnedApplication): SentOnce => ({
        is: isSame(application, sent) ? 'sent' : 'sentBefore',
        path,
      })
      const before = await findByLink(database.read, link.hash)
      if (before) return replayOf(before)
      const checked = await check(source, sent)
      if (checked.formVersion !== formVersion) return { is: 'formChanged' }
      return database.writeAs(applicantAuthor, async (trx) => {
        await trx.lockName(`application link ${link.hash}`)
        const other = await findByLink(trx.query, link.hash)
        if (other) return replayOf(other)
        await submit(trx, checked, link)
        return { is: 'sent', path }
      })
    },

    /** The path of the secret link; undefined once the applicant is erased. */
    async statusPath(id: bigint): Promise<string | undefined> {
      const found = await findApplication(database.read, id, undefined)
      return found?.linkSalt === undefined ? undefined : links.path(found.linkSalt)
    },

    /** The application as shown at the secret link. Throws `application_not_found`. */
    follow: async (secret: string): Promise<FollowedApplication> =>
      followed(database.read, await byLink(database.read, secret)),

    /**
     * Throws `application_not_found`, and `invalid_transition`, also once the applicant is erased.
     */
    withdraw: (secret: string, address: string): Promise<FollowedApplication> =>
      database.writeAs(applicantAuthor, async (trx) => {
        const { application: seen } = await byLink(trx.query, secret)
        await trx.lock('applications', seen.id)
        const found = await byLink(trx.query, secret)
        const { application: before, ownerId } = found
        if (before.status === 'withdrawn') return followed(trx.query, found)
        const isThere = before.applicant !== undefined
        const isClosed = !canMove(before.status, 'withdrawn') || (await closings.isPending(trx.query, found))
        if (!isThere || isClosed) throw requestError('invalid_transition')
        const { assigneeId, note, orderId } = before
        const nowMs = clock.nowMs()
        await updateApplication(trx.query, seen.id, {
          status: 'withdrawn',
          assigneeId,
          note,
          orderId,
          closedAtMs: nowMs,
          nowMs,
        })
        const owned = await getIn(trx, seen.id)
        const { application: after } = owned
        trx.record({ kind: 'application changed', before, after, ownerId })
        await mails.moved(trx, owned, { by: 'visitor', address })
        return followed(trx.query, owned)
      }),
  }
}

/** The fields that an applicant sees, without the note and the assignee. */
export type FollowedApplication = Pick<Application, 'status' | 'createdAt' | 'updatedAt'> & {
  petId: bigint | undefined
  /** The status of the adoption; undefined before it is approved. */
  orderStatus: OrderStatus | undefined
  /** Undefined once erased. */
  applicant: Applicant | undefined
  /** The account that received it. */
  ownerId: bigint
  /** The name of the animal; undefined if there is none. */
  petName: string | undefined
  /** Whether mail to the applicant waits for staff to release it. */
  isMailHeld: boolean
}

/** Without an address, as erasures do not reach the audit log. */
const applicantAuthor = systemAuthor('applicant')

/** The cause of mail about an application to `ownerId`. */
const causeOf = ({ accountId, address, isVisitor, actsForStore }: Source, ownerId: bigint): MailCause => {
  if (isVisitor || accountId === undefined) return { by: 'visitor', address }
  return isOwner({ accountId, actsForStore }, ownerId) ? { by: 'owner' } : { by: 'account', accountId, address }
}

const isSame = ({ petId, formId, applicant, answers }: Application, sent: NewApplication) =>
  isDeepStrictEqual(
    { petId, formId, applicant, answers },
    { petId: sent.petId, formId: sent.formId, applicant: sent.applicant, answers: sent.answers },
  )

const getIn = async (trx: Trx, id: bigint): Promise<OwnedApplication> => {
  const found = await findApplication(trx.query, id, undefined)
  if (!found) throw applicationError('application_not_found')
  return found
}
