import { foreignReadingOf } from '../transfer/foreign-reading.ts'
import { guessFields, type RecognizedFile } from '../transfer/recognized-file.ts'
import type { RowReading } from '../transfer/transfer.ts'
import type { ImportColumn, ImportOptions } from './import-job.ts'

/** The options, completed by what was recognised from the file. */
export const completedOptions = (
  options: ImportOptions,
  recognized: RecognizedFile | null,
): ImportOptions => {
  const format = options.format ?? recognized?.format
  const from = options.from ?? (options.map ? undefined : recognized?.from)
  return { ...options, ...(format && { format }), ...(from && { from }) }
}

/** Whether it is clear how to read the file. */
export const isReadable = (
  { from, map }: ImportOptions,
  recognized: RecognizedFile | null,
): boolean => from !== undefined || map !== undefined || recognized?.isOwn === true

export const readingOf = (
  options: ImportOptions,
  { accountId, nowMs }: { accountId: bigint; nowMs: number },
): RowReading => {
  const map = options.map?.map(({ column, field }) => ({ from: column, to: field }))
  const foreign = foreignReadingOf({ ...options, map }, nowMs)
  return {
    ...{ format: options.format ?? 'csv', encoding: options.encoding ?? 'utf-8' },
    ...{ ignore: 'listed', account: accountId },
    ...(foreign && { foreign }),
  }
}

/** The columns of a file and the fields recognised for them. */
export const columnsOf = (
  { from, map }: ImportOptions,
  recognized: RecognizedFile | null,
): ImportColumn[] => {
  if (!recognized) return []
  const fields = guessFields({ ...recognized, from: map ? from : (from ?? recognized.from) })
  return recognized.columns.map(({ name, samples }, at) => {
    const mapped = map?.find(({ column }) => column === name)?.field
    const field = mapped ?? (map && from === undefined ? undefined : fields[at])
    return { name, ...(field !== undefined && { field }), samples }
  })
}
