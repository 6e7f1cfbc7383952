import { type Insertable, type Kysely, sql } from 'kysely'
import { boundedCount } from '../../platform/storage/bounded-count.ts'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import { compilable, prepared, preparedRows } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant, showTime } from '../../platform/time.ts'
import type { HistoryAction } from '../../requests/api/history-action.ts'
import { type SubjectColumns, subjectColumns } from '../../requests/api/subject.ts'
import { isPerson } from '../../requests/author/author.ts'
import type { HistoryEntry, PendingHistory } from './history.ts'
import { inTwoParts, JOINED_WITHIN_MS, joinedEntries } from './joined-entries.ts'

type Query = Kysely<Tables>
type Row = Required<Omit<Insertable<Tables['pet_history']>, 'id'>>

/**
 * Writes entries in order, for animals that still exist, as entries of others would never be
 * removed. Related changes by one author are one entry: see `joined-entries.ts`.
 */
export const recordHistory = async (query: Query, entries: readonly PendingHistory[]): Promise<void> => {
  const added: AddedRow[] = []
  const changes: PendingHistory[] = []
  for (const entry of entries) {
    const { ownerId } = entry
    if (ownerId === undefined) changes.push(entry)
    else added.push(addedRow(entry, ownerId))
  }
  // First, as nothing can have happened to a new animal before.
  if (added.length > 0) await insertAdded(query, added)
  if (changes.length > 0) await recordChanges(query, changes)
}

type AddedRow = {
  pet_id: bigint
  time: bigint
  action: string
  subject: string
  actor_type: string
  actor_id: bigint | null
  actor_name: string | null
}

/** With the author's name if they belong to the owner's account, or to none. */
const addedRow = (entry: PendingHistory, ownerId: bigint): AddedRow => {
  const { petId, action, shows, author, timeMs } = entry
  const isByPerson = isPerson(author)
  const isNamed = isByPerson && (author.accountId === undefined || author.accountId === ownerId)
  return {
    pet_id: petId,
    time: instant(timeMs),
    action,
    subject: shows,
    actor_type: author.type,
    actor_id: isByPerson ? (author.id ?? null) : null,
    actor_name: isNamed ? (author.name ?? null) : null,
  }
}

/**
 * Inserts entries about added animals, which exist and have known owners. They join no other entry,
 * so nothing is looked up.
 */
const insertAdded = preparedRows<AddedRow, unknown>(
  ['pet_id', 'time', 'action', 'subject', 'actor_type', 'actor_id', 'actor_name'],
  (query, rows) => query.insertInto('pet_history').values(rows),
  { isAwaited: false },
)

const recordChanges = async (query: Query, entries: readonly PendingHistory[]): Promise<void> => {
  const { joining, others } = inTwoParts(joinedEntries(entries))
  if (joining.length > 0) await joinRows(query, joining.map(rowOf))
  if (others.length > 0) await insertRows(query, others.map(rowOf))
}

/**
 * With the author's account (null for none), its place among the others, and the oldest entry that
 * it may join.
 */
type NewRow = Row & { actor_account: bigint | null; place: bigint; since: bigint }

const rowOf = (entry: PendingHistory, at: number): NewRow => {
  const { petId, action, fields, status, subject, shows, author, timeMs } = entry
  const isByPerson = isPerson(author)
  return {
    pet_id: petId,
    time: instant(timeMs),
    action,
    subject: shows,
    actor_type: author.type,
    actor_id: isByPerson ? (author.id ?? null) : null,
    actor_name: isByPerson ? (author.name ?? null) : null,
    actor_account: author.accountId ?? null,
    fields: fields === undefined ? null : JSON.stringify(fields),
    status: status ?? null,
    ...subjectColumns(subject),
    place: BigInt(at),
    since: instant(timeMs - JOINED_WITHIN_MS),
  }
}

