import { randomBytes } from 'node:crypto'
import { accountReview } from '../accounts/accounts/account-review.ts'
import { findAccount, findOldestAccountId, listAccounts } from '../accounts/accounts/accounts.repository.ts'
import type { AccountsServices } from '../accounts/accounts.module.ts'
import type { AuditKeys } from '../accounts/audit/audit-chain.ts'
import type { MailChange } from '../accounts/mail/mail.ts'
import { findUser, listColleagues } from '../accounts/users/users.repository.ts'
import type { AnimalsServices } from '../animals/animals.module.ts'
import { findOrganization } from '../animals/organizations/organizations.repository.ts'
import type { PetChange } from '../animals/pets/pet-change.ts'
import { findOwnedPet } from '../animals/pets/pets.repository.ts'
import { listPhotos } from '../animals/photos/photos.repository.ts'
import type { ProfileChange } from '../animals/profiles/profile.ts'
import { findProfile } from '../animals/profiles/profiles.repository.ts'
import type { FeedServices } from '../feed/feed.module.ts'
import type { PeopleServices } from '../people/people.module.ts'
import type { Clock } from '../platform/clock.ts'
import type { DueWorkChange } from '../platform/due-work/due-work.ts'
import { HOUR_MS } from '../platform/durations.ts'
import { languageOfCountry } from '../platform/language.ts'
import type { Logger } from '../platform/log.ts'
import type { Routine } from '../platform/routine.ts'
import type { Database, Trx } from '../platform/storage/database.ts'
import { rolesWith } from '../requests/access/role.ts'
import type { Module } from '../requests/api/module.ts'
import type { Author } from '../requests/author/author.ts'
import { planOpenOrders } from '../requests/plans/plan.ts'
import type { RequestsServices } from '../requests/requests.module.ts'
import { countAdoptionsSince } from './adoptions/adoptions.repository.ts'
import { applicantErasure as createApplicantErasure } from './applications/applicant-erasure.service.ts'
import { applicantExport } from './applications/applicant-export.service.ts'
import { type ApplicationChange, applicationSchemas } from './applications/application.ts'
import { applicationLimiter } from './applications/application-limits.ts'
import { applicationLinks } from './applications/application-links.ts'
import { applicationMails, petNameIn } from './applications/application-mails.service.ts'
import { applicationOperations } from './applications/applications.routes.ts'
import { applicationsService } from './applications/applications.service.ts'
import { closingsService } from './applications/closings.service.ts'
import { mailBudget } from './applications/mail-budget.ts'
import { type Colleague, staffNotices } from './applications/staff-notices.service.ts'
import { submissionsService } from './applications/submissions.service.ts'
import type { DocumentChange } from './contracts/document.ts'
import type { DocumentSources } from './contracts/document-data.ts'
import { documentImages } from './contracts/document-images.ts'
import { documentOperations, documentSchemas } from './contracts/documents.routes.ts'
import { documentsService } from './contracts/documents.service.ts'
import { orphanedContracts } from './contracts/orphaned-contracts.service.ts'
import { removeOrphanedContracts } from './contracts/signed-contracts.repository.ts'
import { signing } from './contracts/signing.service.ts'
import type { FormChange } from './forms/form.ts'
import { formOperations, formSchemas } from './forms/forms.routes.ts'
import { formsService } from './forms/forms.service.ts'
import type { MailTemplateChange } from './mail-templates/mail-template.ts'
import { findTemplate } from './mail-templates/mail-templates.repository.ts'
import { mailTemplateOperations, mailTemplateSchemas } from './mail-templates/mail-templates.routes.ts'
import { mailTemplatesService } from './mail-templates/mail-templates.service.ts'
import type { OrderChange } from './orders/order.ts'
import { orderKeys } from './orders/order-keys.service.ts'
import { findOrder } from './orders/orders.repository.ts'
import { orderOperations, orderSchemas } from './orders/orders.routes.ts'
import { type OrdersService, ordersService } from './orders/orders.service.ts'
import { reportOperations, reportSchemas } from './reports/reports.routes.ts'
import { reportsService } from './reports/reports.service.ts'

const EXPIRY_MS = 1_000
/** An order written by an older replica may be missing among people for this long. */
const SETTLE_MS = 5_000
const PURGE_MS = 600_000

