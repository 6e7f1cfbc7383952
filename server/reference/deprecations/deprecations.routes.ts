import { Type } from 'typebox'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { json } from '../../requests/api/reply.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import type { DeprecatedCalls } from './deprecated-calls.service.ts'
import { DeprecatedUse, MAX_OPERATIONS } from './deprecation.ts'

export const deprecationSchemas = [DeprecatedUse]

export const deprecationOperations = (calls: Pick<DeprecatedCalls, 'list'>): Operation[] => [
  operation({
    id: 'listDeprecations',
    method: 'GET',
    path: '/deprecations',
    tag: 'Store',
    summary: 'List deprecated calls',
    description:
      'Returns the deprecated operations that keys of your account called in the last 30 days, earliest removal ' +
      'first. An empty array means that you have nothing to change. Requests are not counted up to ten times a ' +
      'minute. Publishable keys get 403.',
    isFree: { perMinute: 10 },
    returns: {
      200: {
        description: 'The deprecated operations that you still call.',
        schema: Type.Array(DeprecatedUse, { maxItems: MAX_OPERATIONS }),
      },
    },
    guide: { name: 'deprecated-read', about: 'Find out whether you call it' },
    example: {
      client: `for (const { path, removedAt, calls } of await store.deprecations.list()) {\n  console.log(path, removedAt, calls.last30Days)\n}`,
    },
    handle: async (call) => {
      if (call.caller.kind === 'publishable') {
        const message = 'A publishable key may not do this: use a secret key.'
        throw requestError('insufficient_scope', { message })
      }
      return json(call.write(await calls.list(call.caller.accountId)))
    },
  }),
]
