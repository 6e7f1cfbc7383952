import { systemClock } from '../clock.ts'
import type { Logger } from '../log.ts'
import { type Connection, keepConnected, openConnection, type RedisAddress } from './connection.ts'
import type { Script } from './script.ts'

/** Sends one command. */
type Send = (args: string[]) => Promise<unknown>

export type Redis = {
  /** What the names of our keys and channels begin with. */
  prefix: string
  /** Rejects with `RedisUnavailable` within the deadline, at once while Redis is known to be away. */
  send: Send
  /** Runs a script in one round trip, and sends its text when Redis does not know it. */
  run(script: Script, keys: string[], args: string[]): Promise<unknown>
  /**
   * Does what must not be left undone: now, or as soon as Redis is back, before anything else. Of several
   * with one name only the last is done. Returns whether it is done by now.
   */
  ensure(name: string, work: (send: Send) => Promise<unknown>): Promise<boolean>
  isUp(): boolean
  /** Calls back when Redis becomes available or unavailable. */
  onChange(listener: (isUp: boolean) => void): void
  /** Resolves when Redis is available, or after `withinMs`. */
  ready(withinMs: number): Promise<boolean>
  close(): Promise<void>
}

/** Redis did not reply in time, or not at all: whether the command was executed is unknown. */
export class RedisUnavailable extends Error {
  constructor(reason: string) {
    super(`Redis is unavailable: ${reason}`)
    this.name = 'RedisUnavailable'
  }
}

type Options = {
  address: RedisAddress
  prefix: string
  log: Logger
  deadlineMs?: number
  watch?: RedisWatch | undefined
}

/** Called for each command as it ends: it has to be quick. */
export type RedisWatch = { onReply(durationMs: number): void; onFailure(): void }

const DEADLINE_MS = 50
/** A Redis that replies, but slowly, is waited for this long. */
const SLOW_MS = 150
/** Time is counted in ticks that the event loop has seen: that this process was busy is not the fault of Redis. */
const TICK_MS = 10
const HEARTBEAT_MS = 1_000
/** A connection that stays silent for this long is given up for a new one. */
const SILENCE_MS = 1_000

/**
 * Redis with a deadline on every call and no queue. One call without a reply opens the circuit: from then on calls
 * fail at once, until a probe in the background succeeds.
 */
