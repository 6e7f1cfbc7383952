import { Type } from 'typebox'
import { mergePatch } from '../../platform/http/body.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { idPageParameters, listPage } from '../../requests/api/page.ts'
import { json, noContent, resource } from '../../requests/api/reply.ts'
import { linkHeaders } from '../../requests/api/responses.ts'
import { species } from '../profiles/profile-values.ts'
import type { CategoriesService } from './categories.service.ts'
import { categoryError } from './category.errors.ts'
import { Category, CategoryPatch, NewCategory, PetCounts, SpeciesCategory } from './category.ts'

const ListCategories = Type.Object(idPageParameters, { additionalProperties: false })

const Inventory = Type.Object(
  { categoryId: Type.Optional(Int64({ description: 'Only animals of this category.' })) },
  { additionalProperties: false },
)

const CategoryPath = Type.Object(
  { categoryId: Int64({ description: 'The `categoryId` of its animals.' }) },
  { 'x-not-found': 'category_not_found' },
)

export const categorySchemas = [PetCounts, Category, NewCategory, CategoryPatch, SpeciesCategory]

const shared = { tag: 'Categories', stability: 'stable' } as const
const asItIsNow = { description: 'The updated category.', schema: Category }

export const categoryOperations = (categories: CategoriesService): Operation[] => [
  operation({
    ...shared,
    id: 'listCategories',
    method: 'GET',
    path: '/categories',
    summary: 'List categories',
    description: 'Returns every category that has a name or animals, ordered by id.',
    scope: 'pets:read',
    query: ListCategories,
    requestHeaders: ['Prefer'],
    returns: {
      200: {
        description: 'A page of categories.',
        schema: Type.Array(Category),
        headers: linkHeaders,
      },
    },
    errors: ['invalid_cursor'],
    example: {
      client: `for await (const category of store.categories.list()) console.log(category.name)`,
    },
    handle: (call) =>
      listPage(call, {
        list: 'categories',
        path: '/v1/categories',
        read: (page) => categories.list(call.caller, page),
        count: () => categories.count(call.caller),
      }),
  }),

  operation({
    ...shared,
    stability: 'beta',
    id: 'listSpecies',
    method: 'GET',
    path: '/species',
    summary: 'List species and their categories',
    description:
      'Returns each species with the category for its animals. These categories exist from the start, so that a new ' +
      'store has one for its first animal.',
    returns: {
      200: {
        description: 'All species.',
        schema: Type.Array(SpeciesCategory, { maxItems: species.length }),
      },
    },
    example: {
      client: `for (const { species, categoryId } of await store.categories.species()) console.log(species, categoryId)`,
    },
    handle: async () => {
      const found = await categories.listSpecies()
      return json(stringifyJson(found))
    },
  }),

  operation({
    ...shared,
    id: 'getCategory',
    method: 'GET',
    path: '/categories/{categoryId}',
    summary: 'Get a category',
    description: 'Returns its name, if it has one, and how many animals of each status belong to it.',
    scope: 'pets:read',
    params: CategoryPath,
    returns: { 200: { description: 'The category.', schema: Category } },
    errors: ['category_not_found'],
    example: {
      path: { categoryId: '7' },
      client: `const category = await store.categories.get(7)\nconsole.log(category.petCounts)`,
    },
    handle: async ({ params: { categoryId } }) => {
      const category = await categories.find(categoryId)
      if (!category) throw categoryError('category_not_found')
      return resource(category)
    },
  }),

  operation({
    ...shared,
    id: 'putCategory',
    method: 'PUT',
    path: '/categories/{categoryId}',
    summary: 'Name a category',
    description:
      'Sets the name of a `categoryId`, whether or not animals already use it. All accounts share these names. Once ' +
      "a category has a name, only staff and keys of the store's oldest account can change it (`not_owner`).",
    scope: 'categories:write',
    params: CategoryPath,
    body: NewCategory,
    requestHeaders: ['If-Match'],
    returns: {
      200: asItIsNow,
      201: { description: 'The new category.', schema: Category },
    },
    errors: ['account_unreviewed', 'category_not_found', 'not_owner', 'precondition_failed'],
    example: {
      path: { categoryId: '7' },
      body: { name: 'Dogs' },
      client: `await store.categories.put(7, { name: 'Dogs' })`,
    },
    handle: async (call) => {
      const { categoryId } = call.params
      const ifMatch = call.headers['if-match']
      const { category, isNew } = await categories.put(call, categoryId, call.body, ifMatch)
      if (!isNew) return resource(category)
      return resource(category, {
        status: 201,
        headers: ['location', `/v1/categories/${categoryId}`],
      })
    },
  }),

  operation({
    ...shared,
    id: 'updateCategory',
    method: 'PATCH',
    path: '/categories/{categoryId}',
    summary: 'Update a category',
    description: 'Changes the given fields. Animals stay in the category.',
    scope: 'categories:write',
    params: CategoryPath,
    body: CategoryPatch,
    mediaTypes: mergePatch,
    requestHeaders: ['If-Match'],
    returns: { 200: asItIsNow },
    errors: ['account_unreviewed', 'category_not_found', 'not_owner', 'precondition_failed'],
    example: {
      path: { categoryId: '7' },
      body: { name: 'Dogs and puppies' },
      client: `await store.categories.update(7, { name: 'Dogs and puppies' })`,
    },
    handle: async (call) =>
      resource(await categories.update(call, call.params.categoryId, call.body, call.headers['if-match'])),
  }),

  operation({
    ...shared,
    id: 'deleteCategory',
    method: 'DELETE',
    path: '/categories/{categoryId}',
    summary: 'Delete a category',
    description: 'Fails with `category_in_use` while animals belong to the category.',
    scope: 'categories:write',
    params: CategoryPath,
    requestHeaders: ['If-Match'],
    returns: { 204: { description: 'Deleted.' } },
    errors: [
      ...(['account_unreviewed', 'not_owner', 'category_not_found'] as const),
      ...(['category_in_use', 'precondition_failed'] as const),
    ],
    example: { path: { categoryId: '7' }, client: `await store.categories.remove(7)` },
    handle: async (call) => {
      await categories.remove(call, call.params.categoryId, call.headers['if-match'])
      return noContent
    },
  }),

  operation({
    id: 'getInventory',
    method: 'GET',
    path: '/store/inventory',
    tag: 'Store',
    stability: 'stable',
    summary: 'Count animals by status',
    description: 'Counts all animals of the store, or only those of one category.',
    scope: 'pets:read',
    query: Inventory,
    returns: { 200: { description: 'The counts.', schema: PetCounts } },
    example: {
      client: `const inventory = await store.inventory.get()\nconsole.log(inventory.available)`,
    },
    handle: async ({ caller, query: { categoryId } }) => {
      const counts = await categories.inventory(caller, categoryId)
      return resource(counts)
    },
  }),
]
