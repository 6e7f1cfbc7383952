import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { readCursor } from '../platform/http/cursor.ts'
import { pageParameters } from '../platform/http/paging.ts'
import { etagHeader, success } from '../platform/http/responses.ts'

const ListOrders = Type.Object(pageParameters, { additionalProperties: false })

export const orderRoutes = (app: FastifyInstance): void => {
  app.get<{ Querystring: { cursor?: string } }>(
    '/store/orders',
    {
      config: { scope: 'orders:read', errors: ['invalid_parameter', 'invalid_cursor'] },
      schema: {
        operationId: 'listOrders',
        tags: ['Store'],
        summary: 'List orders',
        description: 'There are no orders yet: the list is empty.',
        'x-stability': 'experimental',
        'x-hideTryItPanel': true,
        querystring: ListOrders,
        response: { 200: success('A page of orders.', Type.Array(Type.Unknown()), etagHeader) },
      },
    },
    ({ query: { cursor } }, reply) => {
      if (cursor !== undefined) readCursor(cursor, 'orders')
      return reply.send([])
    },
  )
}
