import { type Kysely, type Selectable, sql } from 'kysely'
import { boundedCount } from '../../platform/storage/bounded-count.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import type { EventType } from '../../requests/api/event-type.ts'
import type { PlanName } from '../../requests/plans/plan.ts'
import { isActive } from './sent-webhooks.ts'
import type { DisabledReason, ShownWebhook, StoredWebhook, WebhookPatch } from './webhook.ts'

/** The SQL of webhooks. Each function takes the connection or transaction it runs on. */
type Query = Kysely<Tables>

type NewRecord = Pick<StoredWebhook, 'accountId' | 'url' | 'types' | 'secret' | 'isAdmin'> & {
  by: Maker
}

/** The key or user that creates or enables a webhook, and that it then belongs to. */
type Maker = { keyId?: bigint | undefined; userId?: bigint | undefined }

export const insertWebhook = async (
  query: Query,
  { accountId, url, types, secret, isAdmin, by }: NewRecord,
  nowMs: number,
): Promise<StoredWebhook> => {
  const { id } = await query
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
    .returning('id')
    .executeTakeFirstOrThrow()
  return written(query, { accountId, id, nowMs })
}

const madeBy = ({ keyId, userId }: Maker) => ({
  created_by: keyId ?? null,
  created_by_user: userId ?? null,
})

type Named = { accountId: bigint; id: bigint; nowMs: number }

/** Finds a webhook of this account as of a time; undefined for one of another account. */
export const findWebhook = async (
  query: Query,
  { accountId, id, nowMs }: Named,
): Promise<StoredWebhook | undefined> => {
  const [row] = await findRow(query, { accountId, id, now: instant(nowMs) })
  return row && toWebhook(row)
}

/** Webhooks, with whether each is active. */
const withSending = (query: Query, now: bigint) =>
  query
    .selectFrom('webhooks')
    .select((eb) => eb.case().when(isActive(now)(eb)).then(sql.lit(1)).else(sql.lit(0)).end().as('is_sent'))

type Found = { accountId: bigint; id: bigint; now: bigint }

const findRow = prepared((query, { accountId, id, now }: Found) =>
  withSending(query, now).selectAll().where('id', '=', id).where('account_id', '=', accountId),
)

const written = async (query: Query, named: Named): Promise<StoredWebhook> => {
  const webhook = await findWebhook(query, named)
  if (!webhook) throw new Error('a statement left no webhook')
  return webhook
}

/** The webhooks of an account, or all of them. */
type Owned = { accountId: bigint | undefined }
type List = Owned & { afterId: bigint | undefined; limit: number }

export const listWebhooks = async (query: Query, list: List, nowMs: number): Promise<ShownWebhook[]> =>
  (await listRows(query, { ...list, now: instant(nowMs) })).map(toShown)

const listRows = prepared((query, { accountId, afterId, limit, now }: List & { now: bigint }) => {
  let select = withSending(query, now).select(shownColumns).orderBy('id').limit(limit)
  if (accountId !== undefined) select = select.where('account_id', '=', accountId)
  return afterId === undefined ? select : select.where('id', '>', afterId)
})

export const countWebhooks = async (query: Query, accountId?: bigint): Promise<number> =>
  countRows(query, { accountId })

const countRows = boundedCount((query, { accountId }: Owned) => {
  const select = query.selectFrom('webhooks')
  return accountId === undefined ? select : select.where('account_id', '=', accountId)
})

/** Lists the URLs of an account's webhooks, whose number the plan limits. */
export const listUrls = async (query: Query, accountId: bigint): Promise<{ id: bigint; url: string }[]> =>
  urlRows(query, { accountId })

const urlRows = prepared((query, { accountId }: { accountId: bigint }) =>
  query.selectFrom('webhooks').select(['id', 'url']).where('account_id', '=', accountId),
)

export const planOf = async (query: Query, accountId: bigint): Promise<PlanName> => {
  const { plan } = await query
    .selectFrom('accounts')
    .select('plan')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  // Only these values are stored.
  return plan as PlanName
}

/** `by` is who enables it, `reason` is why it is disabled, `cursor` is how far it has read. */
type Change = WebhookPatch & { by?: Maker; reason?: DisabledReason; cursor?: bigint }

