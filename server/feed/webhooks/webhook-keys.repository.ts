import type { Kysely } from 'kysely'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import { hasEnded, isActive } from './sent-webhooks.ts'
import type { StoredWebhook } from './webhook.ts'
import { disabledAs, toWebhook } from './webhooks.repository.ts'

/**
 * The SQL of webhooks and the keys that they belong to. Each function takes the connection or transaction it runs on.
 */
type Query = Kysely<Tables>

/** Disables the webhooks of a key that has ended. Returns those that were enabled. */
export const disableWebhooksOf = async (query: Query, keyId: bigint, nowMs: number): Promise<StoredWebhook[]> => {
  const rows = await query
    .updateTable('webhooks')
    .set({ enabled: 0n, ...disabledAs('keyEnded', nowMs) })
    .where('created_by', '=', keyId)
    .where('enabled', '=', 1n)
    .returningAll()
    .execute()
  return rows.map(toWebhook)
}

export const handOverWebhooks = async (query: Query, { from, to }: { from: bigint; to: bigint }): Promise<void> => {
  await query.updateTable('webhooks').set({ created_by: to }).where('created_by', '=', from).execute()
}

/** Lists keys that have ended and still have enabled webhooks. */
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

/** Lists which of these webhooks are active. */
export const listSent = async (query: Query, ids: readonly bigint[], nowMs: number): Promise<bigint[]> => {
  if (ids.length === 0) return []
  return (await sentRows(query, { ids, now: instant(nowMs) })).map(({ id }) => id)
}

const sentRows = prepared((query, { ids, now }: { ids: readonly bigint[]; now: bigint }) =>
  query.selectFrom('webhooks').select('id').where('id', 'in', ids).where(isActive(now)),
)
