import { ApiError } from '../errors/api-error.ts'
import type { Clock } from '../platform/clock.ts'
import { andThen, type MaybePromise } from '../platform/maybe-promise.ts'
import type { Database, Trx } from '../platform/storage/database.ts'
import { readsFor } from '../platform/storage/reads.ts'
import {
  eventData,
  type FeedEvent,
  type NewEvent,
  type Reader,
  readableTypes,
  readEventId,
  type StoredEvent,
} from './event.ts'
import {
  type EventRow,
  eventsOfOrder,
  feedBounds,
  insertEvents,
  listEvents,
  listFeed,
  purgeEvents,
  replaceEventData,
} from './events.repository.ts'

type Deps = {
  database: Database
  clock: Clock
  /** How long an event is kept. */
  retentionMs: number
  /** Tells the other processes that there are events. */
  publishEvents?: () => void
}

export type EventsQuery = {
  /** The id of the last event already seen; none starts with the oldest that is kept. */
  after?: string | undefined
  /** Only these types; none shows all that the reader may see. */
  types?: readonly string[] | undefined
  limit: number
}

export type EventsService = ReturnType<typeof eventsService>

const PURGE_STEP = 1_000

/** The change feed: an outbox that is written in the transaction of the change itself, and read in order of commits. */
export const eventsService = ({ database, clock, retentionMs, publishEvents }: Deps) => {
  const listeners = new Set<() => void>()
  let announced = false

  /** Once for all the events of a group of commits. */
  const announce = () => {
    if (announced) return
    announced = true
    setImmediate(() => {
      announced = false
      for (const listener of listeners) listener()
    })
  }
  database.onForeignChange(announce)

  /** The place after which reading goes on. Throws `invalid_cursor` when events after it may be missing. */
  const placeOf = (after: string | undefined): MaybePromise<bigint> =>
    andThen(feedBounds(database.read), ({ last, purged }) => {
      if (after === undefined) return purged
      const place = readEventId(after)
      if (place !== undefined && place >= purged && place <= last) return place
      const isOld = place !== undefined && place < purged
      const message = isOld
        ? 'is older than the events that are kept: begin again without it'
        : 'must be the id of an event of this feed'
      throw new ApiError('invalid_cursor', {
        errors: [{ field: 'after', code: 'invalid_value', message }],
      })
    })

  const readAfter = (
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
  ): MaybePromise<StoredEvent[]> => {
    const readable = readableTypes(reader)
    return listEvents(readsFor(database, reader), {
      after,
      through,
      types: types ? readable.filter((type) => types.includes(type)) : readable,
      accountId: reader.scopes.has('admin') ? undefined : reader.accountId,
      limit,
    })
  }

  const recorded = new WeakMap<Trx, EventRow[]>()

  /** The events of a transaction, which are written at its end. */
  const rowsOf = (trx: Trx): EventRow[] => {
    const known = recorded.get(trx)
    if (known) return known
    const rows: EventRow[] = []
    recorded.set(trx, rows)
    trx.beforeCommit(() => append(trx, rows), 'last')
    trx.onCommit(announce)
    if (publishEvents) trx.onCommit(publishEvents)
    return rows
  }

  /**
   * Sequences are given when a row is written, and seen by others when it is committed. Where transactions run side by
   * side, a reader could see 8, ask for what comes after it, and never see the 7 that is committed a moment later. So
   * from here to the commit it is one transaction at a time.
   */
  const append = async (trx: Trx, rows: EventRow[]): Promise<void> => {
    await trx.lockName('feed')
    await insertEvents(trx.query, rows)
  }

  return {
    /** Wakes who waits for events: another process has written some. */
    announce,
    placeOf,
    readAfter,

    /** The next events, whoever may see them: for who serves many readers. */
    readNext: (after: bigint, limit: number): MaybePromise<FeedEvent[]> =>
      listFeed(database.read, { after, limit }),

    /** Writes an event with the change it tells of: both or neither. */
    async record(trx: Trx, { type, data, orderId, accountId }: NewEvent): Promise<void> {
      rowsOf(trx).push({
        type,
        time: BigInt(clock.nowMs()),
        data: eventData(data),
        order_id: orderId ?? null,
        account_id: accountId ?? null,
      })
    },

    /** A page of the feed, as `reader` may see it. */
    list: (reader: Reader, { after, types, limit }: EventsQuery): MaybePromise<StoredEvent[]> =>
      andThen(placeOf(after), (place) => readAfter(reader, { after: place, types, limit })),

    /** The last place there is: reading after it begins now. */
    end: (): MaybePromise<bigint> => andThen(feedBounds(database.read), ({ last }) => last),

    /** Tells anew what past events say of an order: an erasure reaches the feed too. */
    async rewriteOrder(
      trx: Trx,
      orderId: bigint,
      rewrite: (data: string) => string,
    ): Promise<void> {
      for (const { sequence, data } of await eventsOfOrder(trx.query, orderId)) {
        await replaceEventData(trx.query, sequence, rewrite(data))
      }
    },

    /** Calls back soon after events were committed. Returns what stops it. */
    onEvents(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Removes events older than the retention. */
    async purge(): Promise<void> {
      const beforeMs = clock.nowMs() - retentionMs
      while ((await database.write((trx) => purgeEvents(trx.query, beforeMs, PURGE_STEP))) > 0);
    },
  }
}
