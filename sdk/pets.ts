import type { Int64 } from './exact-json.ts'
import type { NewPet, Pet, PetBatch, PetBatchResults } from './openapi.gen.ts'
import type { PostOptions, ReadOptions } from './options.ts'
import { inPath } from './request.ts'
import type { Resources } from './resources.gen.ts'
import type { Call } from './response.ts'
import type { Send } from './transport.ts'

/** Calls for animals. */
export type PetCalls = Resources['pets'] & ReturnType<typeof petCalls>

export const petCalls = (send: Send) => ({
  /** Adds an animal. Retries never add it twice. */
  create: (pet: NewPet, options?: PostOptions): Call<Pet> =>
    send({ operation: 'createPet', method: 'POST', path: '/pets', body: pet }, options),

  /** Adds up to 100 animals. Without `atomic`, each has its own result; with it, one invalid animal rejects all. */
  batch: (batch: PetBatch, options?: PostOptions): Call<PetBatchResults> =>
    send({ operation: 'createPets', method: 'POST', path: '/pets:batch', body: batch }, options),

  /**
   * Gets an animal. Throws `pet_not_found`.
   * @deprecated The service removes this operation on 5 December 2030 (docs/guides/deprecated-read.md): use
   * `list({ id: [id] })`.
   */
  get: (id: Int64, options?: ReadOptions): Call<Pet> =>
    send({ operation: 'getPet', path: `/pets/${inPath(id)}` }, options),
})
