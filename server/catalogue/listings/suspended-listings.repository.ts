import type { Kysely } from 'kysely'
import { SUSPENDED, unreviewed } from '../../animals/profiles/listing-terms.ts'
import type { Tables } from '../../platform/storage/tables.ts'

type Query = Kysely<Tables>

/** Lists animals by id whose listings do not match the suspension or acceptance of their account, at most `limit`. */
export const listMisplaced = async (query: Query, limit: number): Promise<bigint[]> => {
  const suspended = await query
    .selectFrom('accounts')
    .select('id')
    .where('suspended_at', 'is not', null)
    .orderBy('id')
    .execute()
  const found: bigint[] = []
  for (const { id } of suspended) {
    if (found.length >= limit) break
    found.push(...(await listOffered(query, id, limit - found.length)))
  }
  if (found.length < limit) found.push(...(await listHeld(query, limit - found.length)))
  return found.sort((one, other) => (one < other ? -1 : 1))
}

/** Listings of an account that are still in lists. */
const listOffered = async (query: Query, accountId: bigint, limit: number): Promise<bigint[]> => {
  const rows = await query
    .selectFrom('listings')
    .select('pet_id')
    .where('account_id', '=', accountId)
    .where('status', 'in', offered)
    .limit(limit)
    .execute()
  return rows.map(({ pet_id }) => pet_id)
}

/** The statuses in the index. Sold animals are in no list, so they stay as they are. */
const offered = ['available', 'pending', ...Object.values(unreviewed)]

/** Hidden listings whose account is no longer suspended, or is accepted by now. */
const listHeld = async (query: Query, limit: number): Promise<bigint[]> => {
  const rows = await query
    .selectFrom('listings')
    .innerJoin('accounts', 'accounts.id', 'listings.account_id')
    .select('listings.pet_id')
    .where(({ and, eb, or }) =>
      or([
        and([eb('listings.status', '=', SUSPENDED), eb('accounts.suspended_at', 'is', null)]),
        and([eb('listings.status', 'in', Object.values(unreviewed)), eb('accounts.reviewed_at', 'is not', null)]),
      ]),
    )
    .limit(limit)
    .execute()
  return rows.map(({ pet_id }) => pet_id)
}
