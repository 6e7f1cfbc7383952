import type { AccountsService } from '../../accounts/accounts/accounts.service.ts'
import { documentsService } from '../../adoptions/contracts/documents.service.ts'
import { findOrder } from '../../adoptions/orders/orders.repository.ts'
import { findOrganization } from '../../animals/organizations/organizations.repository.ts'
import { findOwnedPet } from '../../animals/pets/pets.repository.ts'
import { findProfile } from '../../animals/profiles/profiles.repository.ts'
import type { Parts } from './parts.ts'

type Deps = Pick<Parts, 'database' | 'clock'> & { accounts: AccountsService }

/** What is printed of adoptions. */
export const wireDocuments = ({ database, accounts, clock }: Deps) =>
  documentsService({
    ...{ database, accounts, findOrder, findProfile, findOrganization, clock },
    findPet: findOwnedPet,
  })
