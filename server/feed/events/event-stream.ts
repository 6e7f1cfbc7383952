import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Logger } from '../../platform/log.ts'
import type { Reply } from '../../requests/api/reply.ts'
import { frame, type Reader, viewOf, writeEventId } from './event.ts'
import type { KnownEventTypes } from './event-kinds.ts'
import type { EventsService } from './events.service.ts'
import { feedTail } from './feed-tail.ts'
import { limitConcurrency } from './limit-concurrency.ts'
import type { StreamOwner, StreamSlots } from './stream-slots.ts'
import { type StreamCaller, streamWatch } from './stream-watch.ts'

type Deps = {
  eventTypes: Pick<KnownEventTypes, 'readable'>
  events: Pick<EventsService, 'readAfter' | 'readNext' | 'end' | 'onEvents'>
  slots: StreamSlots
  /** Decides which streams must end. */
  watch: Omit<Parameters<typeof streamWatch>[0], 'log'>
  log: Logger
}

/** The caller who opens a stream, and the events that it asks for. */
type Opening = {
  reader: Reader & StreamCaller
  /** The owner whose limit of streams applies. */
  owner: StreamOwner
  /** How many streams the owner may have. */
  limit: number
  /** Finds the position after which the stream begins. */
  begin: () => Promise<bigint>
  types: readonly string[] | undefined
  requestId: string
}

export type EventStream = ReturnType<typeof eventStream>

const BATCH = 100
/** Keeps proxies from closing an idle connection, and detects clients that have disappeared. */
const HEARTBEAT_MS = 15_000
/** The most streams that read for themselves at the same time, because they begin in the past or are far behind. */
const MAX_READING = 4

/**
 * Server-Sent Events (WHATWG HTML section 9.2). Streams that are up to date are served by the tail of the feed, which
 * is read once for all of them. Others read by themselves, a few at a time. The stream waits for a client that reads
 * slowly, and loses nothing.
 */
export const eventStream = ({ events, eventTypes, slots, watch, log }: Deps) => {
  const tail = feedTail({ ...events, log })
  const open = streamWatch({ ...watch, log })
  const reading = limitConcurrency(MAX_READING)
  let isClosed = false

  type Following = { reader: Reader; from: bigint; types: readonly string[] | undefined }

  const follow = async (
    response: ServerResponse,
    { reader, from, types }: Following,
    ended: AbortSignal,
  ): Promise<void> => {
    const view = viewOf(reader, eventTypes.readable(reader, types))
    let after = from
    const send = async (frames: string | Buffer): Promise<void> => {
      if (!response.write(frames)) await once(response, 'drain', { signal: ended })
    }
    const catchUp = async (through: bigint): Promise<void> => {
      while (after < through && !ended.aborted) {
        const query = { after, through, types, limit: BATCH }
        const batch = await reading(async () => events.readAfter(reader, query))
        if (batch.length > 0) await send(batch.map(frame).join(''))
        after = batch.length < BATCH ? through : (batch.at(-1)?.sequence ?? through)
      }
    }
    while (!ended.aborted) {
      const follower = await tail.follow(view)
      ended.addEventListener('abort', follower.close)
      // It may have ended while its position was looked up.
      if (ended.aborted) follower.close()
      try {
        await catchUp(follower.from)
        for (let chunk = await follower.next(); chunk; chunk = await follower.next()) {
          if (ended.aborted) break
          after = chunk.through
          await send(chunk.frames)
        }
      } finally {
        ended.removeEventListener('abort', follower.close)
        follower.close()
      }
    }
  }

  type Begun = Opening & { from: bigint; giveBack: () => void }

  /** Runs after the head of the response was sent, until the client or the stream ends. */
  const stream = (response: ServerResponse, begun: Begun): void => {
    const { reader, from, types, giveBack, requestId } = begun
    const ended = new AbortController()
    // The client has disconnected, or has opened a new stream on the same connection.
    if (isClosed || response.destroyed || response.closed) ended.abort()
    const forget = open.add(reader, ended)
    // The starting position, so that a client whose connection is lost before the first event misses nothing.
    response.write(`id: ${writeEventId(from)}\n\n`)
    const heartbeat = setInterval(() => {
      // For a client that does not read, it would only fill the buffer.
      if (!response.writableNeedDrain) response.write(':\n\n')
    }, HEARTBEAT_MS)
    response.once('close', () => ended.abort())
    follow(response, { reader, from, types }, ended.signal)
      .catch((error) => {
        if (!ended.signal.aborted) log.error({ err: error, requestId }, 'stream failed')
      })
      .finally(() => {
        clearInterval(heartbeat)
        forget()
        giveBack()
        response.end()
      })
  }

  return {
    /** Throws `too_many_streams`, and whatever `begin` throws. */
    async open(opening: Opening): Promise<Reply> {
      const giveBack = await slots.take(opening.owner, opening.limit)
      try {
        const from = await opening.begin()
        return {
          status: 200,
          type: 'text/event-stream; charset=utf-8',
          stream: (response) => stream(response, { ...opening, from, giveBack }),
        }
      } catch (error) {
        giveBack()
        throw error
      }
    },

    count: open.count,

    /** Ends the streams of keys that have ended, or whose account is suspended. */
    keysChanged: open.checkKeys,
    /** Ends streams that have been open too long, or whose key is banned or has expired. */
    sweep: open.sweep,

    /** Ends every stream; clients reconnect with the last id they saw. */
    async close(): Promise<void> {
      isClosed = true
      open.endAll()
      await tail.close()
    },
  }
}
