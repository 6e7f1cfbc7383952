import { type Static, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import { type Actor, checkOwner } from '../../requests/access/ownership.ts'
import { ApiError } from '../../requests/errors/api-error.ts'

/** The parameter of what adds animals. */
export const ForAccount = Type.Object(
  {
    accountId: Type.Optional(
      Int64({
        description:
          'The account that the animal belongs to. Left out, it is your own; of staff, the oldest one. Only staff and ' +
          'keys with `admin` may name another account.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type ForAccount = Static<typeof ForAccount>

type Call = { caller: Actor; query: ForAccount }
/** Whether there is such an account. */
type FindAccount = (id: bigint) => Promise<object | undefined>

/** Who an animal is added for. Throws `not_owner` and `account_not_found`. */
export const ownerFor = (
  { caller, query: { accountId } }: Call,
  findAccount: FindAccount,
): MaybePromise<{ accountId: bigint }> => {
  if (accountId === undefined || accountId === caller.accountId) return caller
  checkOwner(caller, accountId)
  return findAccount(accountId).then((found) => {
    if (!found) throw new ApiError('account_not_found')
    return { accountId }
  })
}
