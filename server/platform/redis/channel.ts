import type { Redis } from './client.ts'
import { type Connection, keepConnected, openSubscription, type RedisAddress } from './connection.ts'

/** Lets processes notify each other at once that cached data may have changed. */
type Channel = {
  /** Notifies every process, or does so when Redis is back. Returns whether it has been sent by now. */
  publish(topic: string): Promise<boolean>
  /** Calls `listener` on each message of `topic`, and whenever messages may have been missed. */
  listen(topic: string, listener: () => void): void
  /** While it is disconnected no messages arrive, and caches must be refreshed from time to time. */
  isConnected(): boolean
  close(): Promise<void>
}

/** Notifies every listening process, without listening itself. */
export const publish = ({ prefix, ensure }: Pick<Redis, 'prefix' | 'ensure'>, topic: string) =>
  ensure(`publish ${topic}`, (send) => send(['PUBLISH', channelName(prefix), topic]))

/** The channel on which processes notify each other. */
export const channelName = (prefix: string): string => `${prefix}invalidate`

type Options = { address: RedisAddress; redis: Pick<Redis, 'prefix' | 'ensure'> }

const HEARTBEAT_MS = 1_000

export const openChannel = ({ address, redis }: Options): Channel => {
  const name = channelName(redis.prefix)
  const listeners = new Map<string, Set<() => void>>()
  let connection: Connection | undefined
  let heartbeat: NodeJS.Timeout | undefined

  const hear = (topic: string) => {
    for (const listener of listeners.get(topic) ?? []) listener()
  }

  /** A dead subscription looks like a silent one, so it must reply to a ping. */
  const beat = (target: Connection) => {
    const late = setTimeout(() => target.destroy(new Error('silent')), HEARTBEAT_MS)
    const beaten = () => clearTimeout(late)
    target.send(['PING']).then(beaten, beaten)
  }

  const open = (attempt: number) => openSubscription(address, { channel: name, hear, attempt })
  const stop = keepConnected(open, {
    onReady(target) {
      connection = target
      heartbeat = setInterval(beat, HEARTBEAT_MS, target).unref()
      for (const topic of listeners.keys()) hear(topic)
    },
    onLost() {
      connection = undefined
      clearInterval(heartbeat)
    },
  })

  return {
    publish: (topic) => publish(redis, topic),
    listen(topic, listener) {
      const known = listeners.get(topic) ?? new Set()
      listeners.set(topic, known.add(listener))
    },
    isConnected: () => connection !== undefined,
    async close() {
      clearInterval(heartbeat)
      await stop()
    },
  }
}
