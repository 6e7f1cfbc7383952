import type { RowReading } from '../files/file-format.ts'
import { foreignReadingOf } from '../files/foreign-reading.ts'
import { columnsIn, guessFields, type RecognizedFile } from '../files/recognized-file.ts'
import { type Import, type ImportColumn, type ImportOptions, MAX_IMPORT_ROWS } from './import-job.ts'

/** The options, completed by what was recognised from the file. */
export const completedOptions = (options: ImportOptions, recognized: RecognizedFile | null): ImportOptions => {
  const format = options.format ?? recognized?.format
  const from = options.from ?? (options.map ? undefined : recognized?.from)
  const encoding = options.encoding ?? recognized?.encodings?.[0]?.encoding
  return {
    ...options,
    ...(format && { format }),
    ...(from && { from }),
    ...(encoding && { encoding }),
  }
}

/** The options with the names of columns as they read in the encoding of the options. */
export const inEncoding = ({ map, ...options }: ImportOptions, recognized: RecognizedFile | null): ImportOptions => {
  const readings = recognized?.encodings ?? []
  if (!recognized || !map || readings.length === 0) return { ...options, ...(map && { map }) }
  const { encoding } = completedOptions(options, recognized)
  const names = columnsIn(recognized, encoding).map(({ name }) => name)
  const renamed = (column: string): string => {
    if (names.includes(column)) return column
    const positions = readings.map(({ columns }) => columns.findIndex(({ name }) => name === column))
    return names[positions.find((at) => at >= 0) ?? -1] ?? column
  }
  return { ...options, map: map.map(({ column, field }) => ({ column: renamed(column), field })) }
}

/** Whether it is clear how to read the file. */
export const isReadable = ({ from, map }: ImportOptions, recognized: RecognizedFile | null): boolean =>
  from !== undefined || map !== undefined || recognized?.isOwn === true

export const readingOf = (
  options: ImportOptions,
  { accountId, nowMs }: { accountId: bigint; nowMs: number },
): RowReading => {
  const map = options.map?.map(({ column, field }) => ({ from: column, to: field }))
  const foreign = foreignReadingOf({ ...options, map }, nowMs)
  return {
    format: options.format ?? 'csv',
    encoding: options.encoding ?? 'utf-8',
    ignore: 'listed',
    account: accountId,
    ...(foreign && { foreign, maxAnimals: MAX_IMPORT_ROWS }),
  }
}

/** The columns of a file and the fields recognised for them. */
export const columnsOf = (
  { from, map, encoding }: ImportOptions,
  recognized: RecognizedFile | null,
): ImportColumn[] => {
  if (!recognized) return []
  const columns = columnsIn(recognized, encoding)
  const system = map ? from : (from ?? recognized.from)
  const fields = guessFields({ ...recognized, columns, from: system })
  const shown = columns.map(({ name, samples }, at) => {
    const mapped = map?.find(({ column }) => column === name)?.field
    const field = mapped ?? (map && from === undefined ? undefined : fields[at])
    return { name, ...(field !== undefined && { field }), samples }
  })
  if (shown.some(({ field }) => field === 'externalId')) return shown
  return shown.map((column, at) =>
    columns[at]?.looksLikeId && column.field === undefined ? { ...column, looksLikeId: true } : column,
  )
}

/** The encodings of a file that is not UTF-8, while none was chosen. */
export const encodingsOf = (
  { encoding }: ImportOptions,
  recognized: RecognizedFile | null,
): Pick<Import, 'encodings'> => {
  const guesses = recognized?.encodings ?? []
  if (encoding !== undefined || guesses.length === 0) return {}
  return { encodings: guesses.map(({ encoding: name, samples }) => ({ encoding: name, samples })) }
}
