import { Socket } from 'node:net'
import { Client, type ClientConfig, Pool, type PoolClient, types } from 'pg'
import { systemClock } from '../clock.ts'
import type { DatabaseLoad } from './database.ts'
import { type PostgresHost, showHost } from './postgres-address.ts'
import { commitOutcome } from './postgres-commit.ts'
import { endsConnection, isStalePlan, portFault, readFault } from './postgres-faults.ts'
import type { PostgresRoute, PostgresRoutes } from './postgres-routes.ts'
import { prepareSession } from './postgres-session.ts'

export type PoolOptions = {
  /** Shared by all pools of a database. */
  routes: PostgresRoutes
  maxConnections: number
  /** Whether the pool rejects writes. */
  readOnly?: boolean
  /** The time limit for connecting and for each statement; if it is left out, statements have no limit. */
  deadlineMs?: number
  /** The name of the connections on the server (`application_name`). */
  applicationName?: string | undefined
}

type PoolLoad = DatabaseLoad['pools'][string]

const CONNECT_MS = 2_000
const IDLE_MS = 60_000
/** Connections are replaced from time to time, so that they spread to servers that were added. */
const LIFETIME_SECONDS = 1_800

export type SessionPool = {
  connect(): Promise<Session>
  load(): PoolLoad
  end(): Promise<void>
}

type Result<Row> = { command: string; rowCount: number | null; rows: Row[] }

export type Session = {
  /**
   * `isAwaited` says whether the caller needs the result; without it, a statement of a transaction need not return
   * one.
   */
  query<Row>(
    text: string,
    values: readonly unknown[],
    options?: { isAwaited?: boolean | undefined },
  ): Promise<Result<Row>>
  /** Undefined on a Unix socket. */
  localPort: number | undefined
  /** `isSpoilt` connections are not used again. */
  release(isSpoilt?: boolean): void
}

/**
 * The pool that Kysely uses: statements are prepared once per connection, calls have deadlines, and errors are in the
 * port's terms.
 */
export const postgresPool = (options: PoolOptions): SessionPool => {
  const { routes, deadlineMs } = options
  // Each pool opens connections only on demand.
  const pools = routes.all.map((route) => poolFor(route, options))
  const connected = new Set<PoolClient>()
  for (const pool of pools) {
    // A connection that breaks while it is idle is discarded: the next statement uses another one.
    pool.on('error', () => {})
    pool.on('connect', (client) => {
      connected.add(client)
      client.on('error', () => {})
      client.once('end', () => connected.delete(client))
    })
  }
  const names = statementNames()
  const sum = (count: (pool: Pool) => number) => pools.reduce((total, pool) => total + count(pool), 0)

  return {
    load: () => ({
      inUse: sum((pool) => pool.totalCount - pool.idleCount),
      idle: sum((pool) => pool.idleCount),
      waiting: sum((pool) => pool.waitingCount),
    }),
    async connect() {
      const askedAtMs = systemClock.steadyMs()
      const leftMs = () => (deadlineMs ?? CONNECT_MS) - (systemClock.steadyMs() - askedAtMs)
      try {
        const client = await connectByRoute(routes, pools, () => leftMs() > 0)
        const firstDeadlineMs = deadlineMs && Math.max(1, leftMs())
        return checkedOut(client, {
          names,
          deadlineMs,
          firstDeadlineMs,
          fault: options.readOnly ? readFault : portFault,
        })
      } catch (error) {
        throw portFault(error)
      }
    },
    async end() {
      await Promise.all(pools.map((pool) => (pool.ending ? undefined : pool.end())))
      // A server that does not respond must not keep the process alive.
      for (const client of connected) sockets.get(client)?.unref()
    },
  }
}

const poolFor = (route: PostgresRoute, options: PoolOptions): Pool => {
  const { routes, maxConnections, readOnly, deadlineMs, applicationName } = options
  const connectMs = deadlineMs ?? CONNECT_MS
  return new Pool({
    ...routes.login,
    ...route.host,
    ssl: route.ssl,
    max: maxConnections,
    connectionTimeoutMillis: connectMs,
    Client: clientWithin(connectMs / routes.hostCount),
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    keepAlive: true,
    application_name: applicationName,
    types: { getTypeParser },
    pipeline: true,
    onConnect: (client) => prepareSession(client, { session: route.session, readOnly, deadlineMs, connectMs }),
  })
}

/** An unresponsive host must leave time for the others. */
const clientWithin = (connectMs: number): typeof Client =>
  class extends Client {
    constructor(config?: string | ClientConfig) {
      const socket = new Socket()
      const own = { connectionTimeoutMillis: Math.ceil(connectMs), stream: () => socket }
      const given = typeof config === 'object' ? config : {}
      // The pool hides the password: a spread leaves it out.
      super({ ...given, password: given.password, ...own })
      sockets.set(this, socket)
    }
  }

/** The sockets that were passed to the clients. */
const sockets = new WeakMap<object, Socket>()

