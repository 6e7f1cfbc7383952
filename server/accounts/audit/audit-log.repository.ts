import { type Kysely, sql } from 'kysely'
import { prepared, preparedRows } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import type { AuditAction } from '../../requests/api/audit-action.ts'
import type { SignedEntry, SignedHead } from './audit-chain.ts'

type Query = Kysely<Tables>

/** The action of an entry that reports a break. */
export const BREAK = 'audit.unverified' satisfies AuditAction
const HEAD_REMOVED = 'the audit log has no head: its row was removed'

export const readHead = async (query: Query): Promise<SignedHead> => {
  const [row] = await headRow(query, {})
  if (!row) throw new Error(HEAD_REMOVED)
  return row
}

/** A link of the chain: the id of an entry, its time and its `mac`. */
export type Link = { id: bigint; mac: string; time: bigint }

/** The end of the log, with the data to check whether it is still the same log. */
export type LogEnd = {
  head: SignedHead
  /** The newest entry up to the head. */
  newestId: bigint | undefined
  /** The newest entry that reports a break. */
  newestBreakId: bigint | undefined
  /** The `mac` of the entry that was asked for. */
  seenMac: string | undefined
}

export const readLogEnd = async (query: Query, seenId: bigint): Promise<LogEnd> => {
  const [row] = await logEndRow(query, { seenId })
  if (!row) throw new Error(HEAD_REMOVED)
  const { newest_id, break_id, seen_mac, ...head } = row
  return {
    head,
    newestId: newest_id ?? undefined,
    newestBreakId: break_id ?? undefined,
    seenMac: seen_mac ?? undefined,
  }
}

/** A single statement that reads only what every write needs, as all writes wait for it. */
const logEndRow = prepared((query, { seenId }: { seenId: bigint }) => {
  const entries = query.selectFrom('audit_log')
  const newest = entries
    .select('audit_log.id')
    .where('audit_log.id', '<=', sql.ref<bigint>('audit_head.last_id'))
    .orderBy('audit_log.id', 'desc')
    .limit(1)
  const newestBreak = entries
    .select('audit_log.id')
    // Written as in the index of breaks.
    .where('audit_log.action', '=', sql.lit(BREAK))
    .orderBy('audit_log.id', 'desc')
    .limit(1)
  const seen = entries.select('audit_log.mac').where('audit_log.id', '=', seenId)
  return query
    .selectFrom('audit_head')
    .selectAll('audit_head')
    .select([newest.as('newest_id'), newestBreak.as('break_id'), seen.as('seen_mac')])
})

export const findLink = async (query: Query, id: bigint | undefined): Promise<Link | undefined> => {
  if (id === undefined) return undefined
  const [row] = await linkRow(query, { id })
  return row
}

const linkRow = prepared((query, { id }: { id: bigint }) =>
  query.selectFrom('audit_log').select(['id', 'mac', 'time']).where('id', '=', id),
)

const headRow = prepared((query, _: object) => query.selectFrom('audit_head').selectAll())

export const writeHead = async (query: Query, head: SignedHead): Promise<void> => {
  await setHead(query, head)
}

const setHead = prepared((query, head: SignedHead) => query.updateTable('audit_head').set(head), {
  isAwaited: false,
})

export const insertEntries = preparedRows<SignedEntry, unknown>(
  [
    ...(['id', 'time', 'actor_type', 'actor_id', 'actor_name', 'action', 'target_type'] as const),
    ...(['target_id', 'fields', 'request_id', 'address', 'key', 'mac'] as const),
  ],
  (query, rows) => query.insertInto('audit_log').values(rows),
)

/** Whether there are at least so many accounts. */
export const hasAccounts = async (query: Query, count: number): Promise<boolean> => {
  const rows = await query.selectFrom('accounts').select('id').limit(count).execute()
  return rows.length === count
}

export type AuditFilter = {
  actorType?: string | undefined
  actorId?: bigint | undefined
  actions?: readonly string[] | undefined
  without?: readonly string[] | undefined
  targetType?: string | undefined
  targetId?: bigint | undefined
}

type AuditList = AuditFilter & { beforeId?: bigint | undefined; limit: number }

/** Newest first. */
export const listEntries = prepared((query, { beforeId, limit, ...filter }: AuditList) => {
  const select = filtered(query, filter).selectAll().orderBy('id', 'desc').limit(limit)
  return beforeId === undefined ? select : select.where('id', '<', beforeId)
})

const filtered = (query: Query, filter: AuditFilter) => {
  const { actorType, actorId, actions, without, targetType, targetId } = filter
  let select = query.selectFrom('audit_log')
  if (actorType !== undefined) select = select.where('actor_type', '=', actorType)
  if (actorId !== undefined) select = select.where('actor_id', '=', actorId)
  if (actions !== undefined) select = select.where('action', 'in', actions)
  if (without !== undefined) select = select.where('action', 'not in', without)
  if (targetType !== undefined) select = select.where('target_type', '=', targetType)
  if (targetId !== undefined) select = select.where('target_id', '=', targetId)
  return select
}

/** Counts matching entries, up to `most`. */
export const countEntries = async (query: Query, filter: AuditFilter, most: number): Promise<number> => {
  const { count } = await query
    .selectFrom(filtered(query, filter).select('id').limit(most).as('some'))
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Changes with one of `actions`, which a restore of an older database undid and somebody must repeat. */
export const listUndoneByRestore = (query: Query, actions: readonly string[], sinceMs: bigint) =>
  query
    .selectFrom('audit_log')
    .select(['id', 'time', 'action', 'target_type', 'target_id'])
    .where('action', 'in', actions)
    .where('actor_type', '!=', 'system')
    .where('time', '>=', sinceMs)
    .orderBy('id')
    .execute()

/** Oldest first. */
export const walkEntries = prepared((query, { afterId, limit }: { afterId: bigint; limit: number }) =>
  query.selectFrom('audit_log').selectAll().where('id', '>', afterId).orderBy('id').limit(limit),
)

export const removeEntries = async (query: Query, throughId: bigint): Promise<void> => {
  await query.deleteFrom('audit_log').where('id', '<=', throughId).execute()
}
