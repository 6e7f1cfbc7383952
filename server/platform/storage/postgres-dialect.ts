import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import type { Session, SessionPool } from './postgres-pool.ts'

/** Statements of a transaction whose result nobody needs are not awaited: the next one is sent at once. */
export type Statement = CompiledQuery & { isAwaited?: boolean }

type Sessions = Pick<SessionPool, 'connect' | 'end'>

/** One for all, because it caches prepared queries. */
const adapter = new PostgresAdapter()

/** Kysely's PostgreSQL dialect over our sessions, which know whether each statement is awaited. */
export const postgresDialect = (sessions: Sessions): Dialect => ({
  createAdapter: () => adapter,
  createDriver: () => driver(sessions),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
})

const driver = ({ connect, end }: Sessions): Driver => {
  const sessions = new WeakMap<DatabaseConnection, Session>()
  /** Connections that could not be rolled back. */
  const spoilt = new WeakSet<DatabaseConnection>()
  const send = async (connection: DatabaseConnection, text: string): Promise<void> => {
    await sessions.get(connection)?.query(text, [])
  }
  return {
    init: nothing,
    async acquireConnection() {
      const session = await connect()
      const connection = connectionOf(session)
      sessions.set(connection, session)
      return connection
    },
    beginTransaction: (connection, settings) => send(connection, beginning(settings)),
    commitTransaction: (connection) => send(connection, 'commit'),
    async rollbackTransaction(connection) {
      try {
        await send(connection, 'rollback')
      } catch (error) {
        spoilt.add(connection)
        throw error
      }
    },
    async releaseConnection(connection) {
      sessions.get(connection)?.release(spoilt.has(connection))
    },
    destroy: end,
  }
}

const beginning = ({ isolationLevel, accessMode }: TransactionSettings): string =>
  [
    'start transaction',
    ...(isolationLevel ? [`isolation level ${isolationLevel}`] : []),
    ...(accessMode ? [accessMode] : []),
  ].join(' ')

const connectionOf = (session: Session): DatabaseConnection => ({
  async executeQuery<Row>({ sql, parameters, isAwaited }: Statement) {
    const { command, rowCount, rows } = await session.query<Row>(sql, parameters, { isAwaited })
    return changing.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
  },
  streamQuery() {
    throw new Error('streaming is not supported')
  },
})

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
const nothing = async () => {}
