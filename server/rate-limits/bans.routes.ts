import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { Int64 } from '../platform/http/int64.ts'
import type { Origin } from '../platform/http/origin.ts'
import { pageParameters, readPage, sendPage } from '../platform/http/paging.ts'
import { etagHeader, linkHeaders, noContent, success } from '../platform/http/responses.ts'
import { Ban } from './ban.ts'
import type { BansService } from './bans.service.ts'

type Deps = { bans: BansService; origin: Origin }

const ListBans = Type.Object(pageParameters, { additionalProperties: false })
type ListBans = Static<typeof ListBans>

const BanPath = Type.Object(
  { keyId: Int64({ description: 'Identifier of the key.' }) },
  { 'x-not-found': 'key_not_found' },
)

export const banRoutes = (app: FastifyInstance, { bans, origin }: Deps): void => {
  app.addSchema(Ban)
  const shared = { tags: ['Admin'], 'x-stability': 'experimental' } as const

  app.get<{ Querystring: ListBans }>(
    '/bans',
    {
      config: {
        scope: 'admin',
        headers: ['Prefer'],
        errors: ['invalid_parameter', 'invalid_cursor'],
      },
      schema: {
        ...shared,
        operationId: 'listBans',
        summary: 'List bans',
        description: 'The bans in force, a page at a time, by key.',
        querystring: ListBans,
        response: {
          200: success('A page of bans.', Type.Array(Type.Ref('Ban#')), {
            ...linkHeaders,
            ...etagHeader,
          }),
        },
      },
    },
    async (request, reply) => {
      const page = await readPage({
        request,
        reply,
        list: 'bans',
        path: '/v1/bans',
        // A key has one ban at most, so its id is the place of the ban in the list.
        read: async (page) => (await bans.list(page)).map((ban) => ({ id: ban.keyId, ...ban })),
        count: bans.count,
      })
      return sendPage(reply, page, origin(request))
    },
  )

  app.delete<{ Params: { keyId: bigint } }>(
    '/bans/:keyId',
    {
      config: {
        scope: 'admin',
        headers: ['If-Match'],
        errors: ['key_not_found', 'precondition_failed'],
      },
      schema: {
        ...shared,
        operationId: 'liftBan',
        summary: 'Lift a ban',
        description:
          'Ends it at once; the next ban of the key is a first one again. `key_not_found` when it is not banned.',
        params: BanPath,
        response: { 204: noContent('The key is not banned any more.') },
      },
    },
    async ({ params: { keyId }, headers }, reply) => {
      await bans.lift(keyId, headers['if-match'])
      return reply.code(204).send()
    },
  )
}
