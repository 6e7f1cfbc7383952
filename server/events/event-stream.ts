import { once } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { baseHeaders } from '../platform/http/base-headers.ts'
import type { Logger } from '../platform/log.ts'
import { eventJson, type Reader, type StoredEvent, writeEventId } from './event.ts'
import type { EventsService } from './events.service.ts'

type Deps = {
  events: Pick<EventsService, 'readAfter' | 'onEvents'>
  /** Whether a key still holds. */
  isActive: (keyId: bigint) => Promise<boolean>
  log: Logger
  /** Told of each stream that begins. */
  onOpen?: (request: FastifyRequest) => void
}

type Opening = {
  reader: Reader & { keyId: bigint }
  /** The place after which the stream begins. */
  from: bigint
  types: readonly string[] | undefined
}

export type EventStream = ReturnType<typeof eventStream>

const BATCH = 100
/** Keeps proxies from closing a quiet connection, and finds out about a client that went without a word. */
const HEARTBEAT_MS = 15_000

/**
 * Server-Sent Events (WHATWG HTML section 9.2). A stream holds no more than one batch: a client that reads slowly is
 * waited for, and loses nothing.
 */
export const eventStream = ({ events, isActive, log, onOpen = () => {} }: Deps) => {
  const open = new Set<AbortController>()
  let isClosed = false

  const follow = async (
    response: FastifyReply['raw'],
    { reader, from, types }: Opening,
    ended: AbortSignal,
  ): Promise<void> => {
    let after = from
    let wake = Promise.withResolvers<void>()
    const stopListening = events.onEvents(() => wake.resolve())
    const heartbeat = setInterval(() => {
      response.write(':\n\n')
      isActive(reader.keyId).then(
        (active) => active || response.end(),
        () => {},
      )
    }, HEARTBEAT_MS)
    ended.addEventListener('abort', () => wake.resolve())
    try {
      while (!ended.aborted) {
        wake = Promise.withResolvers<void>()
        const batch = await events.readAfter(reader, { after, types, limit: BATCH })
        for (const event of batch) {
          after = event.sequence
          if (!response.write(frame(event))) await once(response, 'drain', { signal: ended })
        }
        if (batch.length < BATCH) await wake.promise
      }
    } finally {
      clearInterval(heartbeat)
      stopListening()
    }
  }

  return {
    open(request: FastifyRequest, reply: FastifyReply, opening: Opening): void {
      const ended = new AbortController()
      open.add(ended)
      // A client that comes back over the connection that its last stream left.
      if (isClosed) ended.abort()
      onOpen(request)
      reply.hijack()
      const response = reply.raw
      response.writeHead(200, [
        ...baseHeaders(request),
        ...['content-type', 'text/event-stream; charset=utf-8'],
      ])
      // Where it begins, so that a client whose connection is lost before the first event misses nothing.
      response.write(`id: ${writeEventId(opening.from)}\n\n`)
      response.once('close', () => ended.abort())
      follow(response, opening, ended.signal)
        .catch((error) => {
          if (!ended.signal.aborted)
            log.error({ err: error, requestId: request.id }, 'stream failed')
        })
        .finally(() => {
          open.delete(ended)
          response.end()
        })
    },

    count: (): number => open.size,

    /** Ends every stream; their clients come back with the last id they saw. */
    close(): void {
      isClosed = true
      for (const ended of open) ended.abort()
    },
  }
}

const frame = (event: StoredEvent): string =>
  `id: ${writeEventId(event.sequence)}\nevent: ${event.type}\ndata: ${eventJson(event)}\n\n`
