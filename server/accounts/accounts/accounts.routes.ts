import { Type } from 'typebox'
import { mergePatch } from '../../platform/http/body.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import { isStaff } from '../../requests/access/caller.ts'
import { isOwner, visibleAccount } from '../../requests/access/ownership.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { filteredList, idPageParameters, listPage } from '../../requests/api/page.ts'
import { resource } from '../../requests/api/reply.ts'
import { linkHeaders } from '../../requests/api/responses.ts'
import type { Idempotency } from '../../requests/idempotency/idempotency.service.ts'
import { Plan } from '../../requests/plans/plan.ts'
import { accountError } from './account.errors.ts'
import { Account, type AccountChange, AccountPatch, AccountPath, accountFilters, NewAccount } from './account.ts'
import type { AccountsService } from './accounts.service.ts'

type Deps = { accounts: AccountsService; idempotency: Idempotency<AccountChange> }

const ListAccounts = Type.Object({ ...idPageParameters, ...accountFilters }, { additionalProperties: false })

export const accountSchemas = [Plan, NewAccount, AccountPatch, Account]

const shared = { tag: 'Admin', stability: 'stable', scope: 'admin' } as const

export const accountOperations = ({ accounts, idempotency }: Deps): Operation[] => [
  operation({
    ...shared,
    id: 'listAccounts',
    method: 'GET',
    path: '/accounts',
    summary: 'List accounts',
    description:
      'Returns a page of accounts, oldest first. Members of an account see their own. `q`, `status` and `plan` narrow the list.',
    query: ListAccounts,
    requestHeaders: ['Prefer'],
    returns: {
      200: {
        description: 'A page of accounts.',
        schema: Type.Array(Account),
        headers: linkHeaders,
      },
    },
    errors: ['invalid_cursor'],
    example: {
      client: `for await (const account of store.accounts.list()) console.log(account.name, account.plan)`,
    },
    handle: (call) => {
      const only = visibleAccount(call.caller)
      const { limit: _limit, cursor: _cursor, after: _after, ...filters } = call.query
      return listPage(call, {
        list: filteredList(`accounts ${only ?? 'all'}`, filters),
        path: '/v1/accounts',
        parameters: filters,
        read: (page) => accounts.list({ only, ...filters, ...page }),
        count: () => accounts.count({ only, ...filters }),
      })
    },
  }),

  operation({
    ...shared,
    id: 'createAccount',
    isForStore: true,
    method: 'POST',
    path: '/accounts',
    summary: 'Create an account',
    description: 'The plan sets its limits. An `enterprise` account can have its own: set both or neither.',
    body: NewAccount,
    requestHeaders: ['Idempotency-Key'],
    returns: { 201: { description: 'The account.', schema: Account } },
    example: {
      body: { name: 'Paws and Whiskers', plan: 'pro' },
      client: `const account = await store.accounts.create({ name: 'Paws and Whiskers', plan: 'pro' })\nconsole.log(account.id)`,
    },
    handle: (call) =>
      idempotency.once(call, call.caller, async (trx) => {
        const account = await accounts.create(trx, call.body)
        const location = `/v1/accounts/${account.id}`
        return { status: 201, location, body: stringifyJson(account) }
      }),
  }),

  operation({
    ...shared,
    id: 'getAccount',
    method: 'GET',
    path: '/accounts/{accountId}',
    summary: 'Get an account',
    description: 'Returns its plan and limits. Members of an account see their own.',
    params: AccountPath,
    returns: { 200: { description: 'The account.', schema: Account } },
    errors: ['account_not_found'],
    example: {
      path: { accountId: '1' },
      client: `const account = await store.accounts.get(1)\nconsole.log(account.plan)`,
    },
    handle: async ({ params: { accountId }, caller }) => {
      const account = await accounts.find(accountId)
      if (!isOwner(caller, accountId)) throw accountError('account_not_found')
      if (!account) throw accountError('account_not_found')
      return resource(account)
    },
  }),

  operation({
    ...shared,
    id: 'updateAccount',
    isForStore: true,
    method: 'PATCH',
    path: '/accounts/{accountId}',
    summary: 'Update an account',
    description:
      'Changes only the given fields. A new plan applies from the next request; requests already counted stay ' +
      'counted. An account that leaves `enterprise` loses its own limits, and so does one given `perMinute: null` ' +
      'and `perDay: null`. `suspended: true` immediately stops all its keys, webhooks and streams, on every replica, ' +
      'until `suspended: false`; pending deliveries are sent then. You cannot suspend the account of ' +
      'your own key (`invalid_transition`), as you could not undo that.',
    params: AccountPath,
    body: AccountPatch,
    mediaTypes: mergePatch,
    requestHeaders: ['If-Match'],
    returns: { 200: { description: 'The updated account.', schema: Account } },
    errors: ['account_not_found', 'invalid_transition', 'precondition_failed'],
    example: {
      path: { accountId: '1' },
      body: { plan: 'business' },
      client: `await store.accounts.update(1, { plan: 'business' })`,
    },
    handle: async ({ author, params: { accountId }, body, headers, caller }) => {
      const by = {
        ifMatch: headers['if-match'],
        by: isStaff(caller) ? undefined : caller.accountId,
      }
      return resource(await accounts.update(author, accountId, body, by))
    },
  }),
]
