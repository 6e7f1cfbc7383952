import type { AccountsService } from '../accounts/accounts.service.ts'
import { documentsService } from '../documents/documents.service.ts'
import { findOrder } from '../orders/orders.repository.ts'
import { findOrganization } from '../organizations/organizations.repository.ts'
import { findOwnedPet } from '../pets/pets.repository.ts'
import { findProfile } from '../profiles/profiles.repository.ts'
import type { Parts } from './parts.ts'

type Deps = Pick<Parts, 'database' | 'clock'> & { accounts: AccountsService }

/** What is printed of adoptions. */
export const wireDocuments = ({ database, accounts, clock }: Deps) =>
  documentsService({
    ...{ database, accounts, findOrder, findProfile, findOrganization, clock },
    findPet: findOwnedPet,
  })
