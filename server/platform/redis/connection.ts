import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from 'redis'
import { type Host, isSentinelUrl, readSentinelUrl, type SentinelAddress } from './sentinel-address.ts'

/** The address of Redis. It may contain a password, so it is never logged. */
export type RedisAddress = { url: string }

/** One connection. Once it is lost it is not reopened, and its pending calls fail. */
export type Connection = {
  /** Host and port of the server. */
  server: string
  send(args: string[]): Promise<unknown>
  /** Resolves with the reason when the connection is lost. */
  lost: Promise<Error>
  destroy(reason: Error): void
}

/** How long connecting may take, including the greeting: a frozen Redis accepts connections but never greets. */
const CONNECT_MS = 1_000
const RETRY_MS = 100

/** Opens a connection for commands. Each further attempt begins with another Sentinel. */
export const openConnection = async (address: RedisAddress, attempt = 0): Promise<Connection> => {
  const { client, server } = await clientOf(address, attempt)
  const connection = await opened(client, () => checkServer(client))
  return { ...connection, server, send: (args) => client.sendCommand(args) }
}

/** Opens a connection that receives messages of `channel`. It accepts no commands except its own heartbeat. */
export const openSubscription = async (
  address: RedisAddress,
  { channel, hear, attempt }: { channel: string; hear: (message: string) => void; attempt: number },
): Promise<Connection> => {
  const { client, server } = await clientOf(address, attempt)
  const connection = await opened(client, async () => {
    await checkServer(client)
    await client.subscribe(channel, hear)
  })
  return { ...connection, server, send: (args) => client.sendCommand(args) }
}

type Watched = { onReady(connection: Connection): void; onLost(reason: Error): void }

/** Keeps one connection open, and reconnects when it is lost. Returns a function that stops it. */
export const keepConnected = (
  open: (attempt: number) => Promise<Connection>,
  { onReady, onLost }: Watched,
): (() => Promise<void>) => {
  const stopping = new AbortController()
  let current: Connection | undefined
  const run = async () => {
    for (let attempt = 0; !stopping.signal.aborted; attempt += 1) {
      try {
        current = await open(attempt)
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

/** Asks one Sentinel for the address of the master. Rejects if it does not respond or knows none. */
export const askSentinel = async (
  { host, port }: Host,
  { name, isTls, credentials }: Omit<SentinelAddress, 'sentinels' | 'database'>,
): Promise<Host> => {
  const ask = async (access: SentinelAddress['credentials']): Promise<unknown> => {
    const socket = { ...options.socket, host, port, tls: isTls } as typeof options.socket
    const client = createClient({ ...options, ...access, socket })
    let reply: unknown
    const connection = await opened(client, async () => {
      reply = await client.sendCommand(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name])
    })
    connection.destroy(closed)
    return reply
  }
  const needsPassword = ({ message }: Error) => message.startsWith('NOAUTH')
  const reply = await ask({}).catch((error) => {
    if (credentials.password === undefined || !needsPassword(error)) throw error
    return ask(credentials)
  })
  if (!Array.isArray(reply)) throw new Error(`it knows no master named ${name}`)
  const [masterHost, masterPort] = reply as [string, string]
  return { host: masterHost, port: Number(masterPort) }
}

const closed = new Error('closed')

const options = {
  disableOfflineQueue: true,
  maintNotifications: 'disabled',
  // The caller sets deadlines, because it can tell a slow Redis from a busy event loop.
  commandOptions: { timeout: 0 },
  socket: { reconnectStrategy: false, connectTimeout: CONNECT_MS },
} as const

const clientOf = async ({ url }: RedisAddress, attempt: number) => {
  if (!isSentinelUrl(url)) {
    return { client: createClient({ ...options, url }), server: new URL(url).host }
  }
  const address = readSentinelUrl(url)
  const { host, port } = await findMaster(address, attempt)
  const { database, isTls, credentials } = address
  const socket = { ...options.socket, host, port, tls: isTls } as typeof options.socket
  return {
    client: createClient({ ...options, ...credentials, database, socket }),
    server: `${host}:${port}`,
  }
}

/** Asks one Sentinel after the other until one knows the master. */
const findMaster = async (address: SentinelAddress, attempt: number): Promise<Host> => {
  const { sentinels } = address
  const faults: string[] = []
  for (const at of sentinels.keys()) {
    const sentinel = sentinels[(attempt + at) % sentinels.length]
    if (!sentinel) continue
    try {
      return await askSentinel(sentinel, address)
    } catch (error) {
      faults.push(`${sentinel.host}:${sentinel.port}: ${(error as Error).message}`)
    }
  }
  throw new Error(`no Sentinel knows the master (${faults.join('; ')})`)
}

type Client = ReturnType<typeof createClient>

/** Rejects servers that cannot be used: cluster nodes, Sentinels and replicas. */
const checkServer = async (client: Pick<Client, 'sendCommand'>): Promise<void> => {
  // A proxy may not support the command.
  const greeting = (await client.sendCommand(['HELLO']).catch(() => ({}))) as Greeting
  if (greeting.mode === 'cluster') throw new Error(NO_CLUSTER)
  if (greeting.mode === 'sentinel') throw new Error(NO_SENTINEL)
  if (greeting.role === 'replica') throw new Error('it is a replica, which only reads')
}

type Greeting = { mode?: unknown; role?: unknown }

const NO_CLUSTER = 'it is a node of a Redis Cluster, which is not supported: use one Redis, or Redis with Sentinel'
const NO_SENTINEL = 'it is a Sentinel: use redis+sentinel://host:port,host:port/name'

type Openable = {
  connect(): Promise<unknown>
  destroy(): void
  on(event: 'error', listener: (error: Error) => void): unknown
}

/** Connects and runs `prepare` within the time limit. The first error on the connection counts as its loss. */
const opened = async (
  client: Openable,
  prepare: () => Promise<unknown>,
): Promise<Pick<Connection, 'lost' | 'destroy'>> => {
  const { promise: lost, resolve: lose } = Promise.withResolvers<Error>()
  const destroy = (reason: Error) => {
    lose(reason)
    try {
      client.destroy()
    } catch {
      // It was already closed.
    }
  }
  client.on('error', destroy)
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
