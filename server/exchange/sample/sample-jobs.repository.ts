import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import type { Author } from '../../requests/author/author.ts'
import { readAuthor, writeAuthor } from '../../requests/author/stored-author.ts'
import { sampleIds } from './sample-shelter.ts'

type Query = Kysely<Tables>

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

export type Claim = { accountId: bigint; claim: string }

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
    claim: null,
    leased_until: null,
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

/** The sample of a suspended account waits until the account is active again. */
const isOfActiveAccount = ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'samples'>) =>
  not(
    exists(
      selectFrom('accounts')
        .select('accounts.id')
        .whereRef('accounts.id', '=', 'samples.account_id')
        .where('accounts.suspended_at', 'is not', null),
    ),
  )

const isFree =
  (nowMs: number) =>
  ({ or, eb }: ExpressionBuilder<Tables, 'samples'>) =>
    or([eb('leased_until', 'is', null), eb('leased_until', '<=', instant(nowMs))])

/** The account whose task has waited longest. */
export const findWaiting = async (query: Query, nowMs: number): Promise<bigint | undefined> => {
  const row = await query
    .selectFrom('samples')
    .select('account_id')
    .where('ended_at', 'is', null)
    .where(isOfActiveAccount)
    .where(isFree(nowMs))
    .orderBy('added_at')
    .limit(1)
    .executeTakeFirst()
  return row?.account_id
}

/** Returns false if another worker was first. */
export const claimSampleJob = async (
  query: Query,
  { accountId, claim, nowMs, leasedUntilMs }: Claim & { nowMs: number; leasedUntilMs: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await query
    .updateTable('samples')
    .set({ claim, leased_until: instant(leasedUntilMs) })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where(isFree(nowMs))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns false if the claim was lost, or the account was suspended. */
export const renewSampleClaim = async (
  query: Query,
  { accountId, claim, leasedUntilMs }: Claim & { leasedUntilMs: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await query
    .updateTable('samples')
    .set({ leased_until: instant(leasedUntilMs) })
    .where('account_id', '=', accountId)
    .where('claim', '=', claim)
    .where(isOfActiveAccount)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const hasSampleClaim = async (query: Query, { accountId, claim }: Claim): Promise<boolean> => {
  const row = await query
    .selectFrom('samples')
    .select(sql<number>`1`.as('found'))
    .where('account_id', '=', accountId)
    .where('claim', '=', claim)
    .executeTakeFirst()
  return row !== undefined
}

/** Releases one claim, or all of them, so that another worker can continue at once. */
export const releaseSampleClaims = async (query: Query, claim?: string): Promise<void> => {
  await query
    .updateTable('samples')
    .set({ claim: null, leased_until: null })
    .where('claim', 'is not', null)
    .$if(claim !== undefined, (update) => update.where('claim', '=', claim ?? ''))
    .execute()
}

export type SampleOutcome = { problem?: string; kept?: number; nowMs: number }

/** Ends a claimed task. */
export const endSampleJob = async (
  query: Query,
  { accountId, claim }: Claim,
  { problem, kept = 0, nowMs }: SampleOutcome,
): Promise<void> => {
  await query
    .updateTable('samples')
    .set({
      author: null,
      ended_at: instant(nowMs),
      problem: problem ?? null,
      kept: BigInt(kept),
      claim: null,
      leased_until: null,
    })
    .where('account_id', '=', accountId)
    .where('claim', '=', claim)
    .execute()
}
