import { type Kysely, sql } from 'kysely'
import { isUnqueued } from '../../platform/due-work/due-work.ts'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import type { Author } from '../../requests/author/author.ts'
import { readAuthor, writeAuthor } from '../../requests/author/stored-author.ts'
import type { OwnedApplication } from './application.ts'
import { listed, storedLanguage, toListed } from './application-rows.ts'

/**
 * The SQL of declining other applications after an approval. Each function takes the connection or
 * transaction it runs on.
 */

type Query = Kysely<Tables>

/** The due work that declines what is left of a closing. Its key is the approved application. */
export const CLOSING_KIND = 'applications.decline'

/** An approval, and the last id of the applications for its animal that came before it. */
export type Closing = { applicationId: bigint; petId: bigint; upToId: bigint }

/** With the author who declines the others. */
type Authored = Closing & { author: Author }

export const insertClosing = async (
  query: Query,
  { applicationId, petId, upToId, author }: Authored,
  nowMs: number,
): Promise<void> => {
  const row = { application_id: applicationId, pet_id: petId, up_to_id: upToId }
  await query
    .insertInto('application_closings')
    .values({ ...row, author: writeAuthor(author), created_at: instant(nowMs) })
    .execute()
}

export const findClosing = async (query: Query, applicationId: bigint): Promise<Authored | undefined> => {
  const row = await query
    .selectFrom('application_closings')
    .selectAll()
    .where('application_id', '=', applicationId)
    .executeTakeFirst()
  return row && { applicationId, petId: row.pet_id, upToId: row.up_to_id, author: readAuthor(row.author) }
}

/** Closings that were added without queueing them. */
export const listUnqueuedClosings = async (
  query: Query,
  limit: number,
): Promise<{ key: string; dueAtMs: number }[]> => {
  const rows = await query
    .selectFrom('application_closings')
    .select(['application_id', 'created_at'])
    .where(isUnqueued(CLOSING_KIND, 'application_id'))
    .limit(limit)
    .execute()
  return rows.map(({ application_id, created_at }) => ({ key: String(application_id), dueAtMs: Number(created_at) }))
}

export const removeClosing = async (query: Query, applicationId: bigint): Promise<void> => {
  await query.deleteFrom('application_closings').where('application_id', '=', applicationId).execute()
}

/** Whether an application will be declined because another one was approved. */
export const isClosing = async (
  query: Query,
  { id, petId, ownerId }: { id: bigint; petId: bigint; ownerId: bigint },
): Promise<boolean> => {
  const found = await query
    .selectFrom('application_closings')
    .innerJoin('applications', 'applications.id', 'application_closings.application_id')
    .select('application_closings.application_id')
    .where('application_closings.pet_id', '=', petId)
    .where('application_closings.up_to_id', '>=', id)
    .where('applications.account_id', '=', ownerId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The id of the last application for an animal. */
export const lastIdFor = async (query: Query, petId: bigint): Promise<bigint> => {
  const { last } = await query
    .selectFrom('applications')
    .select(({ fn }) => fn.max('id').as('last'))
    .where('pet_id', '=', petId)
    .executeTakeFirstOrThrow()
  return BigInt(last ?? 0)
}

/**
 * Locks some open applications for the animal together with the approved one, in order of their
 * ids, on an engine with concurrent writers. An animal that was deleted and imported again may have
 * applications to another account, which stay.
 */
export const lockOthers = async (
  query: Query,
  { applicationId, petId, upToId }: Closing,
  limit: number,
): Promise<OwnedApplication[]> => {
  const some = await query
    .selectFrom('applications')
    .select('id')
    .where('pet_id', '=', petId)
    .where('closed_at', 'is', null)
    .where('id', '<=', upToId)
    .where('id', '!=', applicationId)
    .where('account_id', '=', ({ selectFrom }) =>
      selectFrom('applications').select('account_id').where('id', '=', applicationId),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
  const select = query
    .selectFrom('applications')
    .select([...listed, 'link_salt', 'language'])
    .where('id', 'in', [...some.map(({ id }) => id), applicationId])
    .orderBy('id')
  const rows = await (hasManyWriters(query) ? select.forNoKeyUpdate() : select).execute()
  return rows
    .filter(({ id, closed_at }) => id !== applicationId && closed_at === null)
    .map((row) => ({
      application: toListed(row),
      ownerId: row.account_id,
      linkSalt: row.link_salt ?? undefined,
      language: storedLanguage(row),
    }))
}

export const declineAll = async (query: Query, ids: readonly bigint[], nowMs: number): Promise<void> => {
  await query
    .updateTable('applications')
    .set({
      status: sql.lit('declined'),
      closed_at: instant(nowMs),
      updated_at: instant(nowMs),
    })
    .where('id', 'in', ids)
    .execute()
}
