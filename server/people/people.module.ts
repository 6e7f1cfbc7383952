import type { AccountsServices } from '../accounts/accounts.module.ts'
import type { AuditKeys } from '../accounts/audit/audit-chain.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/storage/database.ts'
import type { Module } from '../requests/api/module.ts'
import type { Author } from '../requests/author/author.ts'
import { caseStatements } from './personal-data/people.repository.ts'
import { peopleOperations } from './personal-data/people.routes.ts'
import { type FindPetNames, peopleService } from './personal-data/people.service.ts'
import { personSchemas } from './personal-data/person.ts'
import { personErasure } from './personal-data/person-erasure.service.ts'
import { personIds } from './personal-data/person-id.ts'
import type { Eraser, MentionsByName, PersonalDataByName } from './personal-data/personal-data.ts'
import { personalExports } from './personal-data/personal-exports.service.ts'

type Parts = {
  database: Database<never, Author>
  clock: Clock
  auditKeys: Pick<AuditKeys, 'keysFor'>
  /** What the modules contribute, also those above. */
  contributions: { personal: PersonalDataByName; mentions: MentionsByName }
  eraserOf: (name: string) => Eraser
  findPetNames: FindPetNames
}

type Below = { accounts: Pick<AccountsServices, 'noteRead'> }

export type PeopleServices = ReturnType<typeof peopleModule>['services']

/** People by email address: finds, exports and erases the personal data of all modules. */
export const peopleModule = ({ parts, below }: { parts: Parts; below: Below }) => {
  const { database, clock, eraserOf, findPetNames } = parts
  const { personal, mentions } = parts.contributions
  const ids = personIds({ keys: parts.auditKeys.keysFor('people') })
  const exports = personalExports({ personal, clock })
  const people = peopleService({ database, ids, personal, exports, findPetNames })
  const cases = Object.entries(personal).flatMap(([name, { cases }]) => (cases ? [caseStatements(name, cases)] : []))
  const erasePerson = personErasure({ database, ids, cases, mentions, eraserOf })
  const { ApplicantExport: exportSchema, ...schemas } = personSchemas(parts.contributions)
  const { noteRead } = below.accounts
  const services = { exports, exportSchema }
  return {
    services,
    operations: peopleOperations({ schemas, exportSchema, people, erasePerson, noteRead }),
    schemas: Object.values(schemas),
    /** Once all modules are composed, each kind of case must have an eraser. */
    start() {
      for (const { name } of cases) eraserOf(name)
    },
  } satisfies Module<typeof services>
}
