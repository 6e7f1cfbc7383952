import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, createCluster } from 'redis'

/** Where Redis is. The address may hold a password: it is never logged. */
export type RedisAddress = { url: string; isCluster?: boolean }

/** One connection: once lost it is gone for good, and whatever was asked of it fails. */
export type Connection = {
  /** `key` determines the node of a cluster. */
  send(key: string, args: string[]): Promise<unknown>
  /** Resolves when it is lost, with the reason. */
  lost: Promise<Error>
  destroy(reason: Error): void
}

/** How long a connection may take, greeting included: a frozen Redis accepts connections, and never greets. */
const CONNECT_MS = 1_000
const RETRY_MS = 100

/** A connection for commands. */
export const openConnection = async ({ url, isCluster }: RedisAddress): Promise<Connection> => {
  if (!isCluster) {
    const client = clientOf(url)
    const connection = await opened(client)
    return { ...connection, send: (_key, args) => client.sendCommand(args) }
  }
  const cluster = createCluster({ rootNodes: [{ url }], defaults: { ...options, ...access(url) } })
  const connection = await opened(cluster)
  return { ...connection, send: (key, args) => cluster.sendCommand(key, false, args) }
}

/** A connection that hears what is published on `channel`; it serves no commands but its own heartbeat. */
export const openSubscription = async (
  { url }: RedisAddress,
  channel: string,
  hear: (message: string) => void,
): Promise<Connection> => {
  const client = clientOf(url)
  const connection = await opened(client, () => client.subscribe(channel, hear))
  return { ...connection, send: (_key, args) => client.sendCommand(args) }
}

type Watched = { onReady(connection: Connection): void; onLost(reason: Error): void }

/** Keeps one connection open, made anew whenever it is lost. Returns what stops it. */
export const keepConnected = (
  open: () => Promise<Connection>,
  { onReady, onLost }: Watched,
): (() => Promise<void>) => {
  const stopping = new AbortController()
  let current: Connection | undefined
  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        current = await open()
        if (stopping.signal.aborted) break
        onReady(current)
        onLost(await current.lost)
      } catch (error) {
        onLost(error as Error)
      }
      await sleep(RETRY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
    current?.destroy(closed)
  }
  const running = run()
  return () => {
    stopping.abort()
    current?.destroy(closed)
    return running
  }
}

const closed = new Error('closed')

const options = {
  disableOfflineQueue: true,
  maintNotifications: 'disabled',
  // Deadlines are the caller's, who knows what a frozen event loop looks like.
  commandOptions: { timeout: 0 },
  socket: { reconnectStrategy: false, connectTimeout: CONNECT_MS },
} as const

const clientOf = (url: string) => createClient({ ...options, url })

/** What the address says of access holds for every node of a cluster. */
const access = (url: string) => {
  const { username, password, protocol } = new URL(url)
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    socket: { ...options.socket, tls: protocol === 'rediss:' } as typeof options.socket,
  }
}

type Openable = {
  connect(): Promise<unknown>
  destroy(): void
  on(event: 'error' | 'node-error', listener: (error: Error) => void): unknown
}

/** Connects, and is `prepare`d, in time; from the first error on the connection counts as lost. */
const opened = async (
  client: Openable,
  prepare: () => Promise<unknown> = async () => {},
): Promise<Omit<Connection, 'send'>> => {
  const { promise: lost, resolve: lose } = Promise.withResolvers<Error>()
  const destroy = (reason: Error) => {
    lose(reason)
    try {
      client.destroy()
    } catch {
      // It was closed before.
    }
  }
  client.on('error', destroy)
  client.on('node-error', destroy)
  const late = setTimeout(destroy, CONNECT_MS, new Error(`not connected in ${CONNECT_MS} ms`))
  try {
    const failed = lost.then((reason) => Promise.reject(reason))
    await Promise.race([client.connect().then(prepare), failed])
  } catch (error) {
    destroy(error as Error)
    throw error
  } finally {
    clearTimeout(late)
  }
  return { lost, destroy }
}
