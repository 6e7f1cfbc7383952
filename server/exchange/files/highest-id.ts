import { parseInt64 } from '../../platform/http/int64.ts'
import { parseJson } from '../../platform/http/json.ts'
import { petColumns, type RowReading } from './file-format.ts'
import { piecesOf, type Source, withoutMark } from './file-pieces.ts'
import { MAX_IMPORTED_ID } from './import-row.ts'
import { findList, listReader } from './json-list.ts'
import type { JsonList } from './json-survey.ts'
import { lineReader } from './line-reader.ts'
import { separatedReader } from './separated-reader.ts'

/** The names of lists and fields in our own exports. */
export const ownExport = { names: ['animals'], fields: petColumns }

/** The highest id in the file, in valid rows or not; 0 if there is none. Faster than parsing the rows. */
export const highestId = async (source: Source, { format, foreign }: RowReading): Promise<bigint> => {
  // Ids of another system are not our ids.
  if (foreign) return 0n
  const list = format === 'json' ? await findList(piecesOf(source), ownExport) : undefined
  const ids = { csv: csvIds, ndjson: ndjsonIds, json: () => jsonIds(list) }[format]()
  let highest = 0n
  let isFirst = true
  for await (const piece of piecesOf(source)) {
    const text = (piece as Buffer).toString('latin1')
    highest = most(highest, ids(isFirst ? withoutMark(text) : text))
    isFirst = false
  }
  return most(highest, ids())
}

const most = (least: bigint, ids: (bigint | undefined)[]): bigint => {
  let highest = least
  for (const id of ids) {
    if (id !== undefined && id > highest && id <= MAX_IMPORTED_ID) highest = id
  }
  return highest
}

const csvIds = () => {
  const split = separatedReader()
  let column: number | undefined
  return (text?: string): (bigint | undefined)[] => {
    const rows = split(text)
    if (column === undefined) {
      const names = rows.shift()?.fields
      if (Array.isArray(names)) {
        column = names.findIndex((name) => name.trim().toLowerCase() === 'id')
      }
    }
    const at = column ?? -1
    if (at < 0) return []
    return rows.map(({ fields }) => (typeof fields === 'string' ? undefined : parseInt64(fields[at] ?? '')))
  }
}

const ndjsonIds = () => {
  const split = lineReader()
  return (text?: string): (bigint | undefined)[] => split(text).map(({ raw }) => idOf(raw))
}

const jsonIds = (list: JsonList | undefined) => {
  const split = listReader(list, ownExport.names)
  return (text?: string): (bigint | undefined)[] => split(text).map(({ raw }) => idOf(raw))
}

const idOf = (raw: string): bigint | undefined => {
  try {
    const { id } = JSON.parse(raw)
    if (Number.isSafeInteger(id)) return BigInt(id)
    // Above 2^53, only the exact parser preserves it.
    const { value } = parseJson(Buffer.from(raw, 'latin1'))
    const exact = (value as { id?: unknown }).id
    return typeof exact === 'bigint' ? exact : undefined
  } catch {
    return undefined
  }
}
