import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import { MAX_COUNTED } from '../../platform/storage/bounded-count.ts'
import { contains } from '../../platform/storage/contains.ts'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import { compilable, prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { type ApplicationStatus, openStatuses as openApplications } from '../applications/application.ts'
import { type OrderStatus, openStatuses as openOrders } from '../orders/order.ts'

/**
 * The SQL of people. None are stored: they are derived from applications and orders, which form
 * several streams with their own indexes.
 */
type Query = Kysely<Tables>

/** The account that sees the people; undefined sees all. */
type Viewer = { viewer: bigint | undefined }
/** `parts` must all occur in the name or the address; empty matches everybody. */
type Seen = Viewer & { parts: readonly string[] }

/** A part of what people have sent. */
type Stream = {
  table: 'applications' | 'orders'
  /** The prefix of the columns about the person. */
  of: 'applicant' | 'customer'
  /** The first column of its index, and its value. */
  account?: { column: string; id: bigint }
  isForOthers?: true
}

const streamsOf = (viewer: bigint | undefined): Stream[] => {
  const applications = { table: 'applications', of: 'applicant' } as const
  const orders = { table: 'orders', of: 'customer' } as const
  if (viewer === undefined) return [applications, orders]
  return [
    { ...applications, account: { column: 'account_id', id: viewer } },
    { ...orders, account: { column: 'owner_account_id', id: viewer } },
    // Orders that it placed for animals of others.
    { ...orders, account: { column: 'account_id', id: viewer }, isForOthers: true },
  ]
}

export const streamCount = ({ viewer }: Viewer): number => streamsOf(viewer).length

/** Prepares one for each possible stream, as each has its own SQL. */
const forEachStream = <Made>(make: (streamOf: (viewer: bigint | undefined) => Stream) => Made) =>
  [0, 1, 2].map((at) =>
    make((viewer) => {
      const stream = streamsOf(viewer)[at]
      if (!stream) throw new Error('there is no such stream')
      return stream
    }),
  )

const named = <Made>(made: readonly Made[], at: number): Made => {
  const found = made[at]
  if (!found) throw new Error('there is no such stream')
  return found
}

/** An application or an order, with its data about the person. */
export type PersonRow = {
  id: bigint
  key: string
  name: string
  email: string
  phone: string | null
  created_at: bigint
}

type Walk = Seen & { beforeId: bigint | undefined; limit: number }

/** The rows of a stream, newest first. `at` is the index of the stream. */
export const walkStream = (query: Query, at: number, walk: Walk): MaybePromise<PersonRow[]> =>
  named(walks, at)(query, walk)

const walks = forEachStream((streamOf) =>
  prepared((query, { viewer, parts, beforeId, limit }: Walk) => {
    const stream = streamOf(viewer)
    const [key, name, email, phone] = (['key', 'name', 'email', 'phone'] as const).map((column) =>
      sql.ref(`${stream.of}_${column}`),
    )
    const conditions = [sql`${key} is not null`, ...walked(query, stream, beforeId), ...narrowed(query, stream, parts)]
    return compilable<PersonRow>(
      query,
      sql`select id, ${key} as key, ${name} as name, ${email} as email, ${phone} as phone, created_at
        from ${sql.table(stream.table)} where ${all(conditions)}
        order by ${orderOf(query, stream)} limit ${limit}`,
    )
  }),
)

/**
 * The rows of a stream before a place. On PostgreSQL a range instead of equality picks the index,
 * as in `index-order.ts`; otherwise the planner may choose another.
 */
const walked = (query: Query, { account }: Stream, beforeId: bigint | undefined): RawBuilder<unknown>[] => {
  const before = beforeId === undefined ? [] : [sql`id < ${beforeId}`]
  if (!account) return before
  const column = sql.ref(account.column)
  if (!hasManyWriters(query)) return [sql`${column} = ${account.id}`, ...before]
  return [
    sql`${column} >= ${account.id}`,
    beforeId === undefined ? sql`${column} <= ${account.id}` : sql`(${column}, id) < (${account.id}, ${beforeId})`,
  ]
}

const orderOf = (query: Query, { account }: Stream): RawBuilder<unknown> =>
  account && hasManyWriters(query) ? sql`${sql.ref(account.column)} desc, id desc` : sql`id desc`

/** The newest row of a person in a stream. */
export type NewestRow = Pick<PersonRow, 'id' | 'key' | 'created_at'>

type OfSome = Seen & { keys: readonly string[] }

/** Returns the records of some people, by their keys. */
export const newestInStream = (query: Query, at: number, some: OfSome): MaybePromise<NewestRow[]> =>
  some.keys.length === 0 ? [] : named(newest, at)(query, some)

const newest = forEachStream((streamOf) =>
  prepared((query, { viewer, parts, keys }: OfSome) => {
    const stream = streamOf(viewer)
    const key = sql.ref(`${stream.of}_key`)
    return compilable<NewestRow>(
      query,
      sql`select id, ${key} as key, created_at from ${sql.table(stream.table)} where id in (
        select max(id) from ${sql.table(stream.table)}
        where ${all([...ofPeople(stream, keys), ...narrowed(query, stream, parts)])} group by ${key})`,
    )
  }),
)

/** The number of people, up to one more than `MAX_COUNTED`. */
export const countPeople = async (query: Query, seen: Seen): Promise<number> => {
  const [row] = await countRows(query, seen)
  return Number(row?.total)
}

const countRows = prepared((query, { viewer, parts }: Seen) => {
  const keys = streamsOf(viewer).map((stream) => {
    const key = sql.ref(`${stream.of}_key`)
    const conditions = [sql`${key} is not null`, ...own(stream), ...narrowed(query, stream, parts)]
    return sql`select ${key} as key from ${sql.table(stream.table)} where ${all(conditions)}`
  })
  // In the order of the indexes, so that nothing is sorted or collected first.
  return compilable<{ total: bigint }>(
    query,
    sql`select count(*) as total from (${sql.join(keys, sql` union `)}
      order by 1 limit ${sql.lit(MAX_COUNTED + 1)}) as people`,
  )
})

/** The totals of one person over all streams. */
export type PersonTotals = {
  applications: number
  orders: number
  firstMs: number
  lastMs: number
}

/** Returns the records of some people, by their keys. */
export const readTotals = async (
  query: Query,
  { viewer, keys }: Viewer & { keys: readonly string[] },
): Promise<Map<string, PersonTotals>> => {
  const totals = new Map<string, PersonTotals>()
  if (keys.length === 0) return totals
  for (const [at, { table }] of streamsOf(viewer).entries()) {
    for (const row of await named(sums, at)(query, { viewer, keys })) {
      const known = totals.get(row.key) ?? {
        applications: 0,
        orders: 0,
        firstMs: Infinity,
        lastMs: 0,
      }
      totals.set(row.key, {
        ...known,
        [table]: known[table] + Number(row.count),
        firstMs: Math.min(known.firstMs, Number(row.first)),
        lastMs: Math.max(known.lastMs, Number(row.last)),
      })
    }
  }
  return totals
}

type Sum = { key: string; count: bigint; first: bigint; last: bigint }

const sums = forEachStream((streamOf) =>
  prepared((query, { viewer, keys }: Viewer & { keys: readonly string[] }) => {
    const stream = streamOf(viewer)
    const key = sql.ref(`${stream.of}_key`)
    return compilable<Sum>(
      query,
      sql`select ${key} as key, count(*) as count, min(created_at) as first, max(created_at) as last
        from ${sql.table(stream.table)} where ${all(ofPeople(stream, keys))} group by ${key}`,
    )
  }),
)

/** An application or an order of a person. */
export type Case<Status = ApplicationStatus | OrderStatus> = { id: bigint; status: Status }

type OfPerson = Viewer & { key: string; limit: number }

/** Cases that an account itself may erase: applications to it, and orders for its own animals. */
export type Cases = { applications: Case<ApplicationStatus>[]; orders: Case<OrderStatus>[] }

export const listCases = async (query: Query, person: OfPerson): Promise<Cases> => ({
  applications: await sentRows(query, person),
  orders: await placedRows(query, person),
})

/** Some of these that are open. */
export const listOpenCases = async (query: Query, person: OfPerson): Promise<Cases> => ({
  applications: await openSentRows(query, person),
  orders: await openPlacedRows(query, person),
})

/** The orders of a person that an account has placed for others' animals. */
export const listOrdersElsewhere = async (query: Query, person: OfPerson): Promise<bigint[]> =>
  person.viewer === undefined ? [] : (await elsewhereRows(query, person)).map(({ id }) => id)

/** The cases of a person in a stream. */
const casesOf = <Status extends string>(at: number, statuses?: readonly Status[]) =>
  prepared((query, { viewer, key, limit }: OfPerson) => {
    const stream = streamsOf(viewer)[at]
    if (!stream) throw new Error('there is no such stream')
    const conditions = [
      ...ofPeople(stream, [key]),
      ...(statuses ? [sql`status in (${sql.join(statuses.map((status) => sql.lit(status)))})`] : []),
    ]
    return compilable<{ id: bigint; status: Status }>(
      query,
      sql`select id, status from ${sql.table(stream.table)} where ${all(conditions)}
        order by id desc limit ${limit}`,
    )
  })

const sentRows = casesOf<ApplicationStatus>(0)
const openSentRows = casesOf<ApplicationStatus>(0, openApplications)
const placedRows = casesOf<OrderStatus>(1)
const openPlacedRows = casesOf<OrderStatus>(1, openOrders)
const elsewhereRows = casesOf<OrderStatus>(2)

/** The names of those animals that still exist. */
export const readPetNames = async (query: Query, ids: readonly bigint[]): Promise<Map<bigint, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await nameRows(query, { ids })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const nameRows = prepared((query, { ids }: { ids: readonly bigint[] }) =>
  query.selectFrom('pets').select(['id', 'name']).where('id', 'in', ids),
)

const own = ({ account }: Stream): RawBuilder<unknown>[] =>
  account ? [sql`${sql.ref(account.column)} = ${account.id}`] : []

const ofPeople = (stream: Stream, keys: readonly string[]): RawBuilder<unknown>[] => [
  sql`${sql.ref(`${stream.of}_key`)} in (${sql.join(keys)})`,
  ...own(stream),
  ...forOthers(stream),
]

const forOthers = ({ isForOthers }: Stream): RawBuilder<unknown>[] =>
  isForOthers ? [sql`account_id <> owner_account_id`] : []

const narrowed = (query: Query, stream: Stream, parts: readonly string[]): RawBuilder<unknown>[] => [
  ...forOthers(stream),
  ...parts.map((part) => contains(query, sql.ref(`${stream.of}_search`), part)),
]

const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join(conditions, sql` and `)
