import { type Kysely, sql } from 'kysely'
import { MAX_COUNTED } from '../../platform/storage/bounded-count.ts'
import type { EntryFilter, StoredEntry } from './request-entry.ts'
import type { RequestLogRow, RequestLogTables } from './request-log.tables.ts'
import type { EntryPage } from './request-log-storage.ts'

type Query = Kysely<RequestLogTables>

/** The columns of an entry, in the order of `valuesOf`. */
export const columns = [
  ...['position', 'account_id', 'key_id', 'status', 'operation_id', 'request_id', 'details'],
] as const satisfies (keyof RequestLogRow)[]

export const valuesOf = (entry: StoredEntry) =>
  [
    ...[entry.position, entry.accountId, entry.keyId, BigInt(entry.status)],
    ...[entry.operationId, entry.requestId, JSON.stringify(entry.details)],
  ] as const

export const toEntry = (row: RequestLogRow): StoredEntry => ({
  position: row.position,
  accountId: row.account_id,
  keyId: row.key_id,
  status: Number(row.status),
  operationId: row.operation_id,
  requestId: row.request_id,
  // We wrote it.
  details: JSON.parse(row.details) as StoredEntry['details'],
})

/** The rows of a page, newest first. `within` narrows what is searched to so many rows after `before`. */
export const pageOf = (query: Query, filter: EntryFilter, page: EntryPage & { within?: number }) =>
  matching(query, filter, page).selectAll().orderBy('position', 'desc').limit(page.limit)

/** How many rows match, up to one more than is counted. `within` narrows it as for a page. */
export const countOf = (query: Query, filter: EntryFilter, range: Range = { before: undefined }) =>
  query
    .selectFrom(
      matching(query, filter, range)
        .select(sql<bigint>`1`.as('one'))
        .limit(MAX_COUNTED + 1)
        .as('counted'),
    )
    .select(({ fn }) => fn.countAll<bigint>().as('total'))

/** The last position of the rows that `pageOf` searches with the same `within`, and how many they are. */
export const searchedOf = (
  query: Query,
  filter: EntryFilter,
  page: { before: bigint | undefined; within: number },
) =>
  query
    .selectFrom(searched(query, filter, page).as('request_log'))
    .select(({ fn }) => [
      fn.countAll<bigint>().as('rows'),
      fn.min<bigint | null>('position').as('last'),
    ])

type Range = { before: bigint | undefined; within?: number }

/** Rows of the account from `before` on, at most `within` of them, newest first. */
const searched = (
  query: Query,
  { accountId, fromPosition }: EntryFilter,
  { before, within }: Range,
) => {
  let select = query.selectFrom('request_log').selectAll()
  if (accountId !== undefined) select = select.where('account_id', '=', accountId)
  if (before !== undefined) select = select.where('position', '<', before)
  if (fromPosition !== undefined) select = select.where('position', '>=', fromPosition)
  return within === undefined ? select : select.orderBy('position', 'desc').limit(within)
}

const matching = (query: Query, filter: EntryFilter, range: Range) => {
  const { keyId, operationId, requestId, statuses } = filter
  let select = query.selectFrom(searched(query, filter, range).as('request_log'))
  if (keyId !== undefined) select = select.where('key_id', '=', keyId)
  if (operationId !== undefined) select = select.where('operation_id', '=', operationId)
  if (requestId !== undefined) select = select.where('request_id', '=', requestId)
  if (statuses !== undefined)
    select = select.where(({ eb, or }) =>
      or(
        statuses.map(([from, to]) =>
          eb.and([eb('status', '>=', BigInt(from)), eb('status', '<=', BigInt(to))]),
        ),
      ),
    )
  return select
}
