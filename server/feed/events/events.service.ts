import type { Clock } from '../../platform/clock.ts'
import { protocolError } from '../../platform/http/http-error.ts'
import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database } from '../../platform/storage/database.ts'
import { readsFor } from '../../requests/access/account-reads.ts'
import { visibleAccount } from '../../requests/access/ownership.ts'
import { type EventHead, type FeedEvent, NOW, type Reader, readEventId, type StoredEvent } from './event.ts'
import type { KnownEventTypes } from './event-kinds.ts'
import { feedBounds, listEvents, listFeed, listHeads, type NoteRemoved, purgeEvents } from './events.repository.ts'

type Deps = {
  database: Database
  eventTypes: KnownEventTypes
  clock: Clock
  /** How long an event is retained. */
  retentionMs: number
}

type EventsQuery = {
  /** The id of the last event already seen; without it, the feed starts with the oldest retained event. */
  after?: string | undefined
  /** Only these types. Default: all types that the reader may see. */
  types?: readonly string[] | undefined
  limit: number
}

type Recipient = {
  accountId: bigint
  /** Whether it receives the events of all accounts. */
  isAdmin: boolean
  after: bigint
  through: bigint
  types: readonly string[]
  limit: number
}

export type EventsService = ReturnType<typeof eventsService>

const PURGE_STEP = 1_000

/** The change feed: an outbox that is written in the transaction of the change itself, and read in order of commits. */
export const eventsService = ({ database, eventTypes, clock, retentionMs }: Deps) => {
  const listeners = new Set<() => void>()
  let announced = false

  /** Called once for all the events of a group of commits. */
  const announce = () => {
    if (announced) return
    announced = true
    setImmediate(() => {
      announced = false
      for (const listener of listeners) listener()
    })
  }
  database.onForeignChange(announce)

  /** The position after which reading continues. Throws `invalid_cursor` if events after it may be missing. */
  const placeOf = async (after: string | undefined): Promise<bigint> => {
    const { last, purged } = await feedBounds(database.read)
    if (after === undefined) return purged
    if (after === NOW) return last
    const place = readEventId(after)
    if (place !== undefined && place >= purged && place <= last) return place
    const isOld = place !== undefined && place < purged
    const message = isOld
      ? 'is older than the retained events: start again without it'
      : 'must be the id of an event of this feed'
    throw protocolError('invalid_cursor', {
      errors: [{ field: 'after', code: 'invalid_value', message }],
    })
  }

  const readAfter = async (
    reader: Reader,
    {
      after,
      through,
      types,
      limit,
    }: {
      after: bigint
      through?: bigint
      types?: readonly string[] | undefined
      limit: number
    },
  ): Promise<StoredEvent[]> => {
    const readable = eventTypes.readable(reader, types)
    const query = { after, through, types: readable, viewer: visibleAccount(reader), limit }
    return listEvents(readsFor(database, reader), query, eventTypes.isPrivate)
  }

  return {
    /** Wakes those who wait for events, because this process or another has committed some. */
    announce,
    placeOf,
    readAfter,

    /** Reads the next events, regardless of who may see them, for a reader that serves many callers. */
    readNext: (after: bigint, limit: number): Promise<FeedEvent[]> => listFeed(database.read, { after, limit }),

    /** Reads the heads of the next events, without their data. */
    readHeads: (after: bigint, limit: number): Promise<EventHead[]> => listHeads(database.read, { after, limit }),

    /** Reads the next events for a webhook. */
    readFor: ({ accountId, isAdmin, ...query }: Recipient): Promise<StoredEvent[]> =>
      listEvents(
        readsFor(database, { accountId }),
        { ...query, viewer: isAdmin ? undefined : accountId, isForWebhook: true },
        eventTypes.isPrivate,
      ),

    /** A page of the feed, as `reader` may see it. */
    list: async (reader: Reader, { after, types, limit }: EventsQuery): Promise<StoredEvent[]> => {
      const place = await placeOf(after)
      return readAfter(reader, { after: place, types, limit })
    },

    /** The last position: reading after it begins now. */
    end: async (): Promise<bigint> => {
      const { last } = await feedBounds(database.read)
      return last
    },

    /** Calls back soon after events were committed. Returns a function that stops it. */
    onEvents(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Removes events older than the retention. */
    purge(stopping: AbortSignal, noteRemoved: NoteRemoved): Promise<void> {
      const purge = { beforeMs: clock.nowMs() - retentionMs, limit: PURGE_STEP, noteRemoved }
      const step = () => database.write(({ query }) => purgeEvents(query, purge))
      return repeatUntilDone(async () => (await step()) > 0, stopping)
    },
  }
}
