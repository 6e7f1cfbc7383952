import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'
import { rolesWith } from '../../requests/access/role.ts'

/**
 * Whether a webhook may be sent events now. Checked at each attempt, so that nothing is sent for a key that has ended,
 * a user who has lost the permission, or a suspended account, whichever process knows of it.
 */
export const isActive =
  (now: bigint) =>
  (eb: ExpressionBuilder<Tables, 'webhooks'>): Expression<SqlBool> =>
    eb.and([
      eb('webhooks.enabled', '=', 1n),
      eb.not(
        eb.exists(
          eb
            .selectFrom('accounts')
            .select('accounts.id')
            .whereRef('accounts.id', '=', 'webhooks.account_id')
            .where('accounts.suspended_at', 'is not', null),
        ),
      ),
      eb.not(
        eb.exists(
          eb
            .selectFrom('api_keys')
            .select('api_keys.id')
            .whereRef('api_keys.id', '=', 'webhooks.created_by')
            .where((eb) => hasEnded(eb, now)),
        ),
      ),
      eb.or([
        eb('webhooks.created_by_user', 'is', null),
        eb.exists(
          eb
            .selectFrom('users')
            .select('users.id')
            .whereRef('users.id', '=', 'webhooks.created_by_user')
            .where('users.disabled_at', 'is', null)
            .where('users.role', 'in', rolesWith('webhooks:manage')),
        ),
      ]),
    ])

/** Whether a key has ended. */
export const hasEnded = (
  eb: Pick<ExpressionBuilder<Tables, 'api_keys'>, 'or' | 'and'> & ExpressionBuilder<Tables, 'api_keys'>,
  now: bigint,
): Expression<SqlBool> => eb.or([eb('api_keys.revoked_at', 'is not', null), eb('api_keys.expires_at', '<=', now)])
