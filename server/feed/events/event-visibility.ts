import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'

/** The condition that an account may see an event: it is public, or concerns the account. */
export const concerns =
  (account: bigint) =>
  ({ eb, or }: ExpressionBuilder<Tables, 'events'>) =>
    or([eb('account_id', 'is', null), eb('account_id', '=', account), eb('owner_account_id', '=', account)])
