import { type Kysely, type RawBuilder, sql } from 'kysely'
import { MAX_COUNTED } from '../../platform/storage/bounded-count.ts'
import { contains } from '../../platform/storage/contains.ts'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import { compilable, prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import type { Cases, OfPerson, Stream } from './personal-data.ts'

/**
 * The SQL of people. None are stored: they are derived from records that name them, which form
 * several streams with their own indexes.
 */
type Query = Kysely<Tables>

/** The account that sees the people; undefined sees all. */
export type Viewer = { viewer: bigint | undefined }
/** `parts` must all occur in the name or the address; empty matches everybody. */
export type Seen = Viewer & { parts: readonly string[] }

/** The streams that an account reads. If it sees all, the first of each kind has everything. */
export const streamsFor = <S extends Stream>(streams: readonly S[], { viewer }: Viewer): readonly S[] =>
  viewer === undefined ? streams.filter(({ otherAccount }) => otherAccount === undefined) : streams

/** A record, with its data about the person. */
export type PersonRow = {
  id: bigint
  key: string
  name: string
  email: string
  phone: string | null
  created_at: bigint
}

/** The newest row of a person in a stream. */
export type NewestRow = Pick<PersonRow, 'id' | 'key' | 'created_at'>

type Sum = { key: string; count: bigint; first: bigint; last: bigint }

type Walk = Seen & { beforeId: bigint | undefined; limit: number }
type OfSome = Seen & { keys: readonly string[] }

/** The statements of a stream. */
export const streamStatements = (stream: Stream) => {
  const table = sql.table(stream.table)
  const key = columnOf(stream, 'key')
  return {
    /** Its rows, newest first. */
    walk: prepared((query, { viewer, parts, beforeId, limit }: Walk) => {
      const [name, email, phone] = (['name', 'email', 'phone'] as const).map((column) => columnOf(stream, column))
      const conditions = [
        sql`${key} is not null`,
        ...walked(query, { stream, viewer, beforeId }),
        ...narrowed(query, stream, { viewer, parts }),
      ]
      return compilable<PersonRow>(
        query,
        sql`select id, ${key} as key, ${name} as name, ${email} as email, ${phone} as phone, created_at
          from ${table} where ${all(conditions)} order by ${orderOf(query, stream, viewer)} limit ${limit}`,
      )
    }),

    /** The newest row of each of some people, by their keys. */
    newest: prepared((query, { viewer, parts, keys }: OfSome) =>
      compilable<NewestRow>(
        query,
        sql`select id, ${key} as key, created_at from ${table} where id in (
          select max(id) from ${table}
          where ${all([...ofPeople(stream, viewer, keys), ...narrowed(query, stream, { viewer, parts })])}
          group by ${key})`,
      ),
    ),

    /** The number of rows of each of some people, and when the first and the last was added. */
    sums: prepared((query, { viewer, keys }: Viewer & { keys: readonly string[] }) =>
      compilable<Sum>(
        query,
        sql`select ${key} as key, count(*) as count, min(created_at) as first, max(created_at) as last
          from ${table} where ${all(ofPeople(stream, viewer, keys))} group by ${key}`,
      ),
    ),
  }
}

export type StreamStatements = ReturnType<typeof streamStatements>

/** A record of a person that an account may erase. */
export type Case = { id: bigint; status: string }

/** The statements of the cases of a person. */
export const caseStatements = (name: string, { kind, streams, openStatuses }: Cases) => {
  const [own, others] = streams
  const listOthers = others && casesIn(others)
  return {
    name,
    kind,
    isOpen: ({ status }: Case): boolean => openStatuses.includes(status),
    /** The cases that an account itself may erase. */
    list: casesIn(own),
    listOpen: casesIn(own, openStatuses),
    /** The ids of those that only other accounts may erase. */
    listRemaining:
      listOthers &&
      (async (query: Query, person: OfPerson): Promise<bigint[]> =>
        person.viewer === undefined ? [] : (await listOthers(query, person)).map(({ id }) => id)),
  }
}

export type CaseStatements = ReturnType<typeof caseStatements>

const casesIn = (stream: Stream, statuses?: readonly string[]) =>
  prepared((query, { viewer, key, limit }: OfPerson) => {
    const conditions = [
      ...ofPeople(stream, viewer, [key]),
      ...(statuses ? [sql`status in (${sql.join(statuses.map((status) => sql.lit(status)))})`] : []),
    ]
    return compilable<Case>(
      query,
      sql`select id, status from ${sql.table(stream.table)} where ${all(conditions)} order by id desc limit ${limit}`,
    )
  })

/** Counts people, up to one more than `MAX_COUNTED`. */
export const peopleCount = (streams: readonly Stream[]) => {
  const countRows = prepared((query, { viewer, parts }: Seen) => {
    const keys = streamsFor(streams, { viewer }).map((stream) => {
      const key = columnOf(stream, 'key')
      const conditions = [
        sql`${key} is not null`,
        ...own(stream, viewer),
        ...narrowed(query, stream, { viewer, parts }),
      ]
      return sql`select ${key} as key from ${sql.table(stream.table)} where ${all(conditions)}`
    })
    // In the order of the indexes, so that nothing is sorted or collected first.
    return compilable<{ total: bigint }>(
      query,
      sql`select count(*) as total from (${sql.join(keys, sql` union `)}
        order by 1 limit ${sql.lit(MAX_COUNTED + 1)}) as people`,
    )
  })
  return async (query: Query, seen: Seen): Promise<number> => {
    const [row] = await countRows(query, seen)
    return Number(row?.total)
  }
}

const columnOf = ({ prefix }: Stream, column: 'key' | 'name' | 'email' | 'phone' | 'search') =>
  sql.ref(`${prefix}_${column}`)

type Walked = Viewer & { stream: Stream; beforeId: bigint | undefined }

/**
 * The rows of a stream before a place. On PostgreSQL a range instead of equality picks the index,
 * as in `index-order.ts`; otherwise the planner may choose another.
 */
const walked = (query: Query, { stream, viewer, beforeId }: Walked): RawBuilder<unknown>[] => {
  const before = beforeId === undefined ? [] : [sql`id < ${beforeId}`]
  if (viewer === undefined) return before
  const column = sql.ref(stream.account)
  if (!hasManyWriters(query)) return [sql`${column} = ${viewer}`, ...before]
  return [
    sql`${column} >= ${viewer}`,
    beforeId === undefined ? sql`${column} <= ${viewer}` : sql`(${column}, id) < (${viewer}, ${beforeId})`,
  ]
}

const orderOf = (query: Query, { account }: Stream, viewer: bigint | undefined): RawBuilder<unknown> =>
  viewer !== undefined && hasManyWriters(query) ? sql`${sql.ref(account)} desc, id desc` : sql`id desc`

const own = ({ account }: Stream, viewer: bigint | undefined): RawBuilder<unknown>[] =>
  viewer === undefined ? [] : [sql`${sql.ref(account)} = ${viewer}`]

const ofPeople = (stream: Stream, viewer: bigint | undefined, keys: readonly string[]): RawBuilder<unknown>[] => [
  sql`${columnOf(stream, 'key')} in (${sql.join(keys)})`,
  ...own(stream, viewer),
  ...forOthers(stream),
]

const forOthers = ({ account, otherAccount }: Stream): RawBuilder<unknown>[] =>
  otherAccount === undefined ? [] : [sql`${sql.ref(account)} <> ${sql.ref(otherAccount)}`]

const narrowed = (query: Query, stream: Stream, { parts }: Seen): RawBuilder<unknown>[] => [
  ...forOthers(stream),
  ...parts.map((part) => contains(query, columnOf(stream, 'search'), part)),
]

const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join(conditions, sql` and `)
