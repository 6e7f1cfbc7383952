import { isUnused } from '../../accounts/audit/audit-chain.ts'
import { isMediaName } from '../../animals/media/media.ts'
import { storeFile } from '../schema/store-file.ts'
import type { StoreContents } from './store-contents.ts'

/**
 * Reads a dump of PostgreSQL from its SQL, which also shows that the whole file can be read. Its rows are those of one
 * moment, so it says what the dump has, and not what the database has now.
 */
export const readDump = async (lines: AsyncIterable<string>): Promise<StoreContents> => {
  const rows = Object.fromEntries(storeFile.counted.map((table) => [table, 0]))
  const photos = new Set<string>()
  const found: { version: string; head: StoreContents['head'] } = { version: '', head: undefined }
  let table: Copied | undefined
  for await (const line of lines) {
    if (table === undefined) table = copiedTable(line)
    else if (line === '\\.') table = undefined
    else {
      const { name, columns } = table
      if (rows[name] !== undefined) rows[name] += 1
      const value = (column: string) => line.split('\t')[columns.indexOf(column)] ?? ''
      if (name === 'photo_files') photos.add(value('name'))
      if (name === 'kysely_migration' && value('name') > found.version) found.version = value('name')
      if (name === 'audit_head') found.head = headOf(value)
    }
  }
  if (found.version === '') throw new Error('the dump is not one of a store')
  return { ...found, rows, photos: [...photos].filter(isMediaName).toSorted() }
}

type Copied = { name: string; columns: readonly string[] }

/** `COPY public.pets (id, name) FROM stdin;` */
const copiedTable = (line: string): Copied | undefined => {
  if (!line.startsWith('COPY ')) return undefined
  const [, name, columns = ''] = /^COPY (?:[^ .]+\.)?"?(\w+)"? \(([^)]*)\) FROM stdin;$/.exec(line) ?? []
  if (name === undefined) return undefined
  return { name, columns: columns.split(', ').map((column) => column.replaceAll('"', '')) }
}

const headOf = (value: (column: string) => string): StoreContents['head'] => {
  const head = {
    last_id: BigInt(value('last_id')),
    last_mac: value('last_mac'),
    removed_through: BigInt(value('removed_through')),
    removed_mac: value('removed_mac'),
    key: value('key'),
    mac: value('mac'),
  }
  return isUnused(head) ? undefined : head
}
