import { randomBytes } from 'node:crypto'
import { applicationLimiter } from '../applications/application-limits.ts'
import { applicationLinks } from '../applications/application-links.ts'
import { applicationsService } from '../applications/applications.service.ts'
import { submissionsService } from '../applications/submissions.service.ts'
import type { AuditKeys } from '../audit/audit-chain.ts'
import type { Config } from '../config.ts'
import { formsService } from '../forms/forms.service.ts'
import { listOrdersOf } from '../orders/orders.repository.ts'
import type { OrdersService } from '../orders/orders.service.ts'
import { findOwnedPet } from '../pets/pets.repository.ts'
import type { PetsService } from '../pets/pets.service.ts'
import { usersRepository } from '../users/users.repository.ts'
import type { Parts, Routine } from './parts.ts'

const HOUR_MS = 3_600_000
const PURGE_MS = 600_000

type Deps = Pick<Parts, 'database' | 'clock'> & {
  config: Pick<Config, 'applicationRetentionMs'>
  auditKeys: Pick<AuditKeys, 'keyFor'>
  pets: PetsService
  orders: OrdersService
}

/** Forms, the applications that answer them, and the end of what is known of applicants. */
export const wireApplications = ({ config, database, clock, auditKeys, pets, orders }: Deps) => {
  const forms = formsService({ database, clock })
  const limits = applicationLimiter({
    ...{ database, clock },
    key: auditKeys.keyFor('application limits'),
  })
  const links = applicationLinks({
    key: auditKeys.keyFor('application links'),
    random: randomBytes,
  })
  const submissions = submissionsService({
    ...{ database, clock, forms, limits, links },
    pets: { get: pets.get, find: findOwnedPet },
  })
  const applications = applicationsService({
    ...{ database, clock },
    orders: { ...orders, listOf: listOrdersOf },
    pets: { find: findOwnedPet },
    users: usersRepository,
    retentionMs: config.applicationRetentionMs,
  })
  const routines: Routine[] = [
    { everyMs: HOUR_MS, run: applications.eraseExpired },
    { everyMs: PURGE_MS, run: limits.purge },
  ]
  return { forms, submissions, applications, routines, purge: limits.purge }
}
