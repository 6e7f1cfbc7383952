import type { AccountsService } from '../../accounts/accounts/accounts.service.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Trx } from '../../platform/storage/database.ts'
import { batchCost, batchResults, type Checked, checkAll, eachItem } from '../../requests/api/batch.ts'
import { type Call, type Operation, operation } from '../../requests/api/operation.ts'
import type { Idempotency } from '../../requests/idempotency/idempotency.service.ts'
import {
  BatchedPetPatch,
  ForAccount,
  type NewPet,
  ownerFor,
  type Pet,
  PetBatch,
  PetBatchResults,
  PetUpdateBatch,
} from './pet.ts'
import type { PetBatchChange, PetChange } from './pet-change.ts'
import type { PetsService } from './pets.service.ts'

type Check = (document: { value: unknown; duplicates: string[] }) => Checked

type Deps = {
  pets: PetsService
  accounts: Pick<AccountsService, 'findIn'>
  idempotency: Idempotency<PetChange | PetBatchChange>
  /** Validates one animal of a batch like the body of a single creation. */
  checkPet: Check
  /** Validates the changes to one animal of a batch. */
  checkPatch: Check
}

const noneAdded = 'The batch is invalid, so none of its animals was added; see `errors`.'
const noneUpdated = 'The batch is invalid, so none of its animals was updated; see `errors`.'

export const petBatchSchemas = [PetBatch, BatchedPetPatch, PetUpdateBatch, PetBatchResults]

const shared = { tag: 'animals', stability: 'beta', scope: 'pets:write' } as const
const cost = ({ body }: { body?: unknown }) => batchCost((body as PetBatch).pets.length)

/** Adding and updating many animals at once. */
export const petBatchOperations = ({ pets, accounts, idempotency, checkPet, checkPatch }: Deps): Operation[] => {
  const addAll = async (trx: Trx<PetChange>, call: Call<undefined, ForAccount, PetBatch>) => {
    const { body, requestId } = call
    const owner = await ownerFor(call, (id) => accounts.findIn(trx, id))
    const items = body.pets.map((value) => checkPet({ value, duplicates: [] }))
    // The schema of a new animal has been checked.
    const valid = items.flatMap((item) => ('value' in item ? [item.value as NewPet] : []))
    await pets.lockCategories(trx, valid)
    const checked = await eachItem(items, async (value) => {
      const pet = value as NewPet
      await pets.checkCategory(trx, pet.categoryId)
      return pet
    })
    // Checked before any write, as a failure would rerun other changes in the same transaction.
    if (body.atomic) checkAll(checked, 'pets', noneAdded)
    const accepted = checked.flatMap((item) => (item instanceof HttpError ? [] : [item]))
    const made = (await pets.addMany(trx, owner.accountId, accepted)).values()
    const added = checked.map((item) => (item instanceof HttpError ? item : (made.next().value as Pet)))
    return batchResults(added, requestId, (pet) => ({ status: 201, pet }))
  }

  const updateAll = async (
    trx: Trx<PetChange>,
    { body, caller, requestId }: Call<unknown, unknown, PetUpdateBatch>,
  ) => {
    const items = body.pets.map((value) => checkPatch({ value, duplicates: [] }))
    // The schema of the changes has been checked.
    const valid = items.flatMap((item) => ('value' in item ? [item.value as BatchedPetPatch] : []))
    await pets.lockAll(trx, valid)
    await pets.lockCategories(trx, valid)
    if (body.atomic) {
      // Checked before any write, as a failure would rerun other changes in the same transaction.
      const checked = await eachItem(items, (value) => pets.checkUpdate(trx, caller, value as BatchedPetPatch))
      checkAll(checked, 'pets', noneUpdated)
    }
    const updated = await eachItem(items, (value) => pets.updateIn(trx, caller, value as BatchedPetPatch))
    if (body.atomic) checkAll(updated, 'pets', noneUpdated)
    return batchResults(updated, requestId, (pet) => ({ status: 200, pet }))
  }

  return [
    operation({
      ...shared,
      stability: 'stable',
      id: 'createPets',
      method: 'POST',
      path: '/pets:batch',
      summary: 'Add many animals',
      description:
        'Adds up to 100 animals in one request. Results are in the same order; with `atomic`, all animals are added or ' +
        'none. A batch of n animals counts as n/10 requests, rounded up. If you do not have that many left, the ' +
        'response is 429, no animal is added and only one request is counted. A batch that costs more than a whole ' +
        'limit uses all of it.',
      query: ForAccount,
      body: PetBatch,
      errors: ['not_owner', 'account_not_found'],
      cost,
      requestHeaders: ['Idempotency-Key'],
      returns: { 200: { description: 'The result for each animal.', schema: PetBatchResults } },
      guide: { name: 'limits', about: 'The cost of a batch' },
      example: {
        body: {
          pets: [
            { name: 'Biscuit', categoryId: 7 },
            { name: 'Pepper', categoryId: 7 },
          ],
        },
        client: `const { results } = await store.pets.batch({\n  pets: [\n    { name: 'Biscuit', categoryId: 7 },\n    { name: 'Pepper', categoryId: 7 },\n  ],\n})\nconsole.log(results)`,
      },
      handle: (call) =>
        idempotency.once(
          call,
          call.caller,
          async (trx) => {
            const results = await addAll(trx, call)
            const changedNothing = !results.some((result) => 'pet' in result)
            if (!changedNothing) {
              trx.record({ kind: 'pets changed in bulk', accountId: call.caller.accountId })
            }
            return { status: 200, body: call.write({ results }), changedNothing }
          },
          { ...call.author, isInBulk: true },
        ),
    }),

    operation({
      ...shared,
      id: 'updatePets',
      method: 'PATCH',
      path: '/pets:batch',
      summary: 'Update many animals',
      description:
        'Updates up to 100 animals in one request, each like `PATCH /v1/pets/{petId}`. Results are in the same ' +
        'order; with `atomic`, all animals are updated or none. A batch of n animals counts as n/10 requests, ' +
        'rounded up.',
      body: PetUpdateBatch,
      cost,
      requestHeaders: ['Idempotency-Key'],
      returns: { 200: { description: 'The result for each animal.', schema: PetBatchResults } },
      guide: { name: 'typescript-client', about: 'Many animals with the TypeScript client' },
      example: {
        body: {
          pets: [
            { id: 1, name: 'Biscuit the Second' },
            { id: 2, categoryId: 7 },
          ],
        },
        client: `const { results } = await store.pets.updateBatch({\n  pets: [\n    { id: 1, name: 'Biscuit the Second' },\n    { id: 2, categoryId: 7 },\n  ],\n})\nconsole.log(results)`,
      },
      handle: (call) =>
        idempotency.once(
          call,
          call.caller,
          async (trx) => {
            const results = await updateAll(trx, call)
            const changedNothing = !results.some((result) => 'pet' in result)
            if (!changedNothing) {
              trx.record({ kind: 'pets changed in bulk', accountId: call.caller.accountId })
            }
            return { status: 200, body: call.write({ results }), changedNothing }
          },
          { ...call.author, isInBulk: true },
        ),
    }),
  ]
}
