import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'

type Query = Kysely<Tables>

/**
 * A user as the provider identifies them. A subject is never reassigned; an email address may be.
 */
export type Identity = { issuer: string; subject: string }

export const findUserIdByIdentity = async (
  query: Query,
  { issuer, subject }: Identity,
): Promise<bigint | undefined> => {
  const row = await query
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

export const insertIdentity = async (
  query: Query,
  { issuer, subject }: Identity,
  { userId, nowMs }: { userId: bigint; nowMs: number },
): Promise<void> => {
  await query
    .insertInto('identities')
    .values({ issuer, subject, user_id: userId, created_at: instant(nowMs) })
    .execute()
}
