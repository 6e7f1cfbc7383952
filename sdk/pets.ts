import type { Int64 } from './exact-json.ts'
import type { ChangeOptions, ListOptions, PostOptions, ReadOptions } from './options.ts'
import { type List, list } from './page.ts'
import { inPath } from './request.ts'
import type { Call } from './response.ts'
import type {
  HistoryEntry,
  NewPet,
  PageQuery,
  Pet,
  PetBatch,
  PetBatchResults,
  PetPatch,
  PetQuery,
  PetUpdateBatch,
} from './schemas.ts'
import type { Send } from './transport.ts'

/** Calls for animals. */
export type PetCalls = ReturnType<typeof petCalls>

export const petCalls = (send: Send) => ({
  /**
   * Lists animals, filtered by status, ids, category or the start of their name. Awaitable, and iterable over all
   * pages.
   */
  list: (query?: PetQuery, options?: ListOptions): List<Pet> =>
    list(send, { operation: 'listPets', path: '/pets', query }, options),

  /** Adds an animal. Retries never add it twice. */
  create: (pet: NewPet, options?: PostOptions): Call<Pet> =>
    send({ operation: 'createPet', method: 'POST', path: '/pets', body: pet }, options),

  /** Adds up to 100 animals. Without `atomic`, each has its own result; with it, one invalid animal rejects all. */
  batch: (batch: PetBatch, options?: PostOptions): Call<PetBatchResults> =>
    send({ operation: 'createPets', method: 'POST', path: '/pets:batch', body: batch }, options),

  /** Updates up to 100 animals. Without `atomic`, each has its own result; with it, one rejected change rejects all. */
  updateBatch: (batch: PetUpdateBatch, options?: PostOptions): Call<PetBatchResults> =>
    send({ operation: 'updatePets', method: 'PATCH', path: '/pets:batch', body: batch }, options),

  /**
   * Gets an animal. Throws `pet_not_found`.
   * @deprecated The service removes this operation on 5 December 2030 (docs/guides/deprecated-read.md): use
   * `list({ id: [id] })`.
   */
  get: (id: Int64, options?: ReadOptions): Call<Pet> =>
    send({ operation: 'getPet', path: `/pets/${inPath(id)}` }, options),

  /**
   * Changes the given fields. Throws `pet_not_found`, `not_owner`, `invalid_transition`, `pet_has_open_order`,
   * `precondition_failed`.
   */
  update: (id: Int64, patch: PetPatch, options?: ChangeOptions): Call<Pet> =>
    send({ operation: 'updatePet', method: 'PATCH', path: `/pets/${inPath(id)}`, body: patch }, options),

  /**
   * Lists the history of one of your animals, newest first. Awaitable, and iterable over all pages. Throws
   * `pet_not_found`, `not_owner`.
   */
  history: (id: Int64, query?: PageQuery, options?: ListOptions): List<HistoryEntry> =>
    list(send, { operation: 'listHistory', path: `/pets/${inPath(id)}/history`, query }, options),

  /** Deletes an animal. Throws `pet_not_found`, `not_owner`, `pet_has_open_order`, `precondition_failed`. */
  remove: (id: Int64, options?: ChangeOptions): Call<void> =>
    send({ operation: 'deletePet', method: 'DELETE', path: `/pets/${inPath(id)}` }, options),
})
