import type { Kysely, Selectable } from 'kysely'
import { isEventType } from '../events/event.ts'
import { andThen, type MaybePromise } from '../platform/maybe-promise.ts'
import { boundedCount } from '../platform/storage/bounded-count.ts'
import { prepared } from '../platform/storage/prepared.ts'
import type { Tables } from '../platform/storage/tables.ts'
import type { StoredWebhook, WebhookPatch } from './webhook.ts'

/** The SQL of webhooks. Each function takes the connection or transaction it runs on. */
type Query = Kysely<Tables>

type NewRecord = Pick<StoredWebhook, 'accountId' | 'url' | 'types' | 'secret' | 'isAdmin'> & {
  by: Maker
}

/** Who makes or enables a webhook, and by which it goes from then on: a key or a user. */
export type Maker = { keyId?: bigint | undefined; userId?: bigint | undefined }

export const insertWebhook = async (
  query: Query,
  { accountId, url, types, secret, isAdmin, by }: NewRecord,
  nowMs: number,
): Promise<StoredWebhook> => {
  const row = await query
    .insertInto('webhooks')
    .values({
      account_id: accountId,
      url,
      types: types.join(' '),
      enabled: 1n,
      secret,
      is_admin: isAdmin ? 1n : 0n,
      starts_after: await lastEvent(query),
      ...madeBy(by),
      created_at: BigInt(nowMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toWebhook(row)
}

const madeBy = ({ keyId, userId }: Maker) => ({
  created_by: keyId ?? null,
  created_by_user: userId ?? null,
})

/** A webhook of this account; undefined also for one of another. */
export const findWebhook = (
  query: Query,
  accountId: bigint,
  id: bigint,
): MaybePromise<StoredWebhook | undefined> =>
  andThen(findRow(query, { accountId, id }), ([row]) => row && toWebhook(row))

const findRow = prepared((query, { accountId, id }: { accountId: bigint; id: bigint }) =>
  query.selectFrom('webhooks').selectAll().where('id', '=', id).where('account_id', '=', accountId),
)

type List = { accountId: bigint; afterId: bigint | undefined; limit: number }

export const listWebhooks = (query: Query, list: List): MaybePromise<StoredWebhook[]> =>
  andThen(listRows(query, list), (rows) => rows.map(toWebhook))

const listRows = prepared((query, { accountId, afterId, limit }: List) => {
  const select = query
    .selectFrom('webhooks')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .limit(limit)
  return afterId === undefined ? select : select.where('id', '>', afterId)
})

export const countWebhooks = (query: Query, accountId: bigint): MaybePromise<number> =>
  countRows(query, { accountId })

const countRows = boundedCount((query, { accountId }: { accountId: bigint }) =>
  query.selectFrom('webhooks').where('account_id', '=', accountId),
)

export const updateWebhook = async (
  query: Query,
  id: bigint,
  { url, types, enabled }: WebhookPatch,
  /** Who enables it. */
  by?: Maker,
): Promise<StoredWebhook> => {
  const row = await query
    .updateTable('webhooks')
    .set({
      ...(url !== undefined && { url }),
      ...(types && { types: types.join(' ') }),
      ...(enabled !== undefined && { enabled: enabled ? 1n : 0n }),
      // What happened while it was disabled is not sent later.
      ...(enabled && { failing_since: null, starts_after: await lastEvent(query) }),
      ...(enabled && by && madeBy(by)),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toWebhook(row)
}

export const rotateSecret = async (
  query: Query,
  { id, secret: previous }: StoredWebhook,
  { secret, previousUntilMs }: { secret: string; previousUntilMs: number },
): Promise<void> => {
  await query
    .updateTable('webhooks')
    .set({ secret, previous_secret: previous, previous_secret_until: BigInt(previousUntilMs) })
    .where('id', '=', id)
    .execute()
}

export const deleteWebhook = async (query: Query, id: bigint): Promise<void> => {
  await query.deleteFrom('webhooks').where('id', '=', id).execute()
}

/** Notes that an attempt failed. Returns since when every attempt has; undefined for a webhook that is not enabled. */
export const markFailing = async (
  query: Query,
  id: bigint,
  nowMs: number,
): Promise<number | undefined> => {
  const row = await query
    .updateTable('webhooks')
    .set(({ fn, ref, val }) => ({
      failing_since: fn.coalesce(ref('failing_since'), val(BigInt(nowMs))),
    }))
    .where('id', '=', id)
    .where('enabled', '=', 1n)
    .returning('failing_since')
    .executeTakeFirst()
  return row && Number(row.failing_since)
}

export const markWorking = async (query: Query, id: bigint): Promise<void> => {
  await query
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('id', '=', id)
    .where('failing_since', 'is not', null)
    .execute()
}

/** The last place in the feed. */
const lastEvent = async (query: Query): Promise<bigint> => {
  const { last } = await query
    .selectFrom('feed')
    .select(({ fn, selectFrom }) =>
      fn
        .coalesce(
          selectFrom('events').select(({ fn }) => fn.max('sequence').as('last')),
          'purged_through',
        )
        .as('last'),
    )
    .executeTakeFirstOrThrow()
  return last
}

export const toWebhook = (row: Selectable<Tables['webhooks']>): StoredWebhook => ({
  id: row.id,
  accountId: row.account_id,
  url: row.url,
  types: row.types.split(' ').filter(isEventType),
  enabled: row.enabled === 1n,
  secret: row.secret,
  previousSecret: row.previous_secret ?? undefined,
  previousSecretUntilMs: Number(row.previous_secret_until ?? 0n),
  isAdmin: row.is_admin === 1n,
  createdAtMs: Number(row.created_at),
})
