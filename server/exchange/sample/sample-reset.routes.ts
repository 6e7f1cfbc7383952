import { accountError } from '../../accounts/accounts/account.errors.ts'
import type { AccountsService } from '../../accounts/accounts/accounts.service.ts'
import { protocolError } from '../../platform/http/http-error.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import type { Idempotency } from '../../requests/idempotency/idempotency.service.ts'
import type { SampleResetService } from './sample-reset.service.ts'

type Deps = {
  /** Undefined in production, where nobody can reset anything. */
  resets: SampleResetService | undefined
  accounts: Pick<AccountsService, 'find'>
  idempotency: Idempotency
}

const COST = 10

export const sampleResetOperations = ({ resets, accounts, idempotency }: Deps): Operation[] => [
  operation({
    id: 'resetStaging',
    method: 'POST',
    path: '/reset',
    tag: 'Store',
    summary: "Reset the account's data in staging",
    description:
      "Only in staging. Removes your account's animals, orders and applications there, and adds the sample shelter: 60 " +
      'animals with profiles, and 12 orders. Keys, webhooks, events and category names stay. Counts as 10 requests. In ' +
      'production the response is 404 `route_not_found`.',
    scope: 'pets:write',
    cost: () => COST,
    hasNoPanel: true,
    requestHeaders: ['Idempotency-Key'],
    returns: { 204: { description: 'The account now has the sample data and nothing else.' } },
    errors: ['account_not_found'],
    guide: { name: 'staging', about: 'A test environment' },
    example: { isInStaging: true, client: `await store.staging.reset()` },
    handle: (call) => {
      if (!resets) {
        throw protocolError('route_not_found', {
          message: 'POST /v1/reset exists only in staging, so that nobody resets production.',
        })
      }
      const { caller, author } = call
      return idempotency.onceAfter(
        call,
        caller,
        async () => {
          const account = await accounts.find(caller.accountId)
          if (!account) throw accountError('account_not_found')
          await resets.reset({ account, author })
        },
        async () => ({ status: 204, body: '' }),
      )
    },
  }),
]
