import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { AccountPath } from '../accounts/account.ts'
import { etagHeader, success } from '../platform/http/responses.ts'
import type { UsageService } from './usage.service.ts'
import { MAX_DAYS, UsageDay } from './usage.ts'

const ListUsage = Type.Object(
  {
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_DAYS,
        default: 30,
        description: 'How many days, up to and with today.',
      }),
    ),
  },
  { additionalProperties: false },
)
/** What a client leaves out is there with its default, once the query is checked. */
type ListUsage = Required<Static<typeof ListUsage>>

export const usageRoutes = (app: FastifyInstance, { usage }: { usage: UsageService }): void => {
  app.addSchema(UsageDay)
  app.get<AccountPath & { Querystring: ListUsage }>(
    '/accounts/:accountId/usage',
    {
      config: { scope: 'admin', errors: ['invalid_parameter', 'account_not_found'] },
      schema: {
        operationId: 'listUsage',
        tags: ['Admin'],
        summary: "Read an account's usage",
        description:
          'Requests by day in UTC, oldest first and today last; a day without any is there with zeros. What costs ' +
          'nothing (`GET /rate-limit`, `OPTIONS`) is not counted.',
        'x-stability': 'experimental',
        params: AccountPath,
        querystring: ListUsage,
        response: {
          200: success('The days.', Type.Array(Type.Ref('UsageDay#')), etagHeader),
        },
      },
    },
    async ({ params: { accountId }, query: { days } }, reply) =>
      reply.send(await usage.list(accountId, days)),
  )
}
