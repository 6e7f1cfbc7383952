import { type Static, Type } from 'typebox'
import { Address, Location } from '../../platform/http/address.ts'
import { Name } from '../../platform/http/name.ts'
import type { Trx } from '../../platform/storage/database.ts'
import type { AccountChange } from '../accounts/account.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'

/** The shelter of a new store, as its first user describes it. */
export const Shelter = Type.Object(
  {
    name: Name({ description: 'The name of the shelter.' }),
    address: Type.Optional(Address),
    location: Type.Optional(Location('The place of the shelter (WGS 84).')),
  },
  { additionalProperties: false },
)
export type Shelter = Static<typeof Shelter>

export type NameFirstShelter = (trx: Trx<AccountChange>, shelter: Shelter) => Promise<void>

type Deps = {
  accounts: Pick<AccountsService, 'findOrCreateFirst' | 'nameFirst'>
  /** Sets its public name and place. */
  nameShelter: NameShelter
  clock: { nowMs(): number }
}

export type NameShelter = (trx: Trx<never>, shelter: Shelter & { id: bigint }, nowMs: number) => Promise<void>

/** Sets the shelter's name as the name of the first account and in its public details. */
export const nameFirstShelter =
  ({ accounts, nameShelter, clock }: Deps): NameFirstShelter =>
  async (trx, shelter) => {
    const { id } = await accounts.findOrCreateFirst(trx)
    await accounts.nameFirst(trx, id, shelter.name)
    await nameShelter(trx, { ...shelter, id }, clock.nowMs())
  }
