import type { Tokens } from '../../server/catalogue/listings/search-tokens.ts'
import { DAY_MS } from '../../server/platform/durations.ts'

export type Row = Record<string, string | number | bigint | null>
/** The tokens of a listing in the index of words. */
export type Text = { pet_id: bigint; published_at: bigint; seq: bigint; tokens: Tokens }
/** The number of copies of each animal, and the distance of ids and times between copies. */
export type Copying = { copies: number; ids: number; ms: number }

/** Receives many listings. */
export type Sink = {
  insert(tables: Record<string, readonly Row[]>): Promise<void>
  index(texts: readonly Text[]): Promise<void>
  /** Copies the inserted rows as often as requested. */
  multiply(): Promise<void>
  end(): Promise<void>
}

/** The columns that differ in copy number `k`. */
const differing = ({ ids, ms }: Copying): Record<string, Record<string, string>> => {
  const id = (column: string) => `${column} + k * ${ids}`
  const time = (column: string) => `${column} + k * ${ms}`
  return {
    pets: {
      id: id('id'),
      added_at: time('added_at'),
      updated_at: time('updated_at'),
      waiting_since: `(${time('added_at')}) / ${DAY_MS}`,
    },
    profiles: {
      pet_id: id('pet_id'),
      published_at: time('published_at'),
      updated_at: time('updated_at'),
    },
    listings: {
      pet_id: id('pet_id'),
      published_at: time('published_at'),
      seq: `((${time('published_at')}) << 20) + ((${id('pet_id')}) & 1048575)`,
    },
    listing_changes: { pet_id: id('pet_id'), change_id: id('change_id') },
    texts: {
      seq: `((${time('published_at')}) << 20) + ((${id('pet_id')}) & 1048575)`,
    },
  }
}

/** The select list for copies, from a table and a table of numbers `k`. */
export const copied = (table: string, columns: readonly string[], copying: Copying): string =>
  columns.map((column) => `${differing(copying)[table]?.[column] ?? column} as ${column}`).join(', ')
