import { type Actor, checkOwner } from '../access/ownership.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Database, Trx } from '../platform/storage/database.ts'
import type { NewPet, OwnedPet, PetPatch } from './pet.ts'
import type { PetChange } from './pet-change.ts'
import { findPets, reserveIds } from './pets.repository.ts'
import type { PetsService } from './pets.service.ts'

/** An animal to add, or with the id of one that exists, to change: what is left out stays as it is. */
export type PetUpsert = NewPet & { id?: bigint }

export type UpsertOutcome = 'added' | 'updated' | 'unchanged' | HttpError

type Upserting = { actor: Actor; isDryRun: boolean }

type Deps = {
  database: Database
  pets: Pick<PetsService, 'addMany' | 'changeTo' | 'checkCategory' | 'lockCategories'>
}

export type PetUpserts = ReturnType<typeof petUpserts>

/** Many animals at once, by the same rules and with the same events as one by one. */
export const petUpserts = ({ database, pets }: Deps) => {
  /** Adds, or only looks whether it could be added. */
  const addNew = async (
    trx: Trx<PetChange>,
    rows: readonly PetUpsert[],
    { actor, isDryRun }: Upserting,
  ): Promise<Map<PetUpsert, UpsertOutcome>> => {
    const checked = new Map<bigint, HttpError | undefined>()
    const outcomes = new Map<PetUpsert, UpsertOutcome>()
    for (const row of rows) {
      const { categoryId } = row
      if (!checked.has(categoryId)) {
        checked.set(categoryId, await errorOf(pets.checkCategory(trx, categoryId)))
      }
      outcomes.set(row, checked.get(categoryId) ?? 'added')
    }
    if (!isDryRun) {
      await pets.addMany(
        trx,
        actor.accountId,
        rows.filter((row) => outcomes.get(row) === 'added'),
      )
    }
    return outcomes
  }

  const changeKnown = async (
    trx: Trx<PetChange>,
    actor: Actor,
    { pet: before, ownerId }: OwnedPet,
    row: PetUpsert,
  ): Promise<UpsertOutcome> => {
    try {
      checkOwner(actor, ownerId)
      const after = await pets.changeTo(trx, before, patchOf(row))
      return after === before ? 'unchanged' : 'updated'
    } catch (error) {
      if (error instanceof HttpError) return error
      throw error
    }
  }

  return {
    /**
     * Deals with each row in turn; no id may stand twice. Returns what became of each, in their order. A dry run
     * leaves new animals out, and its transaction has to be rolled back. `actor` adds and changes them.
     */
    async upsertMany(
      trx: Trx<PetChange>,
      rows: readonly PetUpsert[],
      upserting: Upserting,
    ): Promise<UpsertOutcome[]> {
      const ids = rows.flatMap(({ id }) => (id === undefined ? [] : [id]))
      const known = new Map((await findPets(trx.query, ids)).map((found) => [found.pet.id, found]))
      await pets.lockCategories(trx, [...rows])
      const isNew = ({ id }: PetUpsert) => id === undefined || !known.has(id)
      const added = await addNew(trx, rows.filter(isNew), upserting)
      const outcomes: UpsertOutcome[] = []
      for (const row of rows) {
        const before = row.id === undefined ? undefined : known.get(row.id)
        const outcome = before
          ? await changeKnown(trx, upserting.actor, before, row)
          : added.get(row)
        outcomes.push(outcome ?? 'unchanged')
      }
      return outcomes
    },

    /** From now on, assigned ids are above `through`. */
    reserveIds: (through: bigint): Promise<void> =>
      database.write((trx) => reserveIds(trx.query, through)),
  }
}

const errorOf = async (check: Promise<void>): Promise<HttpError | undefined> => {
  try {
    await check
    return undefined
  } catch (error) {
    if (error instanceof HttpError) return error
    throw error
  }
}

const patchOf = ({ name, categoryId, status }: PetUpsert): PetPatch => ({
  name,
  categoryId,
  ...(status && { status }),
})
