import { type Kysely, sql } from 'kysely'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'

type Query = Kysely<Tables>

/**
 * How mail may leave the store: in the name of its account, in the store's, or not yet. It is the one rule for mail of
 * accounts that staff have not accepted or have suspended, and applies when mail is queued and when it is sent.
 */
export type Clearance = 'accountName' | 'storeName' | 'held'

type ToSend = { accountId: bigint | undefined; address: string }

/** Mail of such an account reaches nobody but its own people who have proven their address. */
export const clearanceOf = async (query: Query, { accountId, address }: ToSend): Promise<Clearance> => {
  if (accountId === undefined || !(await isRestricted(query, accountId))) return 'accountName'
  const [member] = await provenMember(query, { accountId, address })
  return member ? 'storeName' : 'held'
}

const isRestricted = async (query: Query, accountId: bigint): Promise<boolean> => {
  const [row] = await restrictedRow(query, { accountId })
  return row !== undefined
}

const restrictedRow = prepared((query, { accountId }: { accountId: bigint }) =>
  query
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where(({ eb, or }) => or([eb('reviewed_at', 'is', null), eb('suspended_at', 'is not', null)])),
)

const provenMember = prepared((query, { accountId, address }: { accountId: bigint; address: string }) =>
  query
    .selectFrom('users')
    .select('id')
    .where('email', '=', address)
    .where('account_id', '=', accountId)
    .where('unproven_since', 'is', null),
)

type Cleared = { createdAfterMs: number; nowMs: number; limit: number }

/** Mail that was held because of its account, and that may leave now, oldest first. */
export const listCleared = async (query: Query, { createdAfterMs, nowMs, limit }: Cleared): Promise<bigint[]> => {
  const rows = await query
    .selectFrom('mails')
    .innerJoin('accounts', 'accounts.id', 'mails.account_id')
    .select('mails.id')
    // As a literal, so that PostgreSQL uses the partial index.
    .where('held_reason', '=', sql.lit('account'))
    .where('status', '=', sql.lit('held'))
    .where('mails.created_at', '>', instant(createdAfterMs))
    .where(({ eb, or }) => or([eb('secret_until', 'is', null), eb('secret_until', '>', instant(nowMs))]))
    .where('reviewed_at', 'is not', null)
    .where('suspended_at', 'is', null)
    .orderBy('mails.created_at')
    .orderBy('mails.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
