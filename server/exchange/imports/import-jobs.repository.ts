import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import { readAuthor, writeAuthor } from '../../requests/author/stored-author.ts'
import type { RecognizedFile } from '../files/recognized-file.ts'
import type { ImportOptions } from './import-job.ts'
import type { Outcome, Requester, StoredJob, StoredStatus } from './stored-import.ts'

type Query = Kysely<Tables>

/** Imports whose file is stored. */
const openStatuses = ['uploaded', 'checking', 'checked', 'running'] as const
const hidden: readonly string[] = ['receiving', 'removed']

export const findJob = async (query: Query, id: bigint): Promise<StoredJob | undefined> => {
  const row = await query
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', id)
    .where('status', 'is not', null)
    .executeTakeFirst()
  return row && toJob(row)
}

type JobList = { accountId: bigint; beforeId: bigint | undefined; limit: number }

/** The newest first. */
export const listJobs = async (query: Query, { accountId, beforeId, limit }: JobList): Promise<StoredJob[]> => {
  const rows = await query
    .selectFrom('imports')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', 'is not', null)
    .where('status', 'not in', hidden)
    .$if(beforeId !== undefined, (select) => select.where('id', '<', beforeId ?? 0n))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toJob)
}

export const countJobs = async (query: Query, accountId: bigint): Promise<number> => {
  const row = await query
    .selectFrom('imports')
    .select(({ fn }) => fn.countAll<bigint>().as('jobs'))
    .where('account_id', '=', accountId)
    .where('status', 'is not', null)
    .where('status', 'not in', hidden)
    .executeTakeFirst()
  return Number(row?.jobs ?? 0n)
}

/**
 * The number of an account's imports whose files are stored, and the rows that it has checked and
 * imported since then.
 */
export const countUse = async (
  query: Query,
  { accountId, sinceMs }: { accountId: bigint; sinceMs: number },
): Promise<{ open: number; checkedRows: number; importedRows: number }> => {
  const row = await query
    .selectFrom('imports')
    .select(({ fn }) => [
      sql<bigint>`sum(case when status in (${sql.join([...openStatuses])}) then 1 else 0 end)`.as('open'),
      fn.sum<bigint>('checked_rows').as('checked'),
      sql<bigint>`sum(case when status in ('running', 'done', 'failed', 'undone') then total_rows else 0 end)`.as(
        'imported',
      ),
    ])
    .where('account_id', '=', accountId)
    .where('status', 'is not', null)
    .where('created_at', '>', instant(sinceMs))
    .executeTakeFirst()
  const numberOf = (value: unknown) => Number(value ?? 0)
  return {
    open: numberOf(row?.open),
    checkedRows: numberOf(row?.checked),
    importedRows: numberOf(row?.imported),
  }
}

type NewJob = { accountId: bigint; fileName: string; bytes: number; nowMs: number }

