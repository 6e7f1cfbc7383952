import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'

/** The results of a file's rows so far. */
export type Tally = {
  rows: number
  added: number
  updated: number
  unchanged: number
  refused: number
  /** In bytes for a file, in lines for the database. */
  reportLength: number
}

export type Import = Tally & { id: bigint; finishedAtMs: number | undefined }

export type StoredImport = Import & {
  source: string
  accountId: bigint | undefined
  isDryRun: boolean
  startedAtMs: number
  updatedAtMs: number
  undoneAtMs: number | undefined
  result: string | undefined
  report: string | undefined
}

/** The last import of exactly this file that was not undone. */
export const findImport = async (query: Kysely<Tables>, digest: string): Promise<Import | undefined> => {
  const row = await query
    .selectFrom('imports')
    .selectAll()
    .where('digest', '=', digest)
    .where('status', 'is', null)
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toImport(row)
}

/** An unfinished import of a file at this path. */
export const findUnfinishedImport = async (query: Kysely<Tables>, source: string): Promise<Import | undefined> => {
  const row = await query
    .selectFrom('imports')
    .selectAll()
    .where('source', '=', source)
    .where('status', 'is', null)
    .where('finished_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toImport(row)
}

/** Starts an import; unfinished ones of the same file or path are removed. */
export const beginImport = async (
  query: Kysely<Tables>,
  { digest, source, accountId, nowMs }: { digest: string; source: string; accountId: bigint; nowMs: number },
): Promise<Import> => {
  await query
    .deleteFrom('imports')
    .where('status', 'is', null)
    .where('finished_at', 'is', null)
    .where(({ or, eb }) => or([eb('source', '=', source), eb('digest', '=', digest)]))
    .execute()
  const none = { rows: 0n, added: 0n, updated: 0n, unchanged: 0n, refused: 0n, report_bytes: 0n }
  const times = { started_at: BigInt(nowMs), updated_at: BigInt(nowMs) }
  const row = await query
    .insertInto('imports')
    .values({ digest, source, account_id: accountId, ...none, ...times })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toImport(row)
}

/**
 * Saves the progress. Returns false if the saved progress is not the expected one: another process
 * has continued.
 */
export const advanceImport = async (
  query: Kysely<Tables>,
  { id, from, to, nowMs }: { id: bigint; from: number; to: Tally; nowMs: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await query
    .updateTable('imports')
    .set({
      rows: BigInt(to.rows),
      added: BigInt(to.added),
      updated: BigInt(to.updated),
      unchanged: BigInt(to.unchanged),
      refused: BigInt(to.refused),
      report_bytes: BigInt(to.reportLength),
      updated_at: BigInt(nowMs),
    })
    .where('id', '=', id)
    .where('rows', '=', BigInt(from))
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const finishImport = async (query: Kysely<Tables>, id: bigint, nowMs: number): Promise<void> => {
  await query
    .updateTable('imports')
    .set({ finished_at: BigInt(nowMs) })
    .where('id', '=', id)
    .execute()
}

/** Starts the import with this id, now that the digest of its file is known. */
export const startImport = async (
  query: Kysely<Tables>,
  { id, digest, nowMs }: { id: bigint; digest: string; nowMs: number },
): Promise<Import> => {
  const row = await query
    .updateTable('imports')
    .set({ digest, updated_at: BigInt(nowMs) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toImport(row)
}

export const findStoredImport = async (query: Kysely<Tables>, id: bigint): Promise<StoredImport | undefined> => {
  const row = await query.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  return {
    ...toImport(row),
    source: row.source,
    accountId: row.account_id ?? undefined,
    isDryRun: row.is_dry_run === 1n,
    startedAtMs: Number(row.started_at),
    updatedAtMs: Number(row.updated_at),
    undoneAtMs: row.undone_at === null ? undefined : Number(row.undone_at),
    result: row.result ?? undefined,
    report: row.report ?? undefined,
  }
}

/** Returns whether it was not undone before. */
export const markUndone = async (query: Kysely<Tables>, id: bigint, nowMs: number): Promise<boolean> => {
  const { numUpdatedRows } = await query
    .updateTable('imports')
    .set({ undone_at: BigInt(nowMs) })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type Row = Selectable<Tables['imports']>

const toImport = (row: Row): Import => ({
  id: row.id,
  rows: Number(row.rows),
  added: Number(row.added),
  updated: Number(row.updated),
  unchanged: Number(row.unchanged),
  refused: Number(row.refused),
  reportLength: Number(row.report_bytes),
  finishedAtMs: row.finished_at === null ? undefined : Number(row.finished_at),
})
