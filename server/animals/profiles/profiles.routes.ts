import { mergePatch } from '../../platform/http/body.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import type { Trx } from '../../platform/storage/database.ts'
import { batchCost, batchResults, type Checked, checkAll, eachItem } from '../../requests/api/batch.ts'
import { type Call, type Operation, operation } from '../../requests/api/operation.ts'
import { resource } from '../../requests/api/reply.ts'
import type { Idempotency } from '../../requests/idempotency/idempotency.service.ts'
import { PetPath } from '../pets/pet.ts'
import { enumSchemas } from './enum-schemas.ts'
import {
  type BatchedProfile,
  BatchedProfileSchema,
  NewProfile,
  type ProfileBatch,
  ProfileBatchResults,
  ProfileBatchSchema,
  type ProfileChange,
  ProfilePatchSchema,
  ProfileSchema,
  PublicProfileSchema,
} from './profile.ts'
import type { ProfilesService } from './profiles.service.ts'

type Deps = {
  profiles: ProfilesService
  idempotency: Idempotency<ProfileChange>
  /** Validates one profile of a batch. */
  checkProfile: (document: { value: unknown; duplicates: string[] }) => Checked
}

export const profileSchemas = [
  ...enumSchemas,
  ProfileSchema,
  PublicProfileSchema,
  NewProfile,
  ProfilePatchSchema,
  BatchedProfileSchema,
  ProfileBatchSchema,
  ProfileBatchResults,
]

const shared = { tag: 'Profiles', stability: 'stable' } as const
const updated = { description: 'The updated profile.', schema: ProfileSchema }
const editErrors = ['not_owner', 'pet_not_found', 'precondition_failed'] as const
const noneUpdated = 'The batch is invalid, so no profile was updated; see `errors`.'

/** The request body of the code samples. */
const described = { species: 'dog', sex: 'female', goodWith: { children: true } }

export const profileOperations = ({ profiles, idempotency, checkProfile }: Deps): Operation[] => {
  const updateAll = async (
    trx: Trx<ProfileChange>,
    { body, caller, requestId }: Call<unknown, unknown, ProfileBatch>,
  ) => {
    const items = body.profiles.map((value) => checkProfile({ value, duplicates: [] }))
    // The schema of such a profile has been checked.
    const valid = items.flatMap((item) => ('value' in item ? [item.value as BatchedProfile] : []))
    await profiles.lockPets(trx, valid)
    if (body.atomic) {
      // Checked before any write, as a failure would rerun other changes in the same transaction.
      const checkedItems = await eachItem(items, (value) => profiles.check(trx, caller, value as BatchedProfile))
      checkAll(checkedItems, 'profiles', noneUpdated)
    }
    const updatedProfiles = await eachItem(items, (value) => profiles.update(trx, caller, value as BatchedProfile))
    if (body.atomic) checkAll(updatedProfiles, 'profiles', noneUpdated)
    return batchResults(updatedProfiles, requestId, (profile) => ({ status: 200, profile }))
  }

  return [
    operation({
      ...shared,
      id: 'getProfile',
      method: 'GET',
      path: '/pets/{petId}/profile',
      summary: "Get an animal's profile",
      description:
        'Returns the profile of an animal; `null` is unknown. An animal without a profile returns one in ' +
        'which everything is unknown. Other accounts see a draft the same way, and never see `externalId`, ' +
        '`microchip` and `intakeDate`.',
      scope: 'pets:read',
      params: PetPath,
      returns: { 200: { description: 'The profile.', schema: ProfileSchema } },
      errors: ['pet_not_found'],
      example: {
        path: { petId: '1' },
        client: `const profile = await store.profiles.get(1)\nconsole.log(profile.species)`,
      },
      handle: async ({ params: { petId }, caller }) => {
        const profile = await profiles.get(caller, petId)
        return resource(profile)
      },
    }),

    operation({
      ...shared,
      id: 'putProfile',
      method: 'PUT',
      path: '/pets/{petId}/profile',
      summary: "Replace an animal's profile",
      description:
        'Omitted values become unknown, and a profile without `published: true` becomes a draft. Publishing ' +
        'requires `species`. Only the account that the animal belongs to can do this.',
      scope: 'pets:write',
      params: PetPath,
      body: NewProfile,
      bodyIssues: (body) => profiles.bodyIssues(body, false),
      requestHeaders: ['If-Match'],
      returns: { 200: updated },
      errors: editErrors,
      example: {
        path: { petId: '1' },
        body: { published: true, ...described },
        client: `await store.profiles.put(1, {\n  published: true,\n  species: 'dog',\n  sex: 'female',\n  goodWith: { children: true },\n})`,
      },
      handle: async (call) => {
        const { params, body: given, headers } = call
        const edit = { ...params, given, isPatch: false, ifMatch: headers['if-match'] }
        return resource(await profiles.edit(call, edit))
      },
    }),

    operation({
      ...shared,
      id: 'updateProfile',
      method: 'PATCH',
      path: '/pets/{petId}/profile',
      summary: "Update an animal's profile",
      description:
        'Changes only the given fields (RFC 7396). `breeds`, `goodWith` and `fee` are merged field by field, lists ' +
        'are replaced, and `null` makes a value unknown. Only the account that the animal belongs to can do this.',
      scope: 'pets:write',
      params: PetPath,
      body: ProfilePatchSchema,
      bodyIssues: (body) => profiles.bodyIssues(body, true),
      mediaTypes: mergePatch,
      requestHeaders: ['If-Match'],
      returns: { 200: updated },
      errors: editErrors,
      example: {
        path: { petId: '1' },
        body: { goodWith: { cats: false } },
        client: `await store.profiles.update(1, { goodWith: { cats: false } })`,
      },
      handle: async (call) => {
        const { params, body: given, headers } = call
        const edit = { ...params, given, isPatch: true, ifMatch: headers['if-match'] }
        return resource(await profiles.edit(call, edit))
      },
    }),

    operation({
      ...shared,
      id: 'updateProfiles',
      method: 'POST',
      path: '/profiles:batch',
      summary: 'Update many profiles',
      description:
        'Updates the profiles of up to 100 animals in one request, each like `PATCH /v1/pets/{petId}/profile`: ' +
        'omitted fields stay unchanged. Results are in the same order; with `atomic`, all are updated or none. A ' +
        'batch of n profiles counts as n/10 requests, rounded up.',
      scope: 'pets:write',
      body: ProfileBatchSchema,
      cost: ({ body }) => batchCost((body as ProfileBatch).profiles.length),
      requestHeaders: ['Idempotency-Key'],
      returns: {
        200: { description: 'The result for each profile.', schema: ProfileBatchResults },
      },
      example: {
        body: { profiles: [{ petId: 1, published: true, ...described }] },
        client: `const { results } = await store.profiles.batch({\n  profiles: [{ petId: 1, published: true, species: 'dog', goodWith: { children: true } }],\n})\nconsole.log(results)`,
      },
      handle: (call) =>
        idempotency.once(
          call,
          call.caller,
          async (trx) => {
            const results = await updateAll(trx, call)
            const changedNothing = !results.some((result) => 'profile' in result)
            if (!changedNothing) {
              trx.record({ kind: 'profiles changed in bulk', accountId: call.caller.accountId })
            }
            return { status: 200, body: stringifyJson({ results }), changedNothing }
          },
          { ...call.author, isInBulk: true },
        ),
    }),
  ]
}