export const insertJob = async (query: Query, { accountId, fileName, bytes, nowMs }: NewJob): Promise<bigint> => {
  const none = { rows: 0n, added: 0n, updated: 0n, unchanged: 0n, refused: 0n, report_bytes: 0n }
  const now = BigInt(nowMs)
  const { id } = await query
    .insertInto('imports')
    .values({
      digest: '',
      source: fileName,
      account_id: accountId,
      status: 'receiving',
      file_name: fileName,
      bytes: BigInt(bytes),
      checked_rows: 0n,
      ...none,
      started_at: now,
      updated_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type JobChange = {
  status?: StoredStatus
  options?: ImportOptions
  recognized?: RecognizedFile
  outcome?: Outcome
  problem?: string | null
  requester?: Requester
  digest?: string
  totalRows?: number | null
  reportLines?: number
  queuedAtMs?: number | null
  finishedAtMs?: number
  nowMs: number
}

/** Updates an import if it has one of these statuses. Returns false if it has another. */
export const updateJob = async (
  query: Query,
  { id, from }: { id: bigint; from: readonly StoredStatus[] },
  change: JobChange,
): Promise<boolean> => {
  const { options, recognized, outcome, requester, totalRows, queuedAtMs, finishedAtMs } = change
  const at = (ms: number | null) => (ms === null ? null : instant(ms))
  const { numUpdatedRows } = await query
    .updateTable('imports')
    .set({
      ...(change.status && { status: change.status }),
      ...(options && { options: JSON.stringify(options) }),
      ...(recognized && { recognized: JSON.stringify(recognized) }),
      ...(outcome && { result: JSON.stringify(outcome) }),
      ...(change.problem !== undefined && { problem: change.problem }),
      ...(requester && {
        author: writeAuthor(requester.author),
        may_choose_ids: requester.mayChooseIds ? 1n : 0n,
        may_name_categories: requester.mayNameCategories ? 1n : 0n,
      }),
      ...(change.digest !== undefined && { digest: change.digest }),
      ...(totalRows !== undefined && { total_rows: totalRows === null ? null : BigInt(totalRows) }),
      ...(change.reportLines !== undefined && { report_bytes: BigInt(change.reportLines) }),
      ...(queuedAtMs !== undefined && {
        queued_at: at(queuedAtMs),
        leased_until: null,
        claim: null,
      }),
      ...(finishedAtMs !== undefined && { finished_at: instant(finishedAtMs) }),
      updated_at: instant(change.nowMs),
    })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Checked rows count until the day is over, whatever happens to the import. */
export const addCheckedRows = async (query: Query, id: bigint, rows: number): Promise<void> => {
  await query
    .updateTable('imports')
    .set(({ eb }) => ({ checked_rows: eb('checked_rows', '+', BigInt(rows)) }))
    .where('id', '=', id)
    .execute()
}

/** A run starts at the first row. */
export const resetTally = async (query: Query, id: bigint): Promise<void> => {
  const none = { rows: 0n, added: 0n, updated: 0n, unchanged: 0n, refused: 0n, report_bytes: 0n }
  await query.updateTable('imports').set(none).where('id', '=', id).execute()
}

/** A finished import of the same file for the same account. */
export const findSame = async (
  query: Query,
  { accountId, digest }: { accountId: bigint; digest: string },
): Promise<bigint | undefined> => {
  const row = await query
    .selectFrom('imports')
    .select('id')
    .where('digest', '=', digest)
    .where('account_id', '=', accountId)
    .where('status', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Imports that were not run in time, and those that are not shown any more. */
export const listExpired = async (
  query: Query,
  { openBeforeMs, beforeMs, limit }: { openBeforeMs: number; beforeMs: number; limit: number },
): Promise<{ id: bigint; isOpen: boolean }[]> => {
  const rows = await query
    .selectFrom('imports')
    .select(['id', 'status'])
    .where('status', 'is not', null)
    .where(({ or, and, eb }) =>
      or([
        and([eb('status', 'in', ['receiving', 'uploaded', 'checked']), eb('created_at', '<', instant(openBeforeMs))]),
        and([eb('queued_at', 'is', null), eb('created_at', '<', instant(beforeMs))]),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, status }) => ({
    id,
    isOpen: ['receiving', 'uploaded', 'checked'].includes(status ?? ''),
  }))
}

/** Imports that were removed or have ended, of which a process that died has left parts of the file or the report. */
export const listLeftover = async (query: Query, limit: number): Promise<bigint[]> => {
  const parts = await query
    .selectFrom('import_parts')
    .select('import_id')
    .distinct()
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('imports')
            .select('imports.id')
            .whereRef('imports.id', '=', 'import_parts.import_id')
            .where('imports.status', 'in', ['receiving', ...openStatuses]),
        ),
      ),
    )
    .limit(limit)
    .execute()
  return parts.map(({ import_id }) => import_id)
}

export const deleteJob = async (query: Query, id: bigint): Promise<void> => {
  await query.deleteFrom('imports').where('id', '=', id).execute()
}

type Row = {
  id: bigint
  account_id: bigint | null
  status: string | null
  file_name: string | null
  bytes: bigint | null
  options: string | null
  recognized: string | null
  result: string | null
  problem: string | null
  digest: string
  rows: bigint
  added: bigint
  updated: bigint
  unchanged: bigint
  refused: bigint
  report_bytes: bigint
  total_rows: bigint | null
  started_at: bigint
  created_at: bigint | null
  updated_at: bigint
  finished_at: bigint | null
  queued_at: bigint | null
  author: string | null
  may_choose_ids: bigint | null
  may_name_categories: bigint | null
}

/** Earlier versions did not count these. */
const newCounts = { markedAsLeft: 0, published: 0, mergedRows: 0 }

const withNewCounts = ({ check, result, ...rest }: Outcome): Outcome => ({
  ...(check && { check: { ...newCounts, ...check } }),
  ...(result && { result: { ...newCounts, ...result } }),
  ...rest,
})

const msOf = (time: bigint | null): number | undefined => (time === null ? undefined : Number(time))

// The parsed values were written by this file.
const toJob = (row: Row): StoredJob => ({
  id: row.id,
  accountId: row.account_id ?? 0n,
  status: row.status as StoredStatus,
  fileName: row.file_name ?? '',
  bytes: Number(row.bytes ?? 0n),
  options: JSON.parse(row.options ?? '{}') as ImportOptions,
  recognized: JSON.parse(row.recognized ?? 'null') as RecognizedFile | null,
  outcome: withNewCounts(JSON.parse(row.result ?? '{}') as Outcome),
  problem: row.problem ?? undefined,
  digest: row.digest,
  tally: {
    rows: Number(row.rows),
    added: Number(row.added),
    updated: Number(row.updated),
    unchanged: Number(row.unchanged),
    refused: Number(row.refused),
    reportLength: Number(row.report_bytes),
  },
  totalRows: row.total_rows === null ? undefined : Number(row.total_rows),
  createdAtMs: Number(row.created_at ?? row.started_at),
  updatedAtMs: Number(row.updated_at),
  finishedAtMs: msOf(row.finished_at),
  queuedAtMs: msOf(row.queued_at),
  requester:
    row.author === null
      ? undefined
      : {
          author: readAuthor(row.author),
          mayChooseIds: row.may_choose_ids === 1n,
          mayNameCategories: row.may_name_categories === 1n,
        },
})
