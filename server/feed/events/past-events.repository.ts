import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'
import type { Subject } from '../../requests/api/subject.ts'
import { isAbout } from './event-subject.ts'

type Query = Kysely<Tables>

/** The events about a subject after a position in the feed. */
export type LaterEvents = { subject: Subject; after: bigint }

/** Finds the position of the last event; 0 if there is none. */
export const lastPositionOf = async (query: Query, { type, id }: Subject): Promise<bigint> => {
  const { last } = await query
    .selectFrom('events')
    .select(({ fn }) => fn.max('sequence').as('last'))
    .where(isAbout(type, [id]))
    .executeTakeFirstOrThrow()
  return last ?? 0n
}

type PersonalDataQuery = LaterEvents & { through: bigint; fields: readonly string[]; limit: number }

/** Lists the positions of events that have one of `fields`, or to which receivers have responded with a body. */
export const listWithPersonalData = async (
  query: Query,
  { subject: { type, id }, after, through, fields, limit }: PersonalDataQuery,
): Promise<bigint[]> => {
  const rows = await query
    .selectFrom('events')
    .select('sequence')
    .where(isAbout(type, [id]))
    .where('sequence', '>', after)
    .where('sequence', '<=', through)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        // A quotation mark within a text is escaped with a backslash.
        ...fields.map((field) => eb('data', 'like', `%"${field}":%`)),
        exists(
          selectFrom('deliveries')
            .select('webhook_id')
            .whereRef('event_sequence', '=', 'events.sequence')
            .where('response_body', 'is not', null),
        ),
      ]),
    )
    .orderBy('sequence')
    .limit(limit)
    .execute()
  return rows.map(({ sequence }) => sequence)
}

type Rewrite = (data: string) => string

/** Rewrites the events about a subject after a position. */
export const rewriteEvents = async (
  query: Query,
  { subject: { type, id }, after }: LaterEvents,
  rewrite: Rewrite,
): Promise<void> => {
  const rows = await query
    .selectFrom('events')
    .select('sequence')
    .where(isAbout(type, [id]))
    .where('sequence', '>', after)
    .orderBy('sequence')
    .execute()
  await rewriteEventsAt(
    query,
    rows.map(({ sequence }) => sequence),
    rewrite,
  )
}

export const rewriteEventsAt = async (query: Query, positions: readonly bigint[], rewrite: Rewrite): Promise<void> => {
  if (positions.length === 0) return
  const events = await query
    .selectFrom('events')
    .select(['sequence', 'data'])
    .where('sequence', 'in', positions)
    .orderBy('sequence')
    .execute()
  for (const { sequence, data } of events) {
    await query
      .updateTable('events')
      .set({ data: rewrite(data) })
      .where('sequence', '=', sequence)
      .execute()
  }
}
