import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'

/** Whether an account sees an event, as a condition: one that is for everybody, or that concerns it. */
export const concerns =
  (account: bigint) =>
  ({ eb, or }: ExpressionBuilder<Tables, 'events'>) =>
    or([
      eb('account_id', 'is', null),
      eb('account_id', '=', account),
      eb('owner_account_id', '=', account),
    ])
