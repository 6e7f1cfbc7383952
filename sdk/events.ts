import { mayPass } from './error-response.ts'
import { AdoptionStoreError, ApiError, ConnectionError, RateLimitError } from './errors.ts'
import { eventFrames } from './event-frames.ts'
import { parseExact } from './exact-json.ts'
import type { Event } from './openapi.gen.ts'
import type { CallOptions, ListOptions, Runtime } from './options.ts'
import { type List, list } from './page.ts'
import type { EventQuery } from './queries.ts'
import { backoffMs, within } from './runtime.ts'
import type { Open, Send } from './transport.ts'

/** One change. */
export type StoreEvent = Event
/** The types of events. */
export type EventType = Event['type']

/** Options for following changes. */
export type FollowOptions = CallOptions & {
  /** The id of the last event seen: only later ones are returned. */
  after?: string | undefined
  /**
   * Where to start without `after`: at the `oldest` retained event, or `now`, when the service first responds. Default
   * `oldest`.
   */
  from?: 'oldest' | 'now' | undefined
  /** Only events of these types. */
  types?: readonly EventType[] | undefined
  /**
   * With `now`, the loop ends once it has returned every event up to the time it began, and throws errors that outlast
   * the client's retries. Default: it never ends.
   */
  until?: 'now' | undefined
  /**
   * Called once, with the position to continue from, when every event up to the time the loop began has been returned.
   * This costs one extra request, and reads the events in between as pages.
   */
  onCaughtUp?: ((position: string) => void) | undefined
  /** How often to request pages if streams do not work, in milliseconds. Default 5,000. */
  pollMs?: number | undefined
  /**
   * After how much silence a stream is considered lost, in milliseconds. The service sends something every 15 s.
   * Default 45,000.
   */
  silenceMs?: number | undefined
}

/** Changes as they happen. */
export type Following = AsyncGenerator<StoreEvent, void, undefined> & {
  /** The position to continue from: that of the last event returned, or a later one if no event matched since. */
  readonly position: string | undefined
}

/** Calls for changes. */
export type EventCalls = ReturnType<typeof eventCalls>

/** The function that sends requests. */
export type Deps = { send: Send; open: Open; runtime: Runtime }

const MAX_LIMIT = 100
const DEFAULT_POLL_MS = 5_000
const DEFAULT_SILENCE_MS = 45_000
/** A connection that lasted this long worked, so the next attempt follows immediately. */
const GOOD_CONNECTION_MS = 5_000
/** After this many streams without data, a proxy probably buffers them, so pages are requested instead. */
const MAX_SILENT_STREAMS = 2

export const eventCalls = ({ send, open, runtime }: Deps) => ({
  /**
   * Lists changes in the order they happened, from the oldest retained one or after `after`. Awaitable, and iterable
   * over all pages. Throws `invalid_cursor` if events after `after` are no longer retained.
   */
  list: (query?: EventQuery, options?: ListOptions): List<StoreEvent> =>
    list(send, { operation: 'listEvents', path: '/events', query }, options, { cursorName: 'after' }),

  /**
   * Returns every change as it happens, in order, exactly once. Uses the stream (Server-Sent Events), and keeps
   * reconnecting from the last event seen. If streams do not work, or the account has too many open, it requests pages.
   * Ends when the loop is left, when `signal` is aborted (which throws its reason) and, with `until: 'now'`, when it
   * has caught up. Throws on errors that are not temporary: `invalid_cursor` (events after `after` are no longer
   * retained), 401, 403, a ban, a limit used up for too long.
   */
  follow(options: FollowOptions = {}): Following {
    const place: Place = { after: options.after, silentStreams: 0 }
    const events = follow({ send, open, runtime }, options, place)
    return Object.defineProperty(events, 'position', { get: () => place.after }) as Following
  },

  /**
   * Returns the current position. `follow({ after })` from it returns every change that a list requested afterwards
   * does not contain.
   */
  position: (options: CallOptions = {}): Promise<string> => endOfFeed({ send }, options),
})

async function* follow(
  deps: Deps,
  { onCaughtUp, ...options }: FollowOptions,
  place: Place,
): AsyncGenerator<StoreEvent, void, undefined> {
  for await (const step of changes(deps, { ...options, marksEnd: onCaughtUp !== undefined }, place)) {
    if (step === caughtUp) onCaughtUp?.(place.after ?? '')
    else yield step
  }
}

/** Marks the place between events where everything up to the time the loop began has been returned. */
export const caughtUp = Symbol('caught up')

type ChangesOptions = Omit<FollowOptions, 'onCaughtUp'> & {
  /** Whether to return `caughtUp`, which takes some requests. */
  marksEnd: boolean
}

