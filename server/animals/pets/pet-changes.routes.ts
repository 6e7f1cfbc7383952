import type { AccountsService } from '../../accounts/accounts/accounts.service.ts'
import { mergePatch } from '../../platform/http/body.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Trx } from '../../platform/storage/database.ts'
import {
  batchCost,
  batchResults,
  type Checked,
  checkAll,
  eachItem,
} from '../../requests/api/batch.ts'
import { type Call, type Operation, operation } from '../../requests/api/operation.ts'
import { noContent, resource } from '../../requests/api/reply.ts'
import type { Idempotency } from '../../requests/idempotency/idempotency.service.ts'
import {
  ForAccount,
  type NewPet,
  ownerFor,
  Pet,
  PetBatch,
  PetBatchResults,
  PetPatch,
  PetPath,
} from './pet.ts'
import type { PetBatchChange, PetChange } from './pet-change.ts'
import type { PetsService } from './pets.service.ts'

type Deps = {
  pets: PetsService
  accounts: Pick<AccountsService, 'findIn'>
  idempotency: Idempotency<PetChange | PetBatchChange>
  /** Validates one animal of a batch like the body of a single creation. */
  checkPet: (document: { value: unknown; duplicates: string[] }) => Checked
}

const noneAdded = 'The batch is invalid, so none of its animals was added; see `errors`.'

export const petChangeSchemas = [PetPatch, PetBatch, PetBatchResults]

const shared = { tag: 'animals', stability: 'beta', scope: 'pets:write' } as const

/** Changing and removing animals, and adding many at once. */
export const petChangeOperations = ({
  pets,
  accounts,
  idempotency,
  checkPet,
}: Deps): Operation[] => {
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
    const added = checked.map((item) =>
      item instanceof HttpError ? item : (made.next().value as Pet),
    )
    return batchResults(added, requestId, (pet) => ({ status: 201, pet }))
  }

  return [
    operation({
      ...shared,
      id: 'updatePet',
      method: 'PATCH',
      path: '/pets/{petId}',
      summary: 'Update an animal',
      description:
        'Changes only the given fields. Status transitions: `available` to `pending` or `sold`, `pending` to `available` ' +
        'or `sold`, `sold` to `available`. An open order controls the status of its animal. Only the account that the ' +
        'animal belongs to can update it.',
      params: PetPath,
      body: PetPatch,
      takes: mergePatch,
      requestHeaders: ['If-Match'],
      returns: { 200: { description: 'The updated animal.', schema: Pet } },
      errors: [
        ...(['not_owner', 'pet_not_found', 'pet_has_open_order'] as const),
        ...(['invalid_transition', 'precondition_failed'] as const),
      ],
      example: {
        path: { petId: '1' },
        body: { name: 'Biscuit the Second' },
        client: `await store.pets.update(1, { name: 'Biscuit the Second' })`,
      },
      handle: async (call) => {
        const { params, body, headers } = call
        return resource(await pets.update(call, params.petId, body, headers['if-match']))
      },
    }),

    operation({
      ...shared,
      id: 'deletePet',
      right: 'pets:delete',
      method: 'DELETE',
      path: '/pets/{petId}',
      summary: 'Delete an animal',
      description:
        'Its id is never reused. An animal with an open order cannot be deleted. Only the account that the animal ' +
        'belongs to can delete it.',
      params: PetPath,
      requestHeaders: ['If-Match'],
      returns: { 204: { description: 'Deleted.' } },
      errors: ['not_owner', 'pet_not_found', 'pet_has_open_order', 'precondition_failed'],
      example: { path: { petId: '1' }, client: `await store.pets.remove(1)` },
      handle: async (call) => {
        await pets.remove(call, call.params.petId, call.headers['if-match'])
        return noContent
      },
    }),

    operation({
      ...shared,
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
      cost: ({ body }) => batchCost((body as PetBatch).pets.length),
      requestHeaders: ['Idempotency-Key'],
      returns: { 200: { description: 'The result for each animal.', schema: PetBatchResults } },
      guide: { name: 'limits', about: 'What a batch costs' },
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
              trx.record({ kind: 'batch added', accountId: call.caller.accountId })
            }
            return { status: 200, body: call.write({ results }), changedNothing }
          },
          { ...call.author, isInBulk: true },
        ),
    }),
  ]
}
