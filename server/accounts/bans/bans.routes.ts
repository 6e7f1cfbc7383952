import { Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { listPage, pageParameters } from '../../requests/api/page.ts'
import { noContent } from '../../requests/api/reply.ts'
import { linkHeaders } from '../../requests/api/responses.ts'
import { Ban, ListedBan } from '../../requests/rate-limits/ban.ts'
import type { BansService } from '../../requests/rate-limits/bans.service.ts'

const ListBans = Type.Object(pageParameters, { additionalProperties: false })

const BanPath = Type.Object(
  { keyId: Int64({ description: 'Identifier of the key.' }) },
  { 'x-not-found': 'key_not_found' },
)

export const banSchemas = [Ban, ListedBan]

const shared = {
  tag: 'Admin',
  stability: 'beta',
  scope: 'admin',
  isForStore: true,
} as const

export const banOperations = (bans: BansService): Operation[] => [
  operation({
    ...shared,
    id: 'listBans',
    method: 'GET',
    path: '/bans',
    summary: 'List bans',
    description: 'Returns a page of the bans in force, ordered by key.',
    query: ListBans,
    requestHeaders: ['Prefer'],
    returns: {
      200: { description: 'A page of bans.', schema: Type.Array(ListedBan), headers: linkHeaders },
    },
    errors: ['invalid_cursor'],
    guide: { name: 'limits', about: 'How keys get banned' },
    example: {
      client: `for await (const ban of store.bans.list()) console.log(ban.keyId, ban.until)`,
    },
    handle: (call) =>
      listPage(call, {
        list: 'bans',
        path: '/v1/bans',
        // A key has at most one ban, so its id is the ban's place in the list.
        read: async (slice) => (await bans.list(slice)).map((ban) => ({ id: ban.keyId, ...ban })),
        count: bans.count,
      }),
  }),

  operation({
    ...shared,
    id: 'liftBan',
    method: 'DELETE',
    path: '/bans/{keyId}',
    summary: 'Lift a ban',
    description:
      'Lifts the ban immediately. The next ban of the key counts as its first. Fails with `key_not_found` if the key ' +
      'is not banned.',
    params: BanPath,
    requestHeaders: ['If-Match'],
    returns: { 204: { description: 'The ban is lifted.' } },
    errors: ['key_not_found', 'precondition_failed'],
    guide: { name: 'limits', about: 'How keys get banned' },
    example: { path: { keyId: '2' }, client: `await store.bans.lift(2)` },
    handle: async ({ author, params: { keyId }, headers }) => {
      await bans.lift(author, keyId, headers['if-match'])
      return noContent
    },
  }),
]
