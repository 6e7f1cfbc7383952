import { hash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import type { AccountsService } from '../../accounts/accounts/accounts.service.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts'
import { DatabaseUnavailable } from '../../platform/storage/database.ts'
import { type Call, type Operation, operation } from '../../requests/api/operation.ts'
import { idPageParameters, readPage, wantsTotalCount } from '../../requests/api/page.ts'
import { json, type Reply } from '../../requests/api/reply.ts'
import { linkHeaders } from '../../requests/api/responses.ts'
import type { Idempotency } from '../../requests/idempotency/idempotency.service.ts'
import { petError } from './pet.errors.ts'
import {
  ForAccount,
  NewPet,
  ownerFor,
  PET_READ_DEPRECATED_MS,
  PET_READ_SUNSET_MS,
  Pet,
  type PetFilter,
  PetPath,
  PetStatus,
  Pets,
  petSorts,
} from './pet.ts'
import type { PetChange } from './pet-change.ts'
import type { Made, PetResponses } from './pet-responses.ts'
import type { Catalogue, PetsService } from './pets.service.ts'

type Deps = {
  pets: PetsService
  accounts: Pick<AccountsService, 'findIn'>
  catalogue: Pick<Catalogue, 'isCurrent'>
  responses: PetResponses
  idempotency: Idempotency<PetChange>
}

export const petSchemas = [PetStatus, NewPet, Pet, Pets]

/** The parameters of the list of animals. */
const ListPets = Type.Object(
  {
    limit: idPageParameters.limit,
    status: Type.Optional(
      Type.Unsafe<PetStatus>({ $ref: 'PetStatus#', description: 'Only animals with this status.' }),
    ),
    cursor: idPageParameters.cursor,
    after: idPageParameters.after,
    id: Type.Optional(
      Type.Array(Int64(), {
        minItems: 1,
        maxItems: 100,
        description: 'Only animals with these ids, repeated (`id=1&id=2`) or separated by commas.',
      }),
    ),
    categoryId: Type.Optional(Int64({ description: 'Only animals of this category.' })),
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Name starts with, ignoring case.',
      }),
    ),
    sort: Type.Optional(
      Type.Unsafe<PetSort>(
        Type.Enum([...petSorts], {
          default: 'id',
          description: 'Oldest (`id`) or newest (`-id`) first.',
        }),
      ),
    ),
  },
  { additionalProperties: false },
)
type PetSort = (typeof petSorts)[number]
type ListPets = Static<typeof ListPets>

