import { systemClock } from '../clock.ts'
import type { Logger } from '../log.ts'
import { type Connection, keepConnected, openConnection, type RedisAddress } from './connection.ts'
import type { Script } from './script.ts'

/** Sends one command. */
type Send = (args: string[]) => Promise<unknown>

export type Redis = {
  /** The prefix of all our keys and channels. */
  prefix: string
  /** Rejects with `RedisUnavailable` within the deadline, or at once while Redis is known to be unavailable. */
  send: Send
  /** Runs a script in one round trip, or two if Redis does not know its text yet. */
  run(script: Script, keys: string[], args: string[]): Promise<unknown>
  /**
   * Runs work that must not be skipped: now, or when Redis is back, before anything else. Only the latest work of each
   * name runs. Returns whether it has run by now.
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
/** How long to wait for a reply while earlier commands get theirs. */
const SLOW_MS = 150
/** Time is counted in ticks of the event loop, so that Redis is not blamed while this process is busy. */
const TICK_MS = 10
const HEARTBEAT_MS = 1_000
/** A connection that is silent for this long is replaced. */
const SILENCE_MS = 1_000

/**
 * A Redis client with a deadline for every call and no queue. One overdue call opens the circuit: from then on calls
 * fail at once, until a probe in the background succeeds.
 */
export const connectRedis = ({ address, prefix, log, deadlineMs = DEADLINE_MS, watch }: Options): Redis => {
  let state: 'starting' | 'up' | 'down' = 'starting'
  let connection: Connection | undefined
  const owed = new Map<string, (send: Send) => Promise<unknown>>()
  const listeners = new Set<(isUp: boolean) => void>()

  const onOverdue = () => goDown(`no reply within ${deadlineMs} ms`)
  const deadlines = deadlineTicks(deadlineMs, onOverdue, watch)
  const sendTo = (target: Connection) => (args: string[]) => deadlines.watch(target.send(args))

  const send: Send = (args) => (state === 'up' && connection ? sendTo(connection)(args) : Promise.reject(away))

  const goUp = (server: string) => {
    state = 'up'
    log.info({ redis: 'up', server }, 'Redis is available: limits are counted for all processes together')
    for (const listener of listeners) listener(true)
  }

  const goDown = (reason: string) => {
    deadlines.failAll(new RedisUnavailable(reason))
    const wasUp = state === 'up'
    if (state === 'down') return
    state = 'down'
    log.warn({ redis: 'down', reason }, 'Redis is unavailable: limits are counted by this process alone')
    for (const listener of listeners) listener(false)
    if (wasUp && connection) probe(connection)
  }

  /** A Redis that replies with an error counts as unavailable too, until a probe succeeds. */
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

  /** The probe writes, because a Redis that can only be read (loading, out of memory, a replica) is of no use here. */
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
        error.message.startsWith('NOSCRIPT') ? send(['EVAL', script.text, ...operands]).catch(onError) : onError(error),
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
 * Calls `onOverdue` if no reply at all has come for `deadlineMs` while the event loop was free to receive it, or if
 * one call waits for `SLOW_MS` while earlier ones get their replies.
 */
const deadlineTicks = (deadlineMs: number, onOverdue: () => void, watch?: RedisWatch) => {
  const slowMs = Math.max(SLOW_MS, deadlineMs)
  const waiting = new Set<Waiting>()
  let tick = 0
  let lastReplyTick = 0
  let timer: NodeJS.Timeout | undefined

  const onTick = () => {
    tick += 1
    // Calls are in the order in which they were sent, so the first one has waited longest.
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

  /** Returns whether the call was still pending. */
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
