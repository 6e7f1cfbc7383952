import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Caller } from '../api-keys/api-keys.service.ts'
import { Plan } from '../plans/plan.ts'
import { mergePatch } from '../platform/http/body.ts'
import { ApiError } from '../platform/http/errors.ts'
import { sendResource } from '../platform/http/etag.ts'
import type { Idempotency } from '../platform/http/idempotency.ts'
import { stringifyJson } from '../platform/http/json.ts'
import type { Origin } from '../platform/http/origin.ts'
import { pageParameters, readPage, sendPage } from '../platform/http/paging.ts'
import {
  bodyErrors,
  etagHeader,
  idempotencyErrors,
  linkHeaders,
  success,
} from '../platform/http/responses.ts'
import { Account, AccountPatch, AccountPath, NewAccount } from './account.ts'
import type { AccountsService } from './accounts.service.ts'

type Deps = { accounts: AccountsService; idempotency: Idempotency; origin: Origin }

const ListAccounts = Type.Object(pageParameters, { additionalProperties: false })
type ListAccounts = Static<typeof ListAccounts>

export const accountRoutes = (
  app: FastifyInstance,
  { accounts, idempotency, origin }: Deps,
): void => {
  for (const schema of [Plan, NewAccount, AccountPatch, Account]) app.addSchema(schema)
  const shared = { tags: ['Admin'], 'x-stability': 'experimental' } as const

  app.get<{ Querystring: ListAccounts }>(
    '/accounts',
    {
      config: {
        scope: 'admin',
        headers: ['Prefer'],
        errors: ['invalid_parameter', 'invalid_cursor'],
      },
      schema: {
        ...shared,
        operationId: 'listAccounts',
        summary: 'List accounts',
        description: 'Accounts, a page at a time, oldest first.',
        querystring: ListAccounts,
        response: {
          200: success('A page of accounts.', Type.Array(Type.Ref('Account#')), {
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
        list: 'accounts',
        path: '/v1/accounts',
        read: accounts.list,
        count: accounts.count,
      })
      return sendPage(reply, page, origin(request))
    },
  )

  app.post<{ Body: NewAccount }>(
    '/accounts',
    {
      config: {
        scope: 'admin',
        headers: ['Idempotency-Key'],
        errors: [...bodyErrors, ...idempotencyErrors],
      },
      schema: {
        ...shared,
        operationId: 'createAccount',
        summary: 'Add an account',
        description:
          'Its limits are those of its plan. An `enterprise` account may be given both limits of its own.',
        body: Type.Ref('NewAccount#'),
        response: {
          201: success('The account.', Type.Ref('Account#'), {
            Location: { type: 'string', description: 'Path of the account.' },
            ...etagHeader,
          }),
        },
      },
    },
    (request, reply) =>
      idempotency.once(request, reply, request.caller as Caller, async (trx) => {
        const account = await accounts.create(trx, request.body)
        return {
          status: 201,
          location: `/v1/accounts/${account.id}`,
          body: stringifyJson(account),
        }
      }),
  )

  app.get<AccountPath>(
    '/accounts/:accountId',
    {
      config: { scope: 'admin', errors: ['account_not_found'] },
      schema: {
        ...shared,
        operationId: 'getAccount',
        summary: 'Get an account',
        params: AccountPath,
        response: { 200: success('The account.', Type.Ref('Account#'), etagHeader) },
      },
    },
    async ({ params: { accountId } }, reply) => {
      const account = await accounts.find(accountId)
      if (!account) throw new ApiError('account_not_found')
      return sendResource(reply, account)
    },
  )

  app.patch<AccountPath & { Body: AccountPatch }>(
    '/accounts/:accountId',
    {
      config: {
        scope: 'admin',
        headers: ['If-Match'],
        errors: [...bodyErrors, 'account_not_found', 'invalid_transition', 'precondition_failed'],
      },
      schema: {
        ...shared,
        operationId: 'updateAccount',
        summary: 'Change an account',
        description:
          'Changes what is sent and leaves the rest. Another plan holds from the next request on, with what is used ' +
          'already. An account that leaves `enterprise` loses its own limits; `perMinute: null` and `perDay: null` ' +
          'remove them too. `suspended: true` stops all its keys, webhooks and streams at once, on every replica, until ' +
          '`suspended: false`; what waits for its webhooks is sent then. `invalid_transition` when the account is that ' +
          'of your own key, which could not undo it.',
        consumes: mergePatch,
        params: AccountPath,
        body: Type.Ref('AccountPatch#'),
        response: { 200: success('The account as it is now.', Type.Ref('Account#'), etagHeader) },
      },
    },
    async ({ params: { accountId }, body, headers, caller }, reply) => {
      const by = { ifMatch: headers['if-match'], by: caller?.accountId }
      return sendResource(reply, await accounts.update(accountId, body, by))
    },
  )
}
