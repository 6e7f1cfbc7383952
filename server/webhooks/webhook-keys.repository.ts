import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import { rolesWith } from '../access/role.ts'
import { andThen, type MaybePromise } from '../platform/maybe-promise.ts'
import { prepared } from '../platform/storage/prepared.ts'
import type { Tables } from '../platform/storage/tables.ts'
import { instant } from '../platform/time.ts'
import type { StoredWebhook } from './webhook.ts'
import { toWebhook } from './webhooks.repository.ts'

/** The SQL of webhooks and the keys they go by. Each function takes the connection or transaction it runs on. */
type Query = Kysely<Tables>

/** Disables the webhooks of a key. Returns those that were enabled. */
export const disableWebhooksOf = async (query: Query, keyId: bigint): Promise<StoredWebhook[]> => {
  const rows = await query
    .updateTable('webhooks')
    .set({ enabled: 0n })
    .where('created_by', '=', keyId)
    .where('enabled', '=', 1n)
    .returningAll()
    .execute()
  return rows.map(toWebhook)
}

export const handOverWebhooks = async (
  query: Query,
  { from, to }: { from: bigint; to: bigint },
): Promise<void> => {
  await query
    .updateTable('webhooks')
    .set({ created_by: to })
    .where('created_by', '=', from)
    .execute()
}

/** The keys that have ended and still have webhooks that are enabled. */
export const listWebhooksOfEndedKeys = async (query: Query, nowMs: number): Promise<bigint[]> => {
  const rows = await query
    .selectFrom('api_keys')
    .select('id')
    .where((eb) => hasEnded(eb, instant(nowMs)))
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('webhooks')
        .select(({ ref }) => ref('created_by').$notNull().as('created_by'))
        .where('enabled', '=', 1n)
        .where('created_by', 'is not', null),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Whether a webhook is sent anything now: asked at each attempt, so that nothing leaves for a key that has ended, a user
 * who may not do this any more, or an account that is suspended, whichever process knows of it.
 */
export const isSent =
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

/** Which of these are sent anything now. */
export const listSent = (
  query: Query,
  ids: readonly bigint[],
  nowMs: number,
): MaybePromise<bigint[]> =>
  ids.length === 0
    ? []
    : andThen(sentRows(query, { ids, now: instant(nowMs) }), (rows) => rows.map(({ id }) => id))

const sentRows = prepared((query, { ids, now }: { ids: readonly bigint[]; now: bigint }) =>
  query.selectFrom('webhooks').select('id').where('id', 'in', ids).where(isSent(now)),
)

const hasEnded = (
  eb: Pick<ExpressionBuilder<Tables, 'api_keys'>, 'or' | 'and'> &
    ExpressionBuilder<Tables, 'api_keys'>,
  now: bigint,
): Expression<SqlBool> =>
  eb.or([eb('api_keys.revoked_at', 'is not', null), eb('api_keys.expires_at', '<=', now)])