const columns = [
  'pet_id',
  'time',
  'order_id',
  'application_id',
  'actor_account',
  'place',
  'actor_id',
  'since',
  'subject_id',
  'action',
  'subject',
  'actor_type',
  'actor_name',
  'fields',
  'status',
  'subject_type',
] as const
const numbers = 9

const into = sql`pet_id, time, order_id, application_id, actor_id, subject_id, action, subject, actor_type,
  actor_name, fields, status, subject_type`

/** The owner of the animal must not see names of another account's users and keys. */
const values = sql`pets.id, column2, column3, column4, column7, column9, column10, column11, column12,
  case when column5 is null or column5 = pets.account_id then column13 end, column14, column15, column16`

const newRows = (rows: readonly NewRow[]) =>
  sql`(values ${sql.join(rows.map(valuesOf))}) as new_rows join pets on pets.id = column1`

/** PostgreSQL needs the types of values. */
const valuesOf = (row: NewRow) =>
  sql`(${sql.join(columns.map((name, at) => sql`cast(${row[name]} as ${sql.raw(at < numbers ? 'bigint' : 'text')})`))})`

const insertRows = preparedRows<NewRow, unknown>(
  columns,
  (query, rows) =>
    compilable(
      query,
      sql`insert into pet_history (${into})
      select ${values} from ${newRows(rows)} order by column6`,
    ),
  { isAwaited: false },
)

/**
 * A row that joins the newest entry of its animal takes its id and replaces it. In one statement:
 * the author has locked the animal, so nobody else adds an entry in between.
 */
const joinRows = preparedRows<NewRow, unknown>(
  columns,
  (query, rows) =>
    compilable(
      query,
      sql`insert into pet_history (id, ${into})
      select ${idOf(query)}, ${values} from ${newRows(rows)} where true order by column6
      on conflict (id) do update set time = excluded.time, fields = ${unionOfFields(query)}`,
    ),
  { isAwaited: false },
)

const idOf = (query: Query) => {
  const same = sql`(select newest.id
    from (
      select id, time, action, actor_type, actor_id from pet_history
      where pet_id = pets.id order by id desc limit 1
    ) as newest
    where newest.action = column10 and newest.actor_type = column12 and newest.actor_id = column7
      and newest.time >= column8)`
  // SQLite assigns an id if there is none.
  return hasManyWriters(query) ? sql`coalesce(${same}, nextval(pg_get_serial_sequence('pet_history', 'id')))` : same
}

/** All names, without duplicates, in order of their first occurrence. */
const unionOfFields = (query: Query) =>
  hasManyWriters(query)
    ? sql`(
        select json_agg(value order by at)::text from (
          select value, min(at) as at
          from json_array_elements_text(
            (pet_history.fields::jsonb || excluded.fields::jsonb)::json
          ) with ordinality as names (value, at)
          group by value) as named)`
    : sql`case when excluded.fields is not null then (
        select json_group_array(value order by at) from (
          select value, min(at) as at from (
            select value, key as at from json_each(pet_history.fields)
            union all select value, 10000 + key from json_each(excluded.fields))
          group by value)) end`

/**
 * Entries removed in the animal's transaction, as all writes wait for it. The rest is removed
 * later.
 */
const REMOVED_AT_ONCE = 500

export const removeHistory = async (query: Query, petId: bigint): Promise<void> => {
  await noteRest(query, { petId })
  await deleteRows(query, { petId })
}

const oldest = (query: Query, petId: bigint) =>
  query.selectFrom('pet_history').select('id').where('pet_id', '=', petId).orderBy('id').limit(sql.lit(REMOVED_AT_ONCE))

const deleteRows = prepared(
  (query, { petId }: { petId: bigint }) => query.deleteFrom('pet_history').where('id', 'in', oldest(query, petId)),
  { isAwaited: false },
)

