import { accountError } from '../../accounts/accounts/account.errors.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { type Actor, actorFor, checkOwner } from '../../requests/access/ownership.ts'
import { petError } from './pet.errors.ts'
import type { NewPet, OwnedPet, PetPatch } from './pet.ts'
import type { PetChange } from './pet-change.ts'
import { findPets, reserveIds } from './pets.repository.ts'
import type { PetsService } from './pets.service.ts'

/**
 * An animal to add or, with the id of an existing one, to change: omitted fields stay. It belongs
 * to `accountId`, if given. `departed` is how it left, if it was not adopted.
 */
type PetUpsert = NewPet & { id?: bigint; accountId?: bigint; departed?: string | undefined }

type UpsertOutcome = 'added' | 'updated' | 'unchanged' | HttpError

/** The result of a row, and its animal: none if a dry run did not add it. */
export type Upserted = { outcome: UpsertOutcome; petId?: bigint | undefined }

/** `choosesIds`: whether a row may add an animal with an id of its choice. */
type Upserting = { actor: Actor; isDryRun: boolean; choosesIds: boolean }

type Deps = {
  database: Database
  pets: Pick<PetsService, 'addMany' | 'changeTo' | 'checkCategory' | 'lockCategories'>
  /** Those ids that exist. */
  findAccounts: (query: Trx['query'], ids: readonly bigint[]) => Promise<ReadonlySet<bigint>>
}

export type PetUpserts = ReturnType<typeof petUpserts>

/** Adds and changes many animals by the same rules and with the same events as single ones. */
export const petUpserts = ({ database, pets, findAccounts }: Deps) => {
  /** Adds an animal, or only checks that it could be added. */
  const addNew = async (
    trx: Trx<PetChange>,
    rows: readonly PetUpsert[],
    { actor, isDryRun }: Upserting,
  ): Promise<Map<PetUpsert, Upserted>> => {
    const checked = new Map<bigint, HttpError | undefined>()
    const outcomes = new Map<PetUpsert, Upserted>()
    for (const row of rows) {
      const { categoryId } = row
      if (!checked.has(categoryId)) {
        checked.set(categoryId, await errorOf(pets.checkCategory(trx, categoryId)))
      }
      const petId = isDryRun ? undefined : row.id
      outcomes.set(row, { outcome: checked.get(categoryId) ?? 'added', petId })
    }
    if (isDryRun) return outcomes
    const added = rows.filter((row) => outcomes.get(row)?.outcome === 'added')
    const byOwner = Map.groupBy(added, (row) => actorFor(row, actor).accountId)
    for (const [ownerId, some] of byOwner) {
      const given = await pets.addMany(trx, ownerId, some)
      const unnamed = some.filter(({ id }) => id === undefined)
      for (const [at, row] of unnamed.entries()) {
        outcomes.set(row, { outcome: 'added', petId: given[at]?.id })
      }
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
      const { departed } = row
      const after = await pets.changeTo(trx, before, patchOf(row), { departed })
      return after === before ? 'unchanged' : 'updated'
    } catch (error) {
      if (error instanceof HttpError) return error
      throw error
    }
  }

  return {
    /**
     * Processes each row in order; no id may occur twice. Returns the results in order. A dry run
     * does not add animals, and its transaction must be rolled back. `actor` is the author of the
     * changes.
     */
    async upsertMany(trx: Trx<PetChange>, rows: readonly PetUpsert[], upserting: Upserting): Promise<Upserted[]> {
      const accountIds = new Set(rows.flatMap(({ accountId }) => accountId ?? []))
      const accounts = await findAccounts(trx.query, [...accountIds])
      const isOfNobody = ({ accountId }: PetUpsert) => accountId !== undefined && !accounts.has(accountId)
      const ids = rows.flatMap(({ id }) => (id === undefined ? [] : [id]))
      const known = new Map((await findPets(trx.query, ids)).map((found) => [found.pet.id, found]))
      await pets.lockCategories(trx, [...rows])
      const isUnknown = ({ id }: PetUpsert) => id !== undefined && !known.has(id)
      const isNew = (row: PetUpsert) =>
        !isOfNobody(row) && (row.id === undefined || (isUnknown(row) && upserting.choosesIds))
      const added = await addNew(trx, rows.filter(isNew), upserting)
      const upserted = async (row: PetUpsert): Promise<Upserted> => {
        if (isOfNobody(row)) return { outcome: accountError('account_not_found') }
        if (isUnknown(row) && !upserting.choosesIds) return { outcome: unknownId() }
        const before = row.id === undefined ? undefined : known.get(row.id)
        if (!before) return added.get(row) ?? { outcome: 'unchanged' }
        const outcome = await changeKnown(trx, actorFor(row, upserting.actor), before, row)
        return { outcome, petId: row.id }
      }
      const all: Upserted[] = []
      for (const row of rows) all.push(await upserted(row))
      return all
    },

    /** Makes sure that assigned ids are above `through`. */
    reserveIds: (through: bigint): Promise<void> => database.write((trx) => reserveIds(trx.query, through)),
  }
}

const unknownId = () => {
  const message = 'does not exist: omit it to add an animal'
  return petError('pet_not_found', {
    errors: [{ field: 'id', code: 'pet_not_found', message }],
  })
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
