import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Caller } from '../api-keys/api-keys.service.ts'
import { mergePatch } from '../platform/http/body.ts'
import { ApiError } from '../platform/http/errors.ts'
import { sendResource } from '../platform/http/etag.ts'
import { Int64 } from '../platform/http/int64.ts'
import type { Origin } from '../platform/http/origin.ts'
import { pageParameters, readPage, sendPage } from '../platform/http/paging.ts'
import {
  bodyErrors,
  etagHeader,
  linkHeaders,
  noContent,
  success,
} from '../platform/http/responses.ts'
import type { CategoriesService } from './categories.service.ts'
import { Category, CategoryPatch, NewCategory, PetCounts } from './category.ts'

type Deps = { categories: CategoriesService; origin: Origin }

const ListCategories = Type.Object(pageParameters, { additionalProperties: false })

const Inventory = Type.Object(
  { categoryId: Type.Optional(Int64({ description: 'Only animals of this category.' })) },
  { additionalProperties: false },
)

const CategoryPath = Type.Object(
  { categoryId: Int64({ description: 'The `categoryId` of its animals.' }) },
  { 'x-not-found': 'category_not_found' },
)
type CategoryPath = { Params: { categoryId: bigint } }

export const categoryRoutes = (app: FastifyInstance, { categories, origin }: Deps): void => {
  for (const schema of [PetCounts, Category, NewCategory, CategoryPatch]) app.addSchema(schema)
  const shared = { tags: ['Categories'], 'x-stability': 'beta' } as const
  const conditional = ['If-Match'] as const

  app.get(
    '/categories',
    {
      config: {
        scope: 'pets:read',
        headers: ['Prefer'],
        errors: ['invalid_parameter', 'invalid_cursor'],
      },
      schema: {
        ...shared,
        operationId: 'listCategories',
        summary: 'List categories',
        description: 'Every category that has a name or animals, by id.',
        querystring: ListCategories,
        response: {
          200: success('A page of categories.', Type.Array(Type.Ref('Category#')), {
            ...linkHeaders,
            ...etagHeader,
          }),
        },
      },
    },
    async (request, reply) => {
      const caller = request.caller as Caller
      const page = await readPage({
        request,
        reply,
        list: 'categories',
        path: '/v1/categories',
        read: (page) => categories.list(caller, page),
        count: () => categories.count(caller),
      })
      return sendPage(reply, page, origin(request))
    },
  )

  app.get<CategoryPath>(
    '/categories/:categoryId',
    {
      config: { scope: 'pets:read', errors: ['category_not_found'] },
      schema: {
        ...shared,
        operationId: 'getCategory',
        summary: 'Get a category',
        params: CategoryPath,
        response: { 200: success('The category.', Type.Ref('Category#'), etagHeader) },
      },
    },
    async ({ params: { categoryId } }, reply) => {
      const category = await categories.find(categoryId)
      if (!category) throw new ApiError('category_not_found')
      return sendResource(reply, category)
    },
  )

  app.put<CategoryPath & { Body: NewCategory }>(
    '/categories/:categoryId',
    {
      config: {
        scope: 'pets:write',
        headers: conditional,
        errors: [...bodyErrors, 'category_not_found', 'precondition_failed'],
      },
      schema: {
        ...shared,
        operationId: 'putCategory',
        summary: 'Name a category',
        description: 'Gives a `categoryId` its name, whether animals use it already or not.',
        params: CategoryPath,
        body: Type.Ref('NewCategory#'),
        response: {
          200: success('The category as it is now.', Type.Ref('Category#'), etagHeader),
          201: success('The new category.', Type.Ref('Category#'), {
            Location: { type: 'string', description: 'Path of the category.' },
            ...etagHeader,
          }),
        },
      },
    },
    async ({ params: { categoryId }, body, headers }, reply) => {
      const { category, isNew } = await categories.put(categoryId, body, headers['if-match'])
      if (!isNew) return sendResource(reply, category)
      return sendResource(reply.header('location', `/v1/categories/${categoryId}`), category, 201)
    },
  )

  app.patch<CategoryPath & { Body: CategoryPatch }>(
    '/categories/:categoryId',
    {
      config: {
        scope: 'pets:write',
        headers: conditional,
        errors: [...bodyErrors, 'category_not_found', 'precondition_failed'],
      },
      schema: {
        ...shared,
        operationId: 'updateCategory',
        summary: 'Change a category',
        consumes: mergePatch,
        params: CategoryPath,
        body: Type.Ref('CategoryPatch#'),
        response: { 200: success('The category as it is now.', Type.Ref('Category#'), etagHeader) },
      },
    },
    async ({ params: { categoryId }, body, headers }, reply) =>
      sendResource(reply, await categories.update(categoryId, body, headers['if-match'])),
  )

  app.delete<CategoryPath>(
    '/categories/:categoryId',
    {
      config: {
        scope: 'pets:write',
        headers: conditional,
        errors: ['category_not_found', 'category_in_use', 'precondition_failed'],
      },
      schema: {
        ...shared,
        operationId: 'deleteCategory',
        summary: 'Remove a category',
        description: 'Only one that no animal belongs to.',
        params: CategoryPath,
        response: { 204: noContent('It is gone.') },
      },
    },
    async ({ params: { categoryId }, headers }, reply) => {
      await categories.remove(categoryId, headers['if-match'])
      return reply.code(204).send()
    },
  )

  app.get<{ Querystring: { categoryId?: bigint } }>(
    '/store/inventory',
    {
      config: { scope: 'pets:read', errors: ['invalid_parameter'] },
      schema: {
        operationId: 'getInventory',
        tags: ['Store'],
        'x-stability': 'experimental',
        summary: 'Count animals by status',
        querystring: Inventory,
        response: { 200: success('How many there are.', Type.Ref('PetCounts#'), etagHeader) },
      },
    },
    async ({ caller, query: { categoryId } }, reply) =>
      sendResource(reply, await categories.inventory(caller as Caller, categoryId)),
  )
}
