import { Type } from 'typebox'
import { isOwner } from '../../requests/access/ownership.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { json } from '../../requests/api/reply.ts'
import { accountError } from '../accounts/account.errors.ts'
import { AccountPath } from '../accounts/account.ts'
import type { UsageService } from './usage.service.ts'
import { DEFAULT_DAYS, MAX_DAYS, UsageDay } from './usage.ts'

const ListUsage = Type.Object(
  {
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_DAYS,
        default: DEFAULT_DAYS,
        description: 'Number of days, including today.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const usageSchemas = [UsageDay]

export const usageOperations = (usage: UsageService): Operation[] => [
  operation({
    id: 'listUsage',
    method: 'GET',
    path: '/accounts/{accountId}/usage',
    tag: 'Admin',
    stability: 'beta',
    summary: "Get an account's usage",
    description:
      'Returns the requests of each day (UTC), oldest first; days without requests have zeros. Free requests ' +
      '(`GET /rate-limit`, `OPTIONS`) are not counted.',
    scope: 'admin',
    params: AccountPath,
    query: ListUsage,
    returns: {
      200: { description: 'The days.', schema: Type.Array(UsageDay, { maxItems: MAX_DAYS }) },
    },
    errors: ['account_not_found'],
    guide: { name: 'limits', about: 'Plans, headers, 429 and bans' },
    example: {
      path: { accountId: '1' },
      query: { days: '7' },
      client: `const days = await store.usage.list(1, { days: 7 })\nconsole.log(days)`,
    },
    handle: async (call) => {
      const { days = DEFAULT_DAYS } = call.query
      const { accountId } = call.params
      if (!isOwner(call.caller, accountId)) throw accountError('account_not_found')
      return json(call.write(await usage.list(accountId, days)))
    },
  }),
]
