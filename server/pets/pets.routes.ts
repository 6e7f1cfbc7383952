import type { AccountsService } from '../accounts/accounts.service.ts'
import { type Call, type Operation, operation } from '../api/operation.ts'
import { readPage, wantsTotalCount } from '../api/page.ts'
import { json, type Reply } from '../api/reply.ts'
import { linkHeaders } from '../api/responses.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Idempotency } from '../idempotency/idempotency.service.ts'
import { andThen, type MaybePromise } from '../platform/maybe-promise.ts'
import { DatabaseUnavailable } from '../platform/storage/database.ts'
import {
  NewPet,
  PET_READ_DEPRECATED_MS,
  PET_READ_SUNSET_MS,
  Pet,
  PetPath,
  PetStatus,
  Pets,
} from './pet.ts'
import type { PetChange } from './pet-change.ts'
import { ListPets, readList } from './pet-list.ts'
import { ForAccount, ownerFor } from './pet-owner.ts'
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

/** The operations that were there first: they are stable. */
export const petOperations = ({
  pets,
  accounts,
  catalogue,
  responses,
  idempotency,
}: Deps): Operation[] => {
  const recall = (call: Call): Reply | undefined =>
    responses.find(keyOf(call), catalogue.isCurrent?.(call.decision) !== false)

  /** Makes a response and keeps it for the next who asks the same. */
  const remembered =
    <Params, Query>(make: (call: Call<Params, Query>) => MaybePromise<Made>) =>
    (call: Call<Params, Query, undefined>): MaybePromise<Reply> => {
      const url = keyOf(call)
      const orOld = (error: unknown): Reply => {
        // Nothing that it shows has changed since it was made, or it would not be there any more.
        const old =
          error instanceof DatabaseUnavailable && catalogue.isCurrent?.(call.decision) !== false
            ? responses.findOld(url)
            : undefined
        if (old) return old
        throw error
      }
      try {
        const made = make(call)
        if (!(made instanceof Promise)) return responses.keep({ url, ...made })
        const begun = responses.begin()
        return made.then((later) => responses.keep({ url, ...later }, begun)).catch(orOld)
      } catch (error) {
        return orOld(error)
      }
    }

  return [
    operation({
      id: 'listPets',
      method: 'GET',
      path: '/pets',
      tag: 'animals',
      summary: 'List animals',
      description:
        'Returns a page of animals. For the next page follow the `Link` with `rel="next"`, or send `X-Next-Cursor` as `cursor`.',
      scope: 'pets:read',
      query: ListPets,
      heeds: ['Prefer'],
      returns: { 200: { description: 'A page of animals.', schema: Pets, headers: linkHeaders } },
      errors: ['invalid_cursor'],
      recall,
      handle: remembered((call) => {
        const { filter, descending, key, parameters } = readList(call.query)
        return readPage(call, {
          ...{ list: key, path: '/v1/pets', parameters, shown: { filter, descending } },
          read: (stretch) => pets.list(call.caller, { filter, descending, ...stretch }),
          count: () => pets.count(call.caller, filter),
        })
      }),
    }),

    operation({
      id: 'createPet',
      method: 'POST',
      path: '/pets',
      tag: 'animals',
      summary: 'Add an animal',
      description:
        'The animal belongs to the account of the key, or, for staff, to the oldest account, unless `accountId` names ' +
        'another. With an `Idempotency-Key`, a repeated request adds nothing and returns the first response again.',
      scope: 'pets:write',
      query: ForAccount,
      body: NewPet,
      heeds: ['Idempotency-Key'],
      errors: ['not_owner', 'account_not_found'],
      returns: { 201: { description: 'The new animal, with its id.', schema: Pet } },
      handle: (call) =>
        idempotency.add(call, call.caller, async (trx) => {
          const owner = await ownerFor(call, (id) => accounts.findIn(trx, id))
          const pet = await pets.create(trx, owner, call.body)
          return { status: 201, location: `/v1/pets/${pet.id}`, body: call.write(pet) }
        }),
    }),

    operation({
      id: 'getPet',
      method: 'GET',
      path: '/pets/{petId}',
      tag: 'animals',
      summary: 'Get an animal',
      description:
        'Will be removed on 5 December 2030. Use `GET /pets` with `id` or `status` instead.',
      deprecation: {
        sinceMs: PET_READ_DEPRECATED_MS,
        sunsetMs: PET_READ_SUNSET_MS,
        successor: '/v1/pets',
        docs: '/docs',
      },
      scope: 'pets:read',
      params: PetPath,
      returns: { 200: { description: 'The animal.', schema: Pet } },
      errors: ['pet_not_found'],
      recall,
      handle: remembered((call) => {
        const { petId } = call.params
        return andThen(pets.find(petId), (pet) => {
          if (!pet) throw new ApiError('pet_not_found')
          return { shown: { petId }, reply: json(call.write(pet)) }
        })
      }),
    }),
  ]
}

/** By the URL as it was sent: what differs in spelling only is read once more, and never wrong. */
const keyOf = ({ origin, url, headers }: Call): string =>
  headers.prefer !== undefined && wantsTotalCount({ headers })
    ? `${origin}${url} total`
    : `${origin}${url}`
