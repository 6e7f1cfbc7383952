import type { Int } from '../../platform/storage/tables.ts'

/**
 * The table of the request log: in its own file on SQLite, so it is not one of the store's `Tables`. It is never
 * copied.
 */
export type RequestLogTables = {
  request_log: {
    position: Int
    account_id: Int
    key_id: Int
    status: Int
    operation_id: string
    request_id: string
    /** The details of an entry as JSON. */
    details: string
  }
}

export type RequestLogRow = RequestLogTables['request_log']

/** The columns, for each engine. */
export const requestLogTable = `create table request_log (
  position bigint primary key, account_id bigint not null, key_id bigint not null, status bigint not null,
  operation_id text not null, request_id text not null, details text not null)`

/** Newest first, all of an account; and its successes alone, of which fewer are retained. */
export const requestLogIndexes = [
  'create index request_log_account on request_log (account_id, position)',
  'create index request_log_successes on request_log (account_id, position) where status < 400',
]
