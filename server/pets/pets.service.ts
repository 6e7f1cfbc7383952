import type { Database, Trx } from '../platform/storage/database.ts'
import type { NewPet, Pet, PetFilter } from './pet.ts'
import { countPets, findPet, insertPet, listPets, type PetList } from './pets.store.ts'

/**
 * The version of everything a list of animals shows: it changes with every change of an animal, before the change
 * is acknowledged, so that a page kept under the present version is never stale.
 */
export type Catalogue = {
  version(): number
  changed(): void
}

export const createCatalogue = (database: Database): Catalogue => {
  let version = 0
  const changed = () => {
    version += 1
  }
  database.onForeignChange(changed)
  return { version: () => version, changed }
}

export type PetsService = ReturnType<typeof petsService>

export const petsService = ({
  database,
  catalogue,
}: {
  database: Database
  catalogue: Catalogue
}) => ({
  async create(trx: Trx, pet: NewPet): Promise<Pet> {
    const created = await insertPet(trx.query, pet)
    trx.onCommit(catalogue.changed)
    return created
  },
  find: (id: bigint): Promise<Pet | undefined> => findPet(database.read, id),
  list: (list: PetList): Promise<Pet[]> => listPets(database.read, list),
  count: (filter: PetFilter): Promise<number> => countPets(database.read, filter),
})