type Changes =
  | OrderChange
  | PetChange
  | ProfileChange
  | ApplicationChange
  | MailChange
  | DocumentChange
  | MailTemplateChange
  | FormChange
  | DueWorkChange

type OrderParts = {
  config: {
    orderExpiryMs: number
    enterpriseOpenOrders: number
    site: { logo: { bytes: Buffer; type: string } | undefined }
  }
  database: Database<Changes, Author>
  clock: Clock
  log: Logger
}

type Parts = OrderParts & {
  config: { applicationRetentionMs: number; mail: { perAccountAndDay: number } }
  stopping: AbortSignal
  auditKeys: Pick<AuditKeys, 'keyFor'>
  /** The configured public URL of this server. */
  publicUrl: string | undefined
  isPublished: (query: Trx['query'], petId: bigint, accountId: bigint | undefined) => Promise<boolean>
}

type Below = {
  requests: Pick<RequestsServices<Changes>, 'idempotency' | 'maintenance'>
  accounts: Pick<AccountsServices, 'accounts' | 'mails' | 'noteRead'>
  feed: Pick<FeedServices, 'pastEvents'>
  animals: Pick<AnimalsServices, 'pets' | 'profiles' | 'pictures'>
  people: PeopleServices
}

export type AdoptionsServices = ReturnType<typeof adoptionsModule>['services']

/** The way to a new home: forms, applications, orders, contracts, and reports. */
export const adoptionsModule = ({ parts, below }: { parts: Parts; below: Below }) => {
  const { database, clock } = parts
  const { idempotency, maintenance } = below.requests
  const { accounts, noteRead } = below.accounts
  const images = imagesOf(parts, below.animals)
  const orders = orderService(parts, { ...below.animals, ...below.feed })
  const documents = documentsService({
    database,
    accounts,
    findOrder,
    clock,
    sources: documentSources,
    images,
    isReadOnly: maintenance.isReadOnly,
  })
  const mailTemplates = mailTemplatesService({
    database,
    accounts,
    review: accountReview,
    findOrganization,
    clock,
  })
  const reports = reportsService({ database, clock })
  const applying = applicationServices(parts, {
    ...below.animals,
    ...below.accounts,
    ...below.feed,
    orders,
  })
  const { forms, applications, submissions, applicantErasure } = applying
  const { closings, limits, budget, notices } = applying
  const { exports, exportSchema } = below.people
  const services = { orders, forms, submissions }
  const operations = [
    ...orderOperations({ orders, idempotency, noteRead, clock }),
    ...documentOperations({ documents, idempotency, noteRead }),
    ...mailTemplateOperations({ mailTemplates, idempotency }),
    ...applicationOperations({
      applications,
      submissions,
      exportApplicant: applicantExport({ database, exports }),
      exportSchema,
      applicantErasure,
      idempotency,
      noteRead,
    }),
    ...formOperations({ forms, idempotency }),
    ...reportOperations({ reports }),
  ]
  const schemas = [
    orderSchemas,
    documentSchemas,
    formSchemas,
    applicationSchemas,
    exportSchema,
    mailTemplateSchemas,
    reportSchemas,
  ].flat()
  const routines: Routine[] = [
    { name: 'orders.expire', everyMs: EXPIRY_MS, run: orders.expireOverdue },
    { name: 'orders.settleCustomers', everyMs: SETTLE_MS, run: orderKeys({ database }) },
    { name: 'applications.erase', everyMs: HOUR_MS, run: applicantErasure.eraseExpired },
    {
      name: 'contracts.purge',
      everyMs: HOUR_MS,
      runsAtStart: true,
      run: orphanedContracts({ database, removeSome: removeOrphanedContracts }).remove,
    },
    { name: 'applicationLimits.purge', everyMs: PURGE_MS, run: limits.purge },
    { name: 'applicationMails.purge', everyMs: PURGE_MS, run: budget.purge },
  ]
  const dueWork = [closings.dueWork, notices.dueWork]
  const erasers = { applications: applicantErasure, orders }
  return { services, operations, schemas, routines, dueWork, erasers } satisfies Module<typeof services>
}