/** The events of `follow`; `place.after` is the position that each step leads to. */
export async function* changes(
  deps: Deps,
  { after: _, from = 'oldest', types, pollMs, silenceMs, until, marksEnd, ...options }: ChangesOptions,
  place: Place,
): AsyncGenerator<StoreEvent | typeof caughtUp, void, undefined> {
  const { runtime } = deps
  const { signal } = options
  const reading = { options, type: types && [...types], silenceMs: silenceMs ?? DEFAULT_SILENCE_MS }
  const isEnding = until === 'now'
  let end: string | undefined
  let isBehind = isEnding || marksEnd
  for (let failures = 0; ; ) {
    const startedAtMs = runtime.nowMs()
    const before = place.after
    try {
      if (isBehind) {
        end ??= await endOfFeed(deps, options)
        if (from === 'now') place.after ??= end
        yield* pages(deps, place, reading)
        if (place.after === undefined || place.after < end) place.after = end
        isBehind = false
        yield caughtUp
        if (isEnding) return
      }
      if (place.silentStreams >= MAX_SILENT_STREAMS || (!place.after && from === 'oldest')) {
        yield* page(deps, place, reading)
        if (place.after === before) await runtime.sleep(pollMs ?? DEFAULT_POLL_MS, signal)
        continue
      }
      yield* stream(deps, place, reading)
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (isOneTooMany(error) && place.after) place.silentStreams = MAX_SILENT_STREAMS
      else if (isEnding || (!isOneTooMany(error) && !isLoss(error))) throw error
    }
    const wasGood = place.after !== before || runtime.nowMs() - startedAtMs >= GOOD_CONNECTION_MS
    failures = wasGood ? 0 : failures + 1
    await runtime.sleep(backoffMs(failures, runtime.random), signal)
  }
}

/** Returns the position of the newest event. */
const endOfFeed = async ({ send }: Pick<Deps, 'send'>, options: CallOptions): Promise<string> => {
  const query = { after: 'now' }
  const { headers } = await send<StoreEvent[]>(
    { operation: 'listEvents', path: '/events', query },
    options,
  ).withResponse()
  const end = headers.get('x-next-cursor')
  if (end === null) throw new AdoptionStoreError('the service did not say where its feed ends')
  return end
}

/** The position of a loop in the feed. */
export type Place = {
  /** The id of the last event that was returned, or a later position if no event matched since. */
  after: string | undefined
  /** Consecutive streams without a single byte. */
  silentStreams: number
}

type Reading = {
  options: CallOptions
  type: EventType[] | undefined
  silenceMs: number
}

/** Returns the events of all pages up to the last one. */
async function* pages(deps: Deps, place: Place, reading: Reading) {
  while (yield* page(deps, place, reading));
}

/** One page; returns whether there is another. */
async function* page({ send }: Deps, place: Place, { options, type }: Reading) {
  const query = { after: place.after, type, limit: MAX_LIMIT }
  const { data, headers } = await send<StoreEvent[]>(
    { operation: 'listEvents', path: '/events', query },
    options,
  ).withResponse()
  yield* newOnes(data, place)
  return headers.has('x-next-cursor')
}

async function* stream({ open }: Deps, place: Place, { options, type, silenceMs }: Reading) {
  const connection = within(undefined, 'a stream', options.signal)
  const query = { after: place.after, type }
  const request = { operation: 'streamEvents', path: '/events/stream', query } as const
  try {
    const { body, headers } = await open(request, { ...options, signal: connection.signal })
    place.silentStreams += 1
    if (!body || !headers.get('content-type')?.startsWith('text/event-stream')) {
      place.silentStreams = MAX_SILENT_STREAMS
      return
    }
    for await (const frame of eventFrames(chunks(body, place, silenceMs, connection.signal))) {
      if (frame.data !== '') yield* newOnes([parseExact(frame.data) as StoreEvent], place)
      else place.after ??= frame.id
    }
  } finally {
    connection.abort()
  }
}

/** The events of a stream, until it ends or is silent for too long. */
async function* chunks(body: ReadableStream<Uint8Array>, place: Place, silenceMs: number, signal: AbortSignal) {
  const reader = body.getReader()
  const stop = () => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  try {
    for (;;) {
      const silence = setTimeout(stop, silenceMs)
      const { done, value } = await reader.read().finally(() => clearTimeout(silence))
      if (done) return
      place.silentStreams = 0
      yield value
    }
  } catch (cause) {
    throw new ConnectionError('the stream was lost', { cause })
  } finally {
    stop()
  }
}

/** Events that were not returned yet; each is recorded as it is returned. */
function* newOnes(events: readonly StoreEvent[], place: Place) {
  for (const event of events) {
    if (place.after !== undefined && event.id <= place.after) continue
    place.after = event.id
    yield event
  }
}

const isOneTooMany = (error: unknown): boolean => error instanceof ApiError && error.code === 'too_many_streams'

/** Whether a later connection may succeed. It does not if a limit is used up for longer than the client may wait. */
const isLoss = (error: unknown): boolean =>
  error instanceof AdoptionStoreError && !(error instanceof RateLimitError) && mayPass(error)
