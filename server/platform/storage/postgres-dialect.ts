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

/** A statement of a transaction whose answer nobody needs is not awaited: the next one goes out behind it at once. */
export type Statement = CompiledQuery & { isAwaited?: boolean }

type Sessions = Pick<SessionPool, 'connect' | 'end'>

/** One for all, because prepared queries are kept by it. */
const adapter = new PostgresAdapter()

/** Kysely's PostgreSQL over our sessions, which know of each statement whether it is awaited. */
export const postgresDialect = (sessions: Sessions): Dialect => ({
  createAdapter: () => adapter,
  createDriver: () => driver(sessions),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
})

const driver = ({ connect, end }: Sessions): Driver => {
  const sessions = new WeakMap<DatabaseConnection, Session>()
  /** They could not be rolled back. */
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
    throw new Error('no query is streamed')
  },
})

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
const nothing = async () => {}