/** Notes the last entry to remove, as an import may restore the animal with the same id. */
const noteRest = prepared(
  (query, { petId }: { petId: bigint }) =>
    query
      .insertInto('ended_histories')
      .columns(['pet_id', 'through'])
      .expression((eb) =>
        eb
          .selectFrom('pet_history as first')
          .select(({ selectFrom }) => [
            'first.pet_id',
            selectFrom('pet_history')
              .select(({ fn }) => fn.max('pet_history.id').as('last'))
              .whereRef('pet_history.pet_id', '=', 'first.pet_id')
              .as('through'),
          ])
          .where('first.pet_id', '=', petId)
          .orderBy('first.id')
          .limit(sql.lit(1))
          .offset(sql.lit(REMOVED_AT_ONCE)),
      )
      .onConflict((conflict) =>
        conflict.column('pet_id').doUpdateSet(({ ref }) => ({ through: ref('excluded.through') })),
      ),
  { isAwaited: false },
)

/** Removes some entries of a removed animal. Returns whether there may be more. */
export const removeEndedHistory = async (query: Query): Promise<boolean> => {
  const ended = await query.selectFrom('ended_histories').selectAll().limit(1).executeTakeFirst()
  if (!ended) return false
  const { pet_id, through } = ended
  const some = await oldest(query, pet_id).where('id', '<=', through).execute()
  // Another replica may be removing the same ones.
  await (some.length === 0
    ? query.deleteFrom('ended_histories').where('pet_id', '=', pet_id)
    : query.deleteFrom('pet_history').where(
        'id',
        'in',
        some.map(({ id }) => id),
      )
  ).execute()
  return true
}

const AT_ONCE = 250

/** Removes names of users and keys, which must not be shown to another account. */
export const forgetNames = async (query: Query, petIds: readonly bigint[]): Promise<void> => {
  for (let at = 0; at < petIds.length; at += AT_ONCE) {
    await query
      .updateTable('pet_history')
      .set({ actor_id: null, actor_name: null })
      .where('pet_id', 'in', petIds.slice(at, at + AT_ONCE))
      .where('actor_name', 'is not', null)
      .execute()
  }
}

type HistoryFilter = { petId: bigint; subjects: readonly string[] }
export type HistoryList = HistoryFilter & { beforeId?: bigint | undefined; limit: number }

/** The newest first. */
export const listHistory = async (query: Query, list: HistoryList): Promise<HistoryEntry[]> =>
  (await listRows(query, list)).map(toEntry)

const filtered = (query: Query, { petId, subjects }: HistoryFilter) =>
  query.selectFrom('pet_history').selectAll().where('pet_id', '=', petId).where('subject', 'in', subjects)

const listRows = prepared((query, { beforeId, limit, ...filter }: HistoryList) => {
  const select = filtered(query, filter).orderBy('id', 'desc').limit(limit)
  return beforeId === undefined ? select : select.where('id', '<', beforeId)
})

export const countHistory = boundedCount(filtered)

const toEntry = (row: Omit<Row, 'fields'> & { id: bigint; fields: string | null }): HistoryEntry => ({
  id: row.id,
  time: showTime(row.time),
  ...(row.actor_type !== null && {
    actor: {
      // Only ever written by this program.
      type: row.actor_type as 'user',
      ...(row.actor_name !== null && { name: row.actor_name }),
    },
  }),
  action: row.action as HistoryAction,
  ...(row.fields !== null && { fields: JSON.parse(row.fields) as string[] }),
  ...(row.status !== null && { status: row.status }),
  ...subjectOfRow(row),
})

/** Its subject, as `orderId` or the like. Rows of older programs have it in another column. */
const subjectOfRow = (row: SubjectColumns): { [name: `${string}Id`]: bigint } => {
  if (row.subject_type !== null && row.subject_id !== null) return { [`${row.subject_type}Id`]: row.subject_id }
  if (row.order_id !== null) return { orderId: row.order_id }
  return row.application_id === null ? {} : { applicationId: row.application_id }
}