const connectByRoute = async (
  routes: PostgresRoutes,
  pools: readonly Pool[],
  hasTime: () => boolean,
): Promise<PoolClient> => {
  const tried = new Set<number>()
  const failures = new Map<PostgresHost, unknown>()
  for (let at = routes.first(); ; ) {
    const [route, pool] = [routes.all[at], pools[at]]
    if (!route || !pool) throw new Error(`there is no route ${at}`)
    tried.add(at)
    try {
      const client = await pool.connect()
      routes.worked(at)
      return client
    } catch (error) {
      failures.set(route.host, error)
      const next = hasTime() ? routes.after(at, error) : undefined
      if (next === undefined || tried.has(next)) throw failureOf(failures)
      at = next
    }
  }
}

/** For several hosts, the error of each of them. */
const failureOf = (failures: ReadonlyMap<PostgresHost, unknown>): unknown => {
  const errors = [...failures.values()]
  if (errors.length === 1) return errors[0]
  const messages = [...failures].map(([host, error]) => `${showHost(host)}: ${(error as Error).message}`)
  return new AggregateError(errors, messages.join('; '))
}

type Checkout = {
  names: StatementNames
  deadlineMs: number | undefined
  firstDeadlineMs: number | undefined
  /** Converts an error to the terms of the port. */
  fault: (error: unknown) => unknown
}

/** A connection that is checked out by one caller. */
const checkedOut = (client: PoolClient, { names, deadlineMs, firstDeadlineMs, fault }: Checkout): Session => {
  let isBroken = false
  let timeoutMs = firstDeadlineMs
  let unawaited: Promise<unknown> = Promise.resolve()
  let isInTransaction = false

  const send = async (text: string, values: readonly unknown[]) => {
    const name = names.of(text, values)
    // The driver supports this, but its types lack it.
    const timeout = timeoutMs === undefined ? {} : { query_timeout: timeoutMs }
    timeoutMs = deadlineMs
    const statement = { text, values: [...values], ...timeout }
    try {
      return await client.query(name ? { ...statement, name } : statement).catch((error) => {
        isBroken ||= endsConnection(error)
        // Outside a transaction, the statement can simply run again; within one, the whole transaction does.
        if (isStalePlan(error) && client.getTransactionStatus() === 'I') return client.query(statement)
        throw error
      })
    } catch (error) {
      throw fault(error)
    }
  }

  const socket = sockets.get(client)
  let isCorked = false

  /**
   * Statements sent before any input arrives go out as one packet: each packet costs both sides about as much as a
   * row.
   */
  const cork = (): void => {
    if (isCorked || !socket) return
    isCorked = true
    socket.cork()
    process.nextTick(() => {
      isCorked = false
      socket.uncork()
    })
  }

  /**
   * Sends a statement at once, after the previous ones. If one fails, all later ones fail too, so the first error is
   * reported.
   */
  const query = async <Row>(
    text: string,
    values: readonly unknown[],
    { isAwaited = true }: { isAwaited?: boolean | undefined } = {},
  ): Promise<Result<Row>> => {
    // The transaction ended with the connection; an error of the rollback would hide why.
    if (isBroken && text === 'rollback') return nothing
    cork()
    if (text === 'commit') {
      isInTransaction = false
      const earlier = unawaited
      unawaited = Promise.resolve()
      return commitOutcome(client, earlier, () => send(text, values))
    }
    const result = inTurn(unawaited, send(text, values))
    if (begins.test(text)) isInTransaction = true
    else if (text === 'rollback') isInTransaction = false
    // Outside a transaction there is no later commit that would report the outcome.
    if (!isInTransaction || (isAwaited && !saysNothing(text))) {
      unawaited = Promise.resolve()
      return result
    }
    unawaited = result
    result.catch(() => {})
    return nothing
  }
  return {
    query,
    localPort: socket?.localPort,
    release: (destroy) => client.release(destroy || isBroken),
  }
}

const inTurn = async <T>(earlier: Promise<unknown>, result: Promise<T>): Promise<T> => {
  result.catch(() => {})
  await earlier
  return result
}

const begins = /^(?:begin|start transaction)\b/

/**
 * Statements of a transaction that return nothing useful: the next one is sent without waiting, which saves a round
 * trip. The final statements go out together with the commit, so that final locks are held only briefly.
 */
const saysNothing = (text: string): boolean =>
  /^start transaction|^select pg_advisory_xact_lock\(|^select from .* for no key update$/s.test(text) ||
  (text.startsWith('insert into ') && !text.includes(' returning '))
const nothing: Result<never> = { command: 'SELECT', rowCount: 0, rows: [] }

type StatementNames = ReturnType<typeof statementNames>

/** Statements are prepared by name. Statements that are too many or too long are not worth the server's memory. */
const statementNames = () => {
  const names = new Map<string, string>()
  return {
    of(text: string, values: readonly unknown[]): string | undefined {
      if (values.length === 0) return undefined
      const known = names.get(text)
      if (known || names.size >= MAX_NAMES || text.length > MAX_NAMED_LENGTH) return known
      const name = `aas_${names.size}`
      names.set(text, name)
      return name
    },
  }
}

const MAX_NAMES = 250
const MAX_NAMED_LENGTH = 2_000

/** Parses integers of every width, and the numeric sum of bigints, to bigint, as SQLite does. */
const getTypeParser = ((oid: number, format?: 'text') =>
  integers.has(oid) ? BigInt : types.getTypeParser(oid, format)) as typeof types.getTypeParser

const integers = new Set<number>([
  types.builtins.INT2,
  types.builtins.INT4,
  types.builtins.INT8,
  types.builtins.NUMERIC,
])
