import { randomBytes } from 'node:crypto'
import { findAccount, listAccounts } from '../../accounts/accounts/accounts.repository.ts'
import type { AuditKeys } from '../../accounts/audit/audit-chain.ts'
import type { MailsService } from '../../accounts/mail/mails.service.ts'
import { usersRepository } from '../../accounts/users/users.repository.ts'
import { applicantErasure } from '../../adoptions/applications/applicant-erasure.service.ts'
import { applicantExports } from '../../adoptions/applications/applicant-exports.service.ts'
import { applicationLimiter } from '../../adoptions/applications/application-limits.ts'
import { applicationLinks } from '../../adoptions/applications/application-links.ts'
import { listOfPerson } from '../../adoptions/applications/application-lists.repository.ts'
import {
  applicationMails,
  type Colleague,
} from '../../adoptions/applications/application-mails.service.ts'
import { applicationsService } from '../../adoptions/applications/applications.service.ts'
import { closingsService } from '../../adoptions/applications/closings.service.ts'
import { submissionsService } from '../../adoptions/applications/submissions.service.ts'
import { formsService } from '../../adoptions/forms/forms.service.ts'
import { listOrdersOf } from '../../adoptions/orders/order-lists.repository.ts'
import type { OrdersService } from '../../adoptions/orders/orders.service.ts'
import { peopleService } from '../../adoptions/people/people.service.ts'
import { personErasure } from '../../adoptions/people/person-erasure.service.ts'
import { personIds } from '../../adoptions/people/person-id.ts'
import { findOrganization } from '../../animals/organizations/organizations.repository.ts'
import { findOwnedPet } from '../../animals/pets/pets.repository.ts'
import type { PetsService } from '../../animals/pets/pets.service.ts'
import { findDetails } from '../../catalogue/listings/listing-details.repository.ts'
import type { PastEvents } from '../../feed/events/past-events.service.ts'
import type { Trx } from '../../platform/storage/database.ts'
import { rolesWith } from '../../requests/access/role.ts'
import type { Config } from '../config.ts'
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
