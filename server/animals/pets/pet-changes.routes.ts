import { mergePatch } from '../../platform/http/body.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { noContent, resource } from '../../requests/api/reply.ts'
import { Pet, PetPatch, PetPath } from './pet.ts'
import type { PetsService } from './pets.service.ts'

type Deps = { pets: PetsService }

export const petChangeSchemas = [PetPatch]

const shared = { tag: 'animals', stability: 'stable', scope: 'pets:write' } as const

/** Updating and deleting one animal. */
export const petChangeOperations = ({ pets }: Deps): Operation[] => {
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
      mediaTypes: mergePatch,
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
        'An animal with an open order cannot be deleted. Only the account that the animal belongs to can delete it. ' +
        'The id is never reused.',
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
  ]
}
