import type { TSchema } from 'typebox'
import type { AuditTarget } from '../../accounts/audit/audit-entry.ts'
import type { Trx } from '../../platform/storage/database.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import type { Client } from '../../requests/access/account-reads.ts'

declare module '../../requests/api/module.ts' {
  interface Contributions {
    /** Personal data by its property in an export of a person. Records are locked in this order. */
    personal?: PersonalDataByName
    /** Texts that may mention people, by their property in the result of an erasure. */
    mentions?: MentionsByName
  }
  interface Module<Services> {
    /** Erases the personal data of each name that people are found by. */
    erasers?: Readonly<Record<string, Eraser>>
  }
}

export type PersonalDataByName = Readonly<Record<string, PersonalData>>
export type MentionsByName = Readonly<Record<string, Mentions>>

/** The most records of one kind in an export, and among the details of a person. */
export const MAX_LISTED = 200

type Query = Trx['query']
/** `key` is the person's email address in lower case. The account `viewer` asks; undefined sees all. */
export type OfPerson = { viewer: bigint | undefined; key: string; limit: number }

/** Personal data of one kind: how to find and export it. */
export type PersonalData = {
  /** All of it about a person, newest first, at most `limit`. */
  list(query: Query, of: OfPerson): Promise<readonly PersonalRecord[]>
  /** The schema of its list in an export. */
  exported: TSchema
  /** For records by which people are found. A module's `erasers` erases them. */
  cases?: Cases
}

export type PersonalRecord = {
  exported: object
  /** What the details of the person contain of a case. */
  details?: CaseDetails
}

type CaseDetails = {
  id: bigint
  petId?: bigint | undefined
  /** Absent once it is erased. */
  contact: Contact | undefined
  createdAt: string
  summary: object
}

export type Contact = { name: string; email: string; phone?: string | undefined }

/** Records that name a person, such as orders. */
export type Cases = {
  /** What one is called in messages and in the audit log. */
  kind: AuditTarget['type']
  /** Where they are. An account erases those of the first stream, and only other accounts those of the second. */
  streams: readonly [Stream, Stream?]
  /** In these statuses they are not erased. */
  openStatuses: readonly string[]
  schemas: {
    /** The number of them in a list of people. */
    count: TSchema
    /** The list of them in the details of a person. */
    details: TSchema
    /** The number of erased ones. */
    erased: TSchema
    /** The ids of those of the second stream that are left. */
    remaining?: TSchema
  }
  /** One in the details of a person. */
  example: object
}

/** Rows that name people, in the order of an index. */
export type Stream = {
  table: keyof Tables & string
  /** The prefix of the columns about the person: `_key`, `_name`, `_email`, `_phone` and `_search`. */
  prefix: string
  /** The column of the account that sees them, first in the index. */
  account: string
  /** Only rows in which this column has another account. */
  otherAccount?: string
}

/** Text in which somebody may have written an email address. It is not exported or erased: people decide. */
export type Mentions = {
  schema: TSchema
  /** The ids of what contains the address. */
  list(query: Query, of: { email: string; viewer: bigint | undefined; limit: number }): Promise<bigint[]>
}

export type Eraser = {
  /** The slow part of `eraseIn`, outside its transaction. Returns the last event that is erased already. */
  erasePast(client: Client, id: bigint): Promise<bigint>
  /** For what must be locked before records of later kinds. */
  lock?(trx: Trx<never>, id: bigint): Promise<unknown>
  // A method, so that it may record changes: every transaction of the program can record every change.
  eraseIn(trx: Trx<never>, id: bigint, eventsAfter: bigint): Promise<void>
}
