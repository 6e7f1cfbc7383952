import { randomBytes } from 'node:crypto'
import { rolesWith } from '../access/role.ts'
import { findAccount, listAccounts } from '../accounts/accounts.repository.ts'
import { applicantErasure } from '../applications/applicant-erasure.service.ts'
import { applicantExports } from '../applications/applicant-exports.service.ts'
import { applicationLimiter } from '../applications/application-limits.ts'
import { applicationLinks } from '../applications/application-links.ts'
import { listOfPerson } from '../applications/application-lists.repository.ts'
import { applicationMails, type Colleague } from '../applications/application-mails.service.ts'
import { applicationsService } from '../applications/applications.service.ts'
import { closingsService } from '../applications/closings.service.ts'
import { submissionsService } from '../applications/submissions.service.ts'
import type { AuditKeys } from '../audit/audit-chain.ts'
import type { Config } from '../config.ts'
import type { PastEvents } from '../events/past-events.service.ts'
import { formsService } from '../forms/forms.service.ts'
import { findDetails } from '../listings/listing-details.repository.ts'
import type { MailsService } from '../mail/mails.service.ts'
import { listOrdersOf } from '../orders/order-lists.repository.ts'
import type { OrdersService } from '../orders/orders.service.ts'
import { findOrganization } from '../organizations/organizations.repository.ts'
import { peopleService } from '../people/people.service.ts'
import { personErasure } from '../people/person-erasure.service.ts'
import { personIds } from '../people/person-id.ts'
import { findOwnedPet } from '../pets/pets.repository.ts'
import type { PetsService } from '../pets/pets.service.ts'
import type { Trx } from '../platform/storage/database.ts'
import { usersRepository } from '../users/users.repository.ts'
import { wireEnvironments } from './environments.ts'
import type { Parts, Routine } from './parts.ts'

const HOUR_MS = 3_600_000
const PURGE_MS = 600_000
/** Where anybody may sign up, a Free account writes to applicants of so many applications a day. */
const MAX_MAILED = 100
/** What another replica has begun to decline and left. */
const CLOSING_MS = 5_000

type Deps = Pick<Parts, 'database' | 'clock' | 'log' | 'stopping'> & {
  config: Config
  auditKeys: Pick<AuditKeys, 'keyFor' | 'keysFor'>
  pets: PetsService
  orders: OrdersService
  pastEvents: PastEvents
  mails: MailsService
}

/** Forms, the applications that answer them, who sends them, and the end of what is known of these people. */
export const wireApplications = (deps: Deps) => {
  const { config, database, clock, log, stopping, auditKeys, pets, orders, pastEvents } = deps

  const forms = formsService({ database, clock })
  const limits = applicationLimiter({
    ...{ database, clock },
    key: auditKeys.keyFor('application limits'),
  })
  const links = applicationLinks({
    key: auditKeys.keyFor('application links'),
    random: randomBytes,
  })
  const mails = applicationMails({
    ...{
      mails: deps.mails,
      links,
      pets: { find: findOwnedPet },
      publicUrl: wireEnvironments(config).publicUrl,
    },
    findContact: async (query, accountId) => (await findOrganization(query, accountId)) ?? {},
    listColleagues,
    clock,
    dailyLimitOf: async (query, accountId) =>
      config.isSignUpOpen && (await findAccount(query, accountId))?.plan === 'free'
        ? MAX_MAILED
        : undefined,
  })
  const closings = closingsService({ database, clock, log, stopping, mails })
  const submissions = submissionsService({
    ...{ database, clock, forms, limits, links, mails, closings },
    pets: { get: pets.get, find: findOwnedPet },
    isPublished: async (query, petId) => (await findDetails(query, [petId])).length > 0,
  })
  const applications = applicationsService({
    ...{ database, clock, mails, closings, orders },
    pets: { find: findOwnedPet },
    users: usersRepository,
  })
  const erasure = applicantErasure({
    ...{ database, clock, mails, orders, pastEvents },
    retentionMs: config.applicationRetentionMs,
  })
  const exports = applicantExports({ database, clock, orders: { listOf: listOrdersOf } })
  const ids = personIds({ keys: auditKeys.keysFor('people') })
  const sources = { applications: listOfPerson, orders: listOrdersOf }
  const people = peopleService({ database, ids, sources, exports })
  const erasePerson = personErasure({ database, ids, applications: erasure, orders })
  const routines: Routine[] = [
    { everyMs: HOUR_MS, run: erasure.eraseExpired },
    { everyMs: PURGE_MS, run: limits.purge },
    { everyMs: CLOSING_MS, run: closings.run },
  ]
  return {
    ...{ forms, submissions, applications, applicantExports: exports, applicantErasure: erasure },
    ...{ people, erasePerson },
    ...{ routines, closings, purge: limits.purge },
  }
}

/** More people than this look into the console. */
const MAX_COLLEAGUES = 20

/**
 * The people of an account who may see its applications. Those who act for the store work for the oldest account, which
 * their animals belong to.
 */
const listColleagues = async (query: Trx['query'], accountId: bigint): Promise<Colleague[]> => {
  const [oldest] = await listAccounts(query, { limit: 1 })
  return usersRepository.listColleagues(query, {
    ...{ accountId, roles: rolesWith('applications:read'), limit: MAX_COLLEAGUES },
    hasStaff: oldest?.id === accountId,
  })
}
