import type { Int64 } from './exact-json.ts'
import type { ChangeOptions, PostOptions, ReadOptions } from './options.ts'
import { inPath } from './request.ts'
import type { Call } from './response.ts'
import type {
  NewProfile,
  Profile,
  ProfileBatch,
  ProfileBatchResults,
  ProfilePatch,
} from './schemas.ts'
import type { Send } from './transport.ts'

/** Calls about profiles: what is known of animals beyond their name, category and status. */
export type ProfileCalls = ReturnType<typeof profileCalls>

export const profileCalls = (send: Send) => ({
  /** The profile of an animal. Throws `pet_not_found`. */
  get: (petId: Int64, options?: ReadOptions): Call<Profile> =>
    send({ operation: 'getProfile', path: path(petId) }, options),

  /** Replaces it: what is left out becomes unknown. Throws `pet_not_found`, `not_owner`, `precondition_failed`. */
  put: (petId: Int64, profile: NewProfile, options?: ChangeOptions): Call<Profile> =>
    send({ operation: 'putProfile', method: 'PUT', path: path(petId), body: profile }, options),

  /** Changes what is given. Throws `pet_not_found`, `not_owner`, `precondition_failed`. */
  update: (petId: Int64, patch: ProfilePatch, options?: ChangeOptions): Call<Profile> =>
    send({ operation: 'updateProfile', method: 'PATCH', path: path(petId), body: patch }, options),

  /** Updates up to 100, each as `update` does. Without `atomic` each has its own result. With it, one fault rejects all. */
  batch: (batch: ProfileBatch, options?: PostOptions): Call<ProfileBatchResults> =>
    send(
      { operation: 'updateProfiles', method: 'POST', path: '/profiles:batch', body: batch },
      options,
    ),
})

const path = (petId: Int64): string => `/pets/${inPath(petId)}/profile`
