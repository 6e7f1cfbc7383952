import { type Call, type Operation, operation } from '../api/operation.ts'
import { noContent, resource } from '../api/reply.ts'
import { ApiError } from '../errors/api-error.ts'
import { errorBody } from '../errors/error-body.ts'
import type { Idempotency } from '../idempotency/idempotency.service.ts'
import { mergePatch } from '../platform/http/body.ts'
import { type Fault, HttpError, MAX_ISSUES } from '../platform/http/http-error.ts'
import type { Trx } from '../platform/storage/database.ts'
import { type NewPet, Pet, PetBatch, PetBatchResults, PetPatch, PetPath } from './pet.ts'
import type { PetChange } from './pet-change.ts'
import type { PetsService } from './pets.service.ts'

type Deps = {
  pets: PetsService
  idempotency: Idempotency<PetChange>
  /** Checks one animal of a batch as the body of a single creation is. */
  checkPet: (document: { value: unknown; duplicates: string[] }) => Checked
}

type Checked = { value: unknown } | { error: HttpError }
type Result = PetBatchResults['results'][number]

export const petChangeSchemas = [PetPatch, PetBatch, PetBatchResults]

const shared = { tag: 'animals', stability: 'beta', scope: 'pets:write' } as const

/** Changing and removing animals, and adding many at once. */
export const petChangeOperations = ({ pets, idempotency, checkPet }: Deps): Operation[] => {
  const addAll = async (trx: Trx<PetChange>, call: Call<unknown, unknown, PetBatch>) => {
    const { body, caller, requestId } = call
    const added: (Pet | HttpError)[] = []
    const items = body.pets.map((value) => checkPet({ value, duplicates: [] }))
    // The very schema of a new animal has been checked.
    const valid = items.flatMap((item) => ('value' in item ? [item.value as NewPet] : []))
    await pets.lockCategories(trx, valid)
    for (const item of items) {
      try {
        if ('error' in item) throw item.error
        added.push(await pets.create(trx, caller, item.value as NewPet))
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        added.push(error)
      }
    }
    if (body.atomic) checkAll(added)
    return resultsOf(added, requestId)
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
      heeds: ['If-Match'],
      returns: { 200: { description: 'The updated animal.', schema: Pet } },
      errors: [
        ...(['not_owner', 'pet_not_found', 'pet_has_open_order'] as const),
        ...(['invalid_transition', 'precondition_failed'] as const),
      ],
      handle: async (call) => {
        const { params, body, headers } = call
        return resource(await pets.update(call, params.petId, body, headers['if-match']))
      },
    }),

    operation({
      ...shared,
      id: 'deletePet',
      method: 'DELETE',
      path: '/pets/{petId}',
      summary: 'Delete an animal',
      description:
        'Its id is never reused. An animal with an open order cannot be deleted. Only the account that the animal ' +
        'belongs to can delete it.',
      params: PetPath,
      heeds: ['If-Match'],
      returns: { 204: { description: 'Deleted.' } },
      errors: ['not_owner', 'pet_not_found', 'pet_has_open_order', 'precondition_failed'],
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
      body: PetBatch,
      cost: ({ body }) => Math.ceil((body as PetBatch).pets.length / ANIMALS_A_REQUEST),
      heeds: ['Idempotency-Key'],
      returns: { 200: { description: 'The result for each animal.', schema: PetBatchResults } },
      handle: (call) =>
        idempotency.once(
          call,
          call.caller,
          async (trx) => {
            const results = await addAll(trx, call)
            const changedNothing = !results.some((result) => 'pet' in result)
            return { status: 200, body: call.write({ results }), changedNothing }
          },
          { ...call.author, isInBulk: true },
        ),
    }),
  ]
}

/** What became of each. All their issues together are no more than those of one body may be. */
const resultsOf = (added: (Pet | HttpError)[], requestId: string): Result[] => {
  const refused = added.filter((item) => item instanceof HttpError).length
  const mostIssues = Math.max(1, Math.floor(MAX_ISSUES / Math.max(1, refused)))
  return added.map((item) =>
    item instanceof HttpError
      ? { status: item.statusCode, error: errorBody(item, requestId, mostIssues) }
      : { status: 201, pet: item },
  )
}

/** Throws when one of them could not be added. */
const checkAll = (added: (Pet | HttpError)[]): void => {
  const errors: Fault[] = []
  let errorCount = 0
  for (const [place, item] of added.entries()) {
    if (!(item instanceof HttpError)) continue
    errorCount += Math.max(1, item.errorCount)
    if (errors.length < MAX_ISSUES) errors.push(...faultsAt(`pets.${place}`, item))
  }
  if (errors.length === 0) return
  const message = 'The batch has faults, so none of its animals was added; `errors` names them.'
  throw new ApiError('validation_failed', { message, errors, errorCount })
}

const ANIMALS_A_REQUEST = 10

const faultsAt = (place: string, { errors, code, message }: HttpError): Fault[] =>
  (errors ?? [{ field: '', code, message }]).map(({ field, ...fault }) => ({
    field: field ? `${place}.${field}` : place,
    ...fault,
  }))