/** The original operations, which are stable. */
export const petOperations = ({ pets, accounts, catalogue, responses, idempotency }: Deps): Operation[] => {
  const recall = (call: Call): Reply | undefined =>
    responses.find(keyOf(call), catalogue.isCurrent?.(call.decision) !== false)

  /** Creates a response and caches it. */
  const cached =
    <Params, Query>(make: (call: Call<Params, Query>) => MaybePromise<Made>) =>
    (call: Call<Params, Query, undefined>): MaybePromise<Reply> => {
      const key = keyOf(call)
      const orOld = (error: unknown): Reply => {
        // Nothing that it shows has changed since, or it would not be cached any more.
        const old =
          error instanceof DatabaseUnavailable && catalogue.isCurrent?.(call.decision) !== false
            ? responses.findOld(key)
            : undefined
        if (old) return old
        throw error
      }
      try {
        const made = make(call)
        if (!(made instanceof Promise)) return responses.set({ ...key, ...made })
        const begun = responses.begin()
        return made.then((later) => responses.set({ ...key, ...later }, begun)).catch(orOld)
      } catch (error) {
        return orOld(error)
      }
    }

  return [
    operation({
      id: 'listPets',
      stability: 'stable',
      method: 'GET',
      path: '/pets',
      tag: 'animals',
      summary: 'List animals',
      description:
        'Returns a page of animals. For the next page follow the `Link` with `rel="next"`, or send `X-Next-Cursor` as `cursor`.',
      scope: 'pets:read',
      query: ListPets,
      requestHeaders: ['Prefer'],
      returns: { 200: { description: 'A page of animals.', schema: Pets, headers: linkHeaders } },
      errors: ['invalid_cursor'],
      guide: { name: 'paging', about: 'Pages, cursors, filters and sorting' },
      example: {
        query: { status: 'available', limit: '20' },
        client: `for await (const pet of store.pets.list({ status: 'available' })) console.log(pet.name)`,
      },
      recall,
      handle: cached((call) =>
        readPage(call, {
          path: '/v1/pets',
          read: pets.list,
          count: pets.count,
          ...readList(call.query),
        }),
      ),
    }),

    operation({
      id: 'createPet',
      stability: 'stable',
      method: 'POST',
      path: '/pets',
      tag: 'animals',
      summary: 'Add an animal',
      description:
        'The animal belongs to the account of the key or, for staff, to the oldest account, unless `accountId` names ' +
        'another. With an `Idempotency-Key`, a repeated request adds nothing and returns the first response again.',
      scope: 'pets:write',
      query: ForAccount,
      body: NewPet,
      requestHeaders: ['Idempotency-Key'],
      errors: ['not_owner', 'account_not_found'],
      returns: { 201: { description: 'The new animal, with its id.', schema: Pet } },
      guide: { name: 'idempotency', about: 'Add it once, however often you retry' },
      example: {
        body: { name: 'Biscuit', categoryId: 7 },
        client: `const pet = await store.pets.create({ name: 'Biscuit', categoryId: 7 })\nconsole.log(pet.id)`,
      },
      handle: (call) =>
        idempotency.add(call, call.caller, async (trx) => {
          const owner = await ownerFor(call, (id) => accounts.findIn(trx, id))
          const pet = await pets.create(trx, owner, call.body)
          return { status: 201, location: `/v1/pets/${pet.id}`, body: call.write(pet) }
        }),
    }),

    operation({
      id: 'getPet',
      stability: 'stable',
      method: 'GET',
      path: '/pets/{petId}',
      tag: 'animals',
      summary: 'Get an animal',
      description: 'Will be removed on 5 December 2030. Use `GET /pets` with `id` or `status` instead.',
      deprecation: {
        sinceMs: PET_READ_DEPRECATED_MS,
        sunsetMs: PET_READ_SUNSET_MS,
        successor: '/v1/pets',
        docs: '/docs/guides/deprecated-read',
      },
      scope: 'pets:read',
      params: PetPath,
      returns: { 200: { description: 'The animal.', schema: Pet } },
      errors: ['pet_not_found'],
      guide: { name: 'deprecated-read', about: 'The replacement' },
      example: {
        path: { petId: '1' },
        client: `// Deprecated: this is its successor.\nconst [pet] = (await store.pets.list({ id: [1] })).items\nconsole.log(pet)`,
      },
      recall,
      handle: cached((call) => {
        const { petId } = call.params
        return andThen(pets.find(petId), (pet) => {
          if (!pet) throw petError('pet_not_found')
          return { shown: { petId }, reply: json(call.write(pet)) }
        })
      }),
    }),
  ]
}

/** The URL as sent: another spelling only causes another read. */
const keyOf = ({ origin, url, headers }: Call) => {
  const isCounted = headers.prefer !== undefined && wantsTotalCount({ headers })
  return { url: isCounted ? `${url} total` : url, origin }
}

/** The list of a request, independent of spelling, page and limit. */
type List = {
  shown: { filter: PetFilter; descending: boolean }
  /** Returns the scope of a cursor: the same filters in the same order give the same text. */
  list: string
  /** The parameters of the next page's link. */
  parameters: Record<string, string>
}

const readList = ({ id, status, categoryId, name, sort = 'id' }: ListPets): List => {
  const filter: PetFilter = {}
  const parameters: Record<string, string> = {}
  if (status) filter.status = parameters.status = status
  if (id) {
    filter.ids = id
    parameters.id = id.join(',')
  }
  if (categoryId !== undefined) {
    filter.categoryId = categoryId
    parameters.categoryId = String(categoryId)
  }
  if (name !== undefined) filter.namePrefix = parameters.name = name
  if (sort !== 'id') parameters.sort = sort
  const filters = [id?.map(String) ?? null, status ?? null, parameters.categoryId ?? null]
  const list = hash('sha256', JSON.stringify([...filters, name ?? null, sort]), 'base64url')
  return { shown: { filter, descending: sort === '-id' }, list, parameters }
}
