import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Caller } from '../api-keys/api-keys.service.ts'
import { mergePatch } from '../platform/http/body.ts'
import { ApiError, errorBody, type Fault, MAX_ISSUES } from '../platform/http/errors.ts'
import { sendResource } from '../platform/http/etag.ts'
import type { Idempotency } from '../platform/http/idempotency.ts'
import {
  bodyErrors,
  etagHeader,
  idempotencyErrors,
  noContent,
  success,
} from '../platform/http/responses.ts'
import { serialize } from '../platform/http/serialize.ts'
import type { Trx } from '../platform/storage/database.ts'
import { type NewPet, type Pet, PetBatch, PetBatchResults, PetPatch, PetPath } from './pet.ts'
import type { PetsService } from './pets.service.ts'

type Deps = { pets: PetsService; idempotency: Idempotency }

type Result = PetBatchResults['results'][number]

/** Changing and removing animals, and adding many at once. */
export const petChangeRoutes = (app: FastifyInstance, { pets, idempotency }: Deps): void => {
  for (const schema of [PetPatch, PetBatch, PetBatchResults]) app.addSchema(schema)

  app.patch<{ Params: { petId: bigint }; Body: PetPatch }>(
    '/pets/:petId',
    {
      config: {
        scope: 'pets:write',
        headers: ['If-Match'],
        errors: [
          ...bodyErrors,
          'pet_not_found',
          'pet_has_open_order',
          'invalid_transition',
          'precondition_failed',
        ],
      },
      schema: {
        operationId: 'updatePet',
        tags: ['animals'],
        summary: 'Change an animal',
        description:
          'Changes what is sent and leaves the rest. Moves: available to pending or sold, pending to available or ' +
          'sold, sold to available. While an order for it is open, the order moves its status.',
        'x-stability': 'beta',
        consumes: mergePatch,
        params: PetPath,
        body: Type.Ref('PetPatch#'),
        response: { 200: success('The animal as it is now.', Type.Ref('Pet#'), etagHeader) },
      },
    },
    async ({ params: { petId }, body, headers }, reply) => {
      return sendResource(reply, await pets.update(petId, body, headers['if-match']))
    },
  )

  app.delete<{ Params: { petId: bigint } }>(
    '/pets/:petId',
    {
      config: {
        scope: 'pets:write',
        headers: ['If-Match'],
        errors: ['pet_not_found', 'pet_has_open_order', 'precondition_failed'],
      },
      schema: {
        operationId: 'deletePet',
        tags: ['animals'],
        summary: 'Remove an animal',
        description: 'Its id is never given again. An animal with an open order stays.',
        'x-stability': 'beta',
        params: PetPath,
        response: { 204: noContent('It is gone.') },
      },
    },
    async ({ params: { petId }, headers }, reply) => {
      await pets.remove(petId, headers['if-match'])
      return reply.code(204).send()
    },
  )

  app.post<{ Body: PetBatch }>(
    '/pets::batch',
    {
      config: {
        scope: 'pets:write',
        cost: batchCost,
        headers: ['Idempotency-Key'],
        errors: [...bodyErrors, ...idempotencyErrors],
      },
      schema: {
        operationId: 'createPets',
        tags: ['animals'],
        summary: 'Add many animals',
        description:
          'Up to 100 animals in one request. Each has its own result, in their order; with `atomic` all are added ' +
          'or none. Counts as one request for each ten animals begun: 100 animals as ten. If your limits have not that ' +
          'much left, the response is 429, no animal is added, and only the one request is counted. A batch that costs ' +
          'more than a whole limit takes all of it.',
        'x-stability': 'beta',
        body: Type.Ref('PetBatch#'),
        response: {
          200: success('What became of each.', Type.Ref('PetBatchResults#'), etagHeader),
        },
      },
    },
    (request, reply) =>
      idempotency.once(request, reply, request.caller as Caller, async (trx) => {
        const results = await addAll(trx, request)
        const body = serialize(reply, 200, { results })
        return { status: 200, body, changedNothing: !results.some((result) => 'pet' in result) }
      }),
  )

  const addAll = async (
    trx: Trx,
    request: FastifyRequest<{ Body: PetBatch }>,
  ): Promise<Result[]> => {
    const added: (Pet | ApiError)[] = []
    const items = request.body.pets.map((item) => checked(request, item))
    await pets.lockCategories(
      trx,
      items.flatMap((item) => ('value' in item ? [item.value] : [])),
    )
    for (const item of items) {
      try {
        if ('error' in item) throw item.error
        added.push(await pets.create(trx, item.value))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        added.push(error)
      }
    }
    if (request.body.atomic) checkAll(added)
    return resultsOf(added, request.id)
  }
}

/** What became of each. All their issues together are no more than those of one body may be. */
const resultsOf = (added: (Pet | ApiError)[], requestId: string): Result[] => {
  const refused = added.filter((item) => item instanceof ApiError).length
  const mostIssues = Math.max(1, Math.floor(MAX_ISSUES / Math.max(1, refused)))
  return added.map((item) =>
    item instanceof ApiError
      ? { status: item.statusCode, error: errorBody(item, requestId, mostIssues) }
      : { status: 201, pet: item },
  )
}

/** Throws when one of them could not be added. */
const checkAll = (added: (Pet | ApiError)[]): void => {
  const errors: Fault[] = []
  let errorCount = 0
  for (const [place, item] of added.entries()) {
    if (!(item instanceof ApiError)) continue
    errorCount += Math.max(1, item.errorCount)
    if (errors.length < MAX_ISSUES) errors.push(...faultsAt(`pets.${place}`, item))
  }
  if (errors.length === 0) return
  const message = 'The batch has faults, so none of its animals was added; `errors` names them.'
  throw new ApiError('validation_failed', { message, errors, errorCount })
}

/** What a batch counts as, in requests. */
const batchCost = ({ body }: FastifyRequest): number =>
  Math.ceil((body as PetBatch).pets.length / ANIMALS_A_REQUEST)

const ANIMALS_A_REQUEST = 10

/** The item, checked as the body of a single creation is. */
const checked = (request: FastifyRequest, item: unknown): Checked => {
  const check = request.compileValidationSchema(itemSchema) as unknown as (
    document: object,
  ) => Checked
  return check({ value: item, duplicates: [] })
}

/** One object for all: the validator of a schema is made once, and found by the schema itself. */
const itemSchema = { $ref: 'NewPet#' }

type Checked = { value: NewPet } | { error: ApiError }

const faultsAt = (place: string, { errors, code, message }: ApiError): Fault[] =>
  (errors ?? [{ field: '', code, message }]).map(({ field, ...fault }) => ({
    field: field ? `${place}.${field}` : place,
    ...fault,
  }))
