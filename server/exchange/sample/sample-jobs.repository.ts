import { type Kysely, sql } from 'kysely'
import { isUnqueued } from '../../platform/due-work/due-work.ts'
import type { WorkFilter } from '../../platform/due-work/handler.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import type { Author } from '../../requests/author/author.ts'
import { readAuthor, writeAuthor } from '../../requests/author/stored-author.ts'
import { sampleIds } from './sample-shelter.ts'

type Query = Kysely<Tables>

/** The due work that adds or removes a sample. Its key is the account. */
export const SAMPLE_KIND = 'samples.run'

export type SampleTask = 'add' | 'remove'

/** The last request for the sample of an account. */
export type SampleJob = {
  task: SampleTask
  author: Author | undefined
  addedAtMs: number
  isUnderWay: boolean
  problem: string | undefined
  kept: number
}

export const findSampleJob = async (query: Query, accountId: bigint): Promise<SampleJob | undefined> => {
  const row = await query.selectFrom('samples').selectAll().where('account_id', '=', accountId).executeTakeFirst()
  if (!row) return undefined
  return {
    // Only ever written by this program.
    task: row.task as SampleTask,
    author: row.author === null ? undefined : readAuthor(row.author),
    addedAtMs: Number(row.added_at),
    isUnderWay: row.ended_at === null,
    problem: row.problem ?? undefined,
    kept: Number(row.kept),
  }
}

type Queued = { accountId: bigint; task: SampleTask; author: Author; addedAtMs: number }

/** Requests a task, whose row is locked by its account. */
export const queueSampleJob = async (query: Query, { accountId, task, author, addedAtMs }: Queued): Promise<void> => {
  const values = {
    task,
    author: writeAuthor(author),
    added_at: instant(addedAtMs),
    ended_at: null,
    problem: null,
    kept: 0n,
  }
  await query
    .insertInto('samples')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute()
}

/** How many animals of the sample an account has, and how many of them are published. */
export const countSampleAnimals = async (
  query: Query,
  accountId: bigint,
): Promise<{ animals: number; published: number }> => {
  const row = await query
    .selectFrom('profiles')
    .innerJoin('pets', 'pets.id', 'profiles.pet_id')
    .select(({ fn }) => [fn.countAll<bigint>().as('animals'), fn.count<bigint>('published_at').as('published')])
    .where('pets.account_id', '=', accountId)
    .where('external_id', 'like', `${sampleIds}%`)
    .executeTakeFirst()
  return { animals: Number(row?.animals ?? 0n), published: Number(row?.published ?? 0n) }
}

export const hasAnimals = async (query: Query, accountId: bigint): Promise<boolean> => {
  const found = await query
    .selectFrom('pets')
    .select('id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Requests that were added without queueing them. */
export const listUnqueuedSamples = async (query: Query, limit: number): Promise<{ key: string; dueAtMs: number }[]> => {
  const rows = await query
    .selectFrom('samples')
    .select(['account_id', 'added_at'])
    .where('ended_at', 'is', null)
    .where(isUnqueued(SAMPLE_KIND, 'account_id'))
    .limit(limit)
    .execute()
  return rows.map(({ account_id, added_at }) => ({ key: String(account_id), dueAtMs: Number(added_at) }))
}

/** The sample of a suspended account waits until the account is active again. */
export const isOfActiveAccount: WorkFilter = ({ not, exists, selectFrom }) =>
  not(
    exists(
      selectFrom('samples')
        .innerJoin('accounts', 'accounts.id', 'samples.account_id')
        .select('samples.account_id')
        .where('accounts.suspended_at', 'is not', null)
        .where(sql`cast(samples.account_id as text)`, '=', sql.ref('due_work.key')),
    ),
  )

type Current = { accountId: bigint; task: SampleTask }

/** Returns false if the request has ended or was replaced, or its account is suspended. */
export const isCurrentSampleJob = async (query: Query, { accountId, task }: Current): Promise<boolean> => {
  const row = await query
    .selectFrom('samples')
    .innerJoin('accounts', 'accounts.id', 'samples.account_id')
    .select('samples.account_id')
    .where('samples.account_id', '=', accountId)
    .where('task', '=', task)
    .where('ended_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends a request, unless it was replaced. */
export const endSampleJob = async (
  query: Query,
  { accountId, task }: Current,
  { problem, kept = 0, nowMs }: { problem?: string; kept?: number; nowMs: number },
): Promise<void> => {
  await query
    .updateTable('samples')
    .set({ author: null, ended_at: instant(nowMs), problem: problem ?? null, kept: BigInt(kept) })
    .where('account_id', '=', accountId)
    .where('task', '=', task)
    .where('ended_at', 'is', null)
    .execute()
}