export const updateWebhook = async (
  query: Query,
  { id, accountId }: Pick<StoredWebhook, 'id' | 'accountId'>,
  { url, types, enabled, by, reason = 'requested', cursor }: Change,
  nowMs: number,
): Promise<StoredWebhook> => {
  await query
    .updateTable('webhooks')
    .set({
      ...(url !== undefined && { url }),
      ...(types && { types: types.join(' ') }),
      ...(cursor !== undefined && { cursor }),
      ...(enabled !== undefined && { enabled: enabled ? 1n : 0n }),
      // Events from the time when it was disabled are not sent later.
      ...(enabled && { failing_since: null, starts_after: await lastEvent(query) }),
      ...(enabled && by && madeBy(by)),
      ...(enabled && { disabled_at: null, disabled_reason: null }),
      ...(enabled && { missed_from: null, missed_through: null }),
      ...(enabled === false && disabledAs(reason, nowMs)),
    })
    .where('id', '=', id)
    .execute()
  return written(query, { accountId, id, nowMs })
}

export const disabledAs = (reason: DisabledReason, nowMs: number) => ({
  disabled_at: instant(nowMs),
  disabled_reason: reason,
})

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

/** Records a failed attempt. Returns since when every attempt has failed; undefined if the webhook is not enabled. */
export const markFailing = async (query: Query, id: bigint, nowMs: number): Promise<number | undefined> => {
  const [row] = await failing(query, { id, now: instant(nowMs) })
  return row && Number(row.failing_since)
}

const failing = prepared((query, { id, now }: { id: bigint; now: bigint }) =>
  query
    .updateTable('webhooks')
    .set(({ fn, ref, val }) => ({ failing_since: fn.coalesce(ref('failing_since'), val(now)) }))
    .where('id', '=', id)
    .where('enabled', '=', 1n)
    .returning('failing_since'),
)

export const markWorking = async (query: Query, id: bigint): Promise<void> => {
  await working(query, { id })
}

const working = prepared((query, { id }: { id: bigint }) =>
  query
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('id', '=', id)
    .where('failing_since', 'is not', null),
)

/** Earlier failures no longer count, because nothing was sent since. */
export const restartWebhooks = async (query: Query): Promise<void> => {
  await query.updateTable('webhooks').set({ failing_since: null }).where('failing_since', 'is not', null).execute()
}

/** The last position in the feed. */
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

/** The columns that a list needs: reading the secrets would double its time. */
const shownColumns = [
  ...(['id', 'account_id', 'url', 'types', 'enabled', 'failing_since'] as const),
  ...(['missed_from', 'missed_through'] as const),
  ...(['disabled_at', 'disabled_reason', 'created_at'] as const),
] as const

type Row = Selectable<Tables['webhooks']> & Sending
type ShownRow = Pick<Row, (typeof shownColumns)[number]> & Sending
type Sending = { is_sent?: bigint | number }

export const toWebhook = (row: Row): StoredWebhook => ({
  ...toShown(row),
  secret: row.secret,
  previousSecret: row.previous_secret ?? undefined,
  previousSecretUntilMs: Number(row.previous_secret_until ?? 0n),
  isAdmin: row.is_admin === 1n,
  readThrough: placeOf(row),
})

/** The position in the feed after which a webhook reads next. */
export const placeOf = ({ cursor, starts_after }: Pick<Row, 'cursor' | 'starts_after'>): bigint =>
  cursor !== null && cursor > starts_after ? cursor : starts_after

const toShown = (row: ShownRow): ShownWebhook => ({
  id: row.id,
  accountId: row.account_id,
  url: row.url,
  // Only types of events are written.
  types: row.types.split(' ') as EventType[],
  enabled: row.enabled === 1n,
  isPaused: row.enabled === 1n && row.is_sent !== undefined && Number(row.is_sent) === 0,
  failingSinceMs: toMs(row.failing_since),
  missed:
    row.missed_from === null || row.missed_through === null
      ? undefined
      : { from: row.missed_from, through: row.missed_through },
  disabledAtMs: toMs(row.disabled_at),
  // Only these values are stored.
  disabledReason: (row.disabled_reason ?? undefined) as DisabledReason | undefined,
  createdAtMs: Number(row.created_at),
})

const toMs = (time: bigint | null): number | undefined => (time === null ? undefined : Number(time))
