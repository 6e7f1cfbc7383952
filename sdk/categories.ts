import type { Int64 } from './exact-json.ts'
import type { ChangeOptions, ListOptions, ReadOptions } from './options.ts'
import { type List, list } from './page.ts'
import { inPath } from './request.ts'
import type { Call } from './response.ts'
import type { Category, CategoryPatch, NewCategory, PageQuery, PetCounts, SpeciesCategory } from './schemas.ts'
import type { Send } from './transport.ts'

/** Calls for categories, which are names for the `categoryId`s of animals. */
export type CategoryCalls = ReturnType<typeof categoryCalls>

export const categoryCalls = (send: Send) => ({
  /** Lists the categories that have a name or animals. Awaitable, and iterable over all pages. */
  list: (query?: PageQuery, options?: ListOptions): List<Category> =>
    list(send, { operation: 'listCategories', path: '/categories', query }, options),

  /** Lists the species, each with the category for its animals. */
  species: (options?: ReadOptions): Call<SpeciesCategory[]> =>
    send({ operation: 'listSpecies', path: '/species' }, options),

  /** Gets a category. Throws `category_not_found`. */
  get: (id: Int64, options?: ReadOptions): Call<Category> =>
    send({ operation: 'getCategory', path: path(id) }, options),

  /** Sets a category's name. */
  put: (id: Int64, category: NewCategory, options?: ChangeOptions): Call<Category> =>
    send({ operation: 'putCategory', method: 'PUT', path: path(id), body: category }, options),

  /** Changes the given fields. Throws `category_not_found`, `precondition_failed`. */
  update: (id: Int64, patch: CategoryPatch, options?: ChangeOptions): Call<Category> =>
    send({ operation: 'updateCategory', method: 'PATCH', path: path(id), body: patch }, options),

  /** Removes a category's name. Throws `category_not_found`, `category_in_use`, `precondition_failed`. */
  remove: (id: Int64, options?: ChangeOptions): Call<void> =>
    send({ operation: 'deleteCategory', method: 'DELETE', path: path(id) }, options),
})

const path = (id: Int64): string => `/categories/${inPath(id)}`

/** Calls to count animals. */
export type InventoryCalls = ReturnType<typeof inventoryCalls>

export const inventoryCalls = (send: Send) => ({
  /** Counts animals by status, in total or in one category. */
  get: (query?: { categoryId?: Int64 }, options?: ReadOptions): Call<PetCounts> =>
    send({ operation: 'getInventory', path: '/store/inventory', query }, options),
})
