import type { RequestEntry } from './request-entry.ts'

/** The fields of an entry that are neither searched nor derived. */
type EntryDetails = Omit<RequestEntry, 'id' | 'time' | 'operationId' | 'status' | 'keyId' | 'accountId'>

/** A stored entry. 0 means no account or key, and an empty text no operation. */
export type StoredEntry = {
  /** The time and a number: newer entries have higher positions. See `positionAt`. */
  position: bigint
  accountId: bigint
  keyId: bigint
  status: number
  operationId: string
  requestId: string
  details: EntryDetails
}

/** Conditions that an entry must meet. */
export type EntryFilter = {
  accountId?: bigint | undefined
  keyId?: bigint | undefined
  operationId?: string | undefined
  requestId?: string | undefined
  /** Ranges of statuses, both ends included; an entry must be in one of them. */
  statuses?: readonly (readonly [from: number, to: number])[] | undefined
  fromPosition?: bigint | undefined
}

export type EntryPage = { before: bigint | undefined; limit: number }

export const MAX_OF_ACCOUNT = 10_000
/** Of all accounts: about 150 MB. */
export const MAX_ENTRIES = 500_000

const NUMBER_BITS = 20n

/** The first position at a time in Unix milliseconds. */
export const positionAt = (ms: number): bigint => BigInt(Math.max(0, Math.floor(ms))) << NUMBER_BITS

export const timeAt = (position: bigint): number => Number(position >> NUMBER_BITS)

/** The most numbers in one millisecond. */
export const NUMBERS = 2 ** Number(NUMBER_BITS)

/** The file of the request log of an embedded database. Its entries are about the accounts of that database alone. */
export const requestLogPath = (databasePath: string): string => `${databasePath}.requests`