export const connectRedis = ({
  address,
  prefix,
  log,
  deadlineMs = DEADLINE_MS,
  watch,
}: Options): Redis => {
  let state: 'starting' | 'up' | 'down' = 'starting'
  let connection: Connection | undefined
  const owed = new Map<string, (send: Send) => Promise<unknown>>()
  const listeners = new Set<(isUp: boolean) => void>()

  const onOverdue = () => goDown(`no reply within ${deadlineMs} ms`)
  const deadlines = deadlineTicks(deadlineMs, onOverdue, watch)
  const sendTo = (target: Connection) => (args: string[]) => deadlines.watch(target.send(args))

  const send: Send = (args) =>
    state === 'up' && connection ? sendTo(connection)(args) : Promise.reject(away)

  const goUp = (server: string) => {
    state = 'up'
    log.info(
      { redis: 'up', server },
      'Redis is available: limits are counted for all processes together',
    )
    for (const listener of listeners) listener(true)
  }

  const goDown = (reason: string) => {
    deadlines.failAll(new RedisUnavailable(reason))
    const wasUp = state === 'up'
    if (state === 'down') return
    state = 'down'
    log.warn(
      { redis: 'down', reason },
      'Redis is unavailable: limits are counted by this process alone',
    )
    for (const listener of listeners) listener(false)
    if (wasUp && connection) probe(connection)
  }

  /** A Redis that replies with an error is unavailable too, until a probe succeeds. */
  const onError = (error: Error): never => {
    if (error instanceof RedisUnavailable) throw error
    goDown(error.message)
    throw new RedisUnavailable(error.message)
  }

  const payDebts = async (by: Send): Promise<void> => {
    for (const [name, work] of owed) {
      await work(by)
      if (owed.get(name) === work) owed.delete(name)
    }
  }

  /** A write, as a Redis that only reads (loading, out of memory, a replica) is of no use here. */
  const probe = async (target: Connection): Promise<void> => {
    const silent = setTimeout(() => target.destroy(new Error('silent')), SILENCE_MS)
    try {
      await target.send(['SET', `${prefix}probe`, '1', 'PX', '1000'])
      await payDebts(sendTo(target))
      if (connection === target) goUp(target.server)
    } catch (error) {
      target.destroy(error as Error)
    } finally {
      clearTimeout(silent)
    }
  }

  const stop = keepConnected((attempt) => openConnection(address, attempt), {
    onReady(target) {
      connection = target
      probe(target)
    },
    onLost({ message }) {
      connection = undefined
      goDown(message)
    },
  })
  const heartbeat = setInterval(() => {
    if (state === 'up')
      send(['PING'])
        .then(() => payDebts(send))
        .catch(() => {})
  }, HEARTBEAT_MS).unref()

  return {
    prefix,
    send,

    run(script, keys, args) {
      const operands = [String(keys.length), ...keys, ...args]
      return send(['EVALSHA', script.sha, ...operands]).catch((error) =>
        error.message.startsWith('NOSCRIPT')
          ? send(['EVAL', script.text, ...operands]).catch(onError)
          : onError(error),
      )
    },

    async ensure(name, work) {
      owed.set(name, work)
      if (state !== 'up') return false
      try {
        await work(send)
        if (owed.get(name) === work) owed.delete(name)
        return true
      } catch {
        return false
      }
    },

    isUp: () => state === 'up',
    onChange: (listener) => void listeners.add(listener),

    ready: (withinMs) =>
      new Promise((resolve) => {
        if (state === 'up') return resolve(true)
        const late = setTimeout(() => resolve(false), withinMs)
        listeners.add((isUp) => {
          if (!isUp) return
          clearTimeout(late)
          resolve(true)
        })
      }),

    async close() {
      state = 'down'
      clearInterval(heartbeat)
      deadlines.failAll(away)
      await stop()
    },
  }
}

const away = new RedisUnavailable('it did not reply before')

type Waiting = { sinceTick: number; sentAtMs: number; reject: (error: Error) => void }

/**
 * Calls `onOverdue` when calls wait and no reply at all has come for `deadlineMs` of an event loop that is free to
 * receive it; or when one waits for `SLOW_MS` while earlier ones get their replies.
 */
const deadlineTicks = (deadlineMs: number, onOverdue: () => void, watch?: RedisWatch) => {
  const slowMs = Math.max(SLOW_MS, deadlineMs)
  const waiting = new Set<Waiting>()
  let tick = 0
  let lastReplyTick = 0
  let timer: NodeJS.Timeout | undefined

  const onTick = () => {
    tick += 1
    // In the order in which they were sent, so that the first has waited longest.
    const [first] = waiting
    if (!first) {
      clearInterval(timer)
      timer = undefined
      return
    }
    const silentTicks = tick - Math.max(first.sinceTick, lastReplyTick)
    const waitedTicks = tick - first.sinceTick
    if (silentTicks * TICK_MS >= deadlineMs || waitedTicks * TICK_MS >= slowMs) onOverdue()
  }

  /** Returns whether it was still waited for. */
  const settle = (entry: Waiting): boolean => {
    lastReplyTick = tick
    return waiting.delete(entry)
  }

  return {
    watch: <T>(reply: Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        const entry = { sinceTick: tick, sentAtMs: systemClock.steadyMs(), reject }
        waiting.add(entry)
        timer ??= setInterval(onTick, TICK_MS)
        reply.then(
          (value) => {
            if (settle(entry)) watch?.onReply(systemClock.steadyMs() - entry.sentAtMs)
            resolve(value)
          },
          (error) => {
            if (settle(entry)) watch?.onFailure()
            reject(error)
          },
        )
      }),

    failAll(error: Error) {
      for (const { reject } of waiting) {
        watch?.onFailure()
        reject(error)
      }
      waiting.clear()
    },
  }
}
