import { systemClock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import { oneAtATime } from '../../platform/one-at-a-time.ts'
import { type FeedEvent, frame, type View } from './event.ts'

type Deps = {
  /** Reads the next events, regardless of who may see them. */
  readNext: (after: bigint, limit: number) => Promise<FeedEvent[]>
  /** The last position. */
  end: () => Promise<bigint>
  /** Calls back soon after events were committed. */
  onEvents: (listener: () => void) => () => void
  log: Logger
}

/** The events that a view must process, up to a position in the feed. */
type Chunk = { frames: Buffer; through: bigint }

type Follower = {
  /** It receives the events after this position. */
  from: bigint
  /** Waits for the next chunk; undefined once it is closed, or so far behind that it must read for itself again. */
  next(): Promise<Chunk | undefined>
  close(): void
}

const BATCH = 100
/** Collects the events of commits that are close together. */
const BATCH_MS = 5
/** The minimum time per follower between two deliveries, so that the cost does not grow with their number. */
const PER_FOLLOWER_MS = 0.5
const MAX_BETWEEN_MS = 1_000
/** How many followers are served in one turn of the event loop, because requests wait for its end. */
const TURN = 25
/** How many chunks may wait for one follower. They are shared, so many followers store them only once. */
const MAX_WAITING = 16
/** For events that were not announced, and after a database failure. */
const POLL_MS = 2_000

/**
 * Reads the end of the feed once for all who follow it. Each event is serialized once, and chunks are built once for
 * all followers with the same view.
 */
export const feedTail = ({ readNext, end, onEvents, log }: Deps) => {
  const followers = new Set<Queue>()
  let place = 0n
  let deliveredAtMs = Number.NEGATIVE_INFINITY
  let batchTimer: NodeJS.Timeout | undefined

  const reading = oneAtATime(
    'feed.read',
    async () => {
      while (followers.size > 0) {
        const after = place
        const batch = await readNext(after, BATCH)
        const last = batch.at(-1)
        if (!last) return
        // While nobody followed, somebody began at a later position.
        if (place !== after) continue
        place = last.sequence
        await deliver(batch, place)
        if (batch.length < BATCH) return
      }
    },
    log,
  )

  const wake = () => {
    if (followers.size === 0 || batchTimer) return
    const betweenMs = Math.min(MAX_BETWEEN_MS, followers.size * PER_FOLLOWER_MS)
    const waitMs = Math.max(BATCH_MS, deliveredAtMs + betweenMs - systemClock.steadyMs())
    batchTimer = setTimeout(() => {
      batchTimer = undefined
      void reading.run()
    }, waitMs).unref()
  }
  const stopListening = onEvents(wake)
  const polling = setInterval(wake, POLL_MS).unref()

  /** Delivers to the current followers: later ones begin after these events. */
  const deliver = async (batch: FeedEvent[], through: bigint): Promise<void> => {
    deliveredAtMs = systemClock.steadyMs()
    const framesFor = framesOf(batch)
    let served = 0
    for (const follower of [...followers]) {
      const frames = framesFor(follower.view)
      if (frames) follower.push({ frames, through })
      served += 1
      if (served % TURN === 0) await nextTurn()
    }
  }

  return {
    async follow(view: View): Promise<Follower> {
      if (followers.size === 0) {
        const last = await end()
        if (followers.size === 0) place = last
      }
      const follower = queue(view, () => followers.delete(follower))
      followers.add(follower)
      // Events committed since its position was read may have been announced to nobody.
      wake()
      return { from: place, next: follower.next, close: follower.close }
    },

    async close(): Promise<void> {
      stopListening()
      clearInterval(polling)
      clearTimeout(batchTimer)
      for (const follower of followers) follower.close()
      await reading.ended()
    },
  }
}

type Queue = ReturnType<typeof queue>

const queue = (view: View, onClose: () => void) => {
  const waiting: Chunk[] = []
  let isClosed = false
  let wanted: ((chunk: Chunk | undefined) => void) | undefined

  const close = (): void => {
    isClosed = true
    onClose()
    wanted?.(undefined)
  }
  return {
    view,
    close,
    push(chunk: Chunk): void {
      if (wanted) {
        const give = wanted
        wanted = undefined
        give(chunk)
      } else if (waiting.length < MAX_WAITING) waiting.push(chunk)
      else close()
    },
    next(): Promise<Chunk | undefined> {
      const chunk = waiting.shift()
      if (chunk || isClosed) return Promise.resolve(chunk)
      return new Promise((resolve) => {
        wanted = resolve
      })
    },
  }
}

const framesOf = (batch: FeedEvent[]) => {
  const written: string[] = []
  const byView = new Map<string, Buffer | undefined>()
  const bySeen = new Map<string, Buffer>()

  const write = (seen: number[]): Buffer => {
    let text = ''
    for (const at of seen) {
      written[at] ??= frame(batch[at] as FeedEvent)
      text += written[at]
    }
    return Buffer.from(text)
  }

  return ({ name, sees }: View): Buffer | undefined => {
    if (byView.has(name)) return byView.get(name)
    const seen = [...batch.keys()].filter((at) => sees(batch[at] as FeedEvent))
    let frames: Buffer | undefined
    if (seen.length > 0) {
      frames = bySeen.get(seen.join()) ?? write(seen)
      bySeen.set(seen.join(), frames)
    }
    byView.set(name, frames)
    return frames
  }
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