type OrderNeeds = Pick<AnimalsServices, 'pets' | 'profiles' | 'pictures'> & Pick<FeedServices, 'pastEvents'>

/** Orders, for the server and the command line. */
export const orderService = (
  parts: OrderParts,
  { pets, profiles, pictures, pastEvents }: OrderNeeds,
): OrdersService => {
  const { config, database, clock } = parts
  const images = imagesOf(parts, { pictures })
  return ordersService({
    database,
    pets,
    profiles,
    countAdoptionsSince,
    pastEvents,
    clock,
    contracts: signing({ database, sources: documentSources, images, clock }),
    accounts: accountReview,
    expiryMs: config.orderExpiryMs,
    openOrderLimit: (plan) => (plan === 'enterprise' ? config.enterpriseOpenOrders : planOpenOrders[plan]),
  })
}

const documentSources: DocumentSources = {
  findProfile,
  listPhotos,
  findOrganization,
  findAccount,
  findOldestAccountId,
  findPet: findOwnedPet,
}

const imagesOf = (
  { config, log }: Pick<OrderParts, 'config' | 'log'>,
  { pictures }: Pick<AnimalsServices, 'pictures'>,
) => documentImages({ ...pictures, logo: config.site.logo, log })

type ApplicationNeeds = Pick<AnimalsServices, 'pets' | 'profiles'> &
  Pick<AccountsServices, 'mails'> &
  Pick<FeedServices, 'pastEvents'> & { orders: OrdersService }

/** Forms, applications, applicants, and their erasure. */
const applicationServices = (parts: Parts, { pets, profiles, mails: store, pastEvents, orders }: ApplicationNeeds) => {
  const { config, database, clock, auditKeys } = parts
  const forms = formsService({ database, clock })
  const limits = applicationLimiter({
    database,
    clock,
    key: auditKeys.keyFor('application limits'),
  })
  const links = applicationLinks({
    key: auditKeys.keyFor('application links'),
    random: randomBytes,
  })
  const budget = mailBudget({
    database,
    clock,
    perDay: config.mail.perAccountAndDay,
    key: auditKeys.keyFor('application mails'),
  })
  const petNameOf = petNameIn({ find: findOwnedPet })
  const mailed = { mails: store, publicUrl: parts.publicUrl, petNameOf }
  const notices = staffNotices({ ...mailed, database, clock, listColleagues: listReaders })
  const mails = applicationMails({
    ...mailed,
    links,
    budget,
    notices,
    findContact: async (query, accountId) => (await findOrganization(query, accountId)) ?? {},
    findOwnTemplate: async (query, name) =>
      (await accountReview.isUnreviewed(query, name.accountId)) ? undefined : findTemplate(query, name),
  })
  const closings = closingsService({ database, clock, mails })
  const submissions = submissionsService({
    database,
    clock,
    profiles,
    forms,
    limits,
    links,
    mails,
    closings,
    pets: { get: pets.get, find: findOwnedPet },
    accounts: accountReview,
    isPublished: parts.isPublished,
    findOrder: (query, id) => findOrder(query, id, undefined),
    languageOfOwner: async (query, accountId) =>
      languageOfCountry((await findOrganization(query, accountId))?.address.country),
  })
  const applications = applicationsService({
    database,
    clock,
    mails,
    closings,
    orders,
    pets: { find: findOwnedPet },
    users: { find: findUser },
  })
  const applicantErasure = createApplicantErasure({
    database,
    clock,
    mails,
    orders,
    pastEvents,
    retentionMs: config.applicationRetentionMs,
  })
  return {
    forms,
    applications,
    submissions,
    applicantErasure,
    closings,
    limits,
    budget,
    notices,
  }
}

/** The most colleagues to notify. */
const MAX_COLLEAGUES = 20

/**
 * The people of an account who may see its applications. For the store's own account these include
 * staff.
 */
const listReaders = async (query: Trx['query'], accountId: bigint): Promise<Colleague[]> => {
  const [oldest] = await listAccounts(query, { limit: 1 })
  return listColleagues(query, {
    accountId,
    roles: rolesWith('applications:read'),
    limit: MAX_COLLEAGUES,
    hasStaff: oldest?.id === accountId,
  })
}
