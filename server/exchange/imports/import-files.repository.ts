import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'
import type { ReportLine } from './import-job.ts'

type Query = Kysely<Tables>

/** A part of a file, compressed. */
export const insertPart = async (
  query: Query,
  { importId, part, content }: { importId: bigint; part: number; content: string },
): Promise<void> => {
  await query
    .insertInto('import_parts')
    .values({ import_id: importId, part: BigInt(part), content })
    .execute()
}

export const findPart = async (query: Query, importId: bigint, part: number): Promise<string | undefined> => {
  const row = await query
    .selectFrom('import_parts')
    .select('content')
    .where('import_id', '=', importId)
    .where('part', '=', BigInt(part))
    .executeTakeFirst()
  return row?.content
}

/** Deletes some of the parts. Returns true if there may be more. */
export const deleteParts = async (query: Query, importId: bigint, limit: number): Promise<boolean> => {
  const rows = await query
    .selectFrom('import_parts')
    .select('part')
    .where('import_id', '=', importId)
    .orderBy('part')
    .limit(limit)
    .execute()
  if (rows.length === 0) return false
  await query
    .deleteFrom('import_parts')
    .where('import_id', '=', importId)
    .where(
      'part',
      'in',
      rows.map(({ part }) => part),
    )
    .execute()
  return rows.length === limit
}

/** Rows in one statement, as engines limit the number of values. */
const MAX_ROWS = 500

export const insertReportLines = async (
  query: Query,
  importId: bigint,
  lines: readonly ReportLine[],
): Promise<void> => {
  for (let at = 0; at < lines.length; at += MAX_ROWS) {
    const rows = lines.slice(at, at + MAX_ROWS).map(({ position, line, ...shown }) => ({
      import_id: importId,
      position: BigInt(position),
      line: BigInt(line),
      ...shown,
    }))
    await query.insertInto('import_report_lines').values(rows).execute()
  }
}

export const listReportLines = async (
  query: Query,
  { importId, after, limit }: { importId: bigint; after: number; limit: number },
): Promise<ReportLine[]> => {
  const rows = await query
    .selectFrom('import_report_lines')
    .select(['position', 'line', 'field', 'code', 'message', 'value'])
    .where('import_id', '=', importId)
    .where('position', '>', BigInt(after))
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(({ position, line, ...shown }) => ({
    position: Number(position),
    line: Number(line),
    ...shown,
  }))
}

/** Deletes up to `limit` of the lines after a position. Returns true if there may be more. */
export const deleteReportLines = async (
  query: Query,
  { importId, after, limit }: { importId: bigint; after: number; limit: number },
): Promise<boolean> => {
  const rows = await query
    .selectFrom('import_report_lines')
    .select('position')
    .where('import_id', '=', importId)
    .where('position', '>', BigInt(after))
    .orderBy('position')
    .limit(limit)
    .execute()
  const last = rows.at(-1)?.position
  if (last === undefined) return false
  await query
    .deleteFrom('import_report_lines')
    .where('import_id', '=', importId)
    .where('position', '>', BigInt(after))
    .where('position', '<=', last)
    .execute()
  return rows.length === limit
}
