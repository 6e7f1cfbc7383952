import { type Kysely, sql } from 'kysely'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import type { Author } from '../../requests/author/author.ts'
import type { OwnedApplication } from './application.ts'
import { listed, storedLanguage, toListed } from './application-rows.ts'

/**
 * The SQL of declining other applications after an approval. Each function takes the connection or
 * transaction it runs on.
 */

type Query = Kysely<Tables>

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

/** At most `limit`, the oldest first. */
export const listClosings = async (query: Query, limit: number): Promise<Authored[]> => {
  const rows = await query
    .selectFrom('application_closings')
    .selectAll()
    .orderBy('application_id')
    .limit(limit)
    .execute()
  return rows.map(({ application_id, pet_id, up_to_id, author }) => ({
    applicationId: application_id,
    petId: pet_id,
    upToId: up_to_id,
    author: readAuthor(author),
  }))
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

/** Numbers as text, as JSON has no 64-bit integers. */
const writeAuthor = (author: Author): string =>
  JSON.stringify(author, (_, value) => (typeof value === 'bigint' ? String(value) : value))

const readAuthor = (text: string): Author => {
  // We wrote it.
  const { id, accountId, ...author } = JSON.parse(text) as Omit<Author, 'id' | 'accountId'> & {
    id?: string
    accountId?: string
  }
  return {
    ...author,
    ...(id !== undefined && { id: BigInt(id) }),
    ...(accountId !== undefined && { accountId: BigInt(accountId) }),
  }
}
