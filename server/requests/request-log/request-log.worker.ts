import { parentPort } from 'node:worker_threads'
import { disposableFile } from '../../platform/storage/sqlite-disposable.ts'
import {
  type LogConnection,
  type LogLimits,
  type RequestLogRepository,
  type Row,
  requestLogRepository,
  requestLogSchema,
} from './request-log.repository.ts'

// The thread of the request log. It has its own connections, and runs the methods of the repository.

/** Where a log is stored. */
export type LogLocation =
  | { kind: 'sqlite'; path: string }
  | { kind: 'postgres'; url: string; deadlineMs?: number; applicationName: string }

export type LogCall = {
  number: number
  location: LogLocation
  method: keyof RequestLogRepository
  input: readonly unknown[]
}
export type LogReply = { number: number } & ({ result: unknown } | { fault: string })

/** Increase it with every change of the table: the file is then replaced. */
const FILE_VERSION = 1
const MAX_CONNECTIONS = 1

const openFile = (path: string): LogConnection => {
  const file = disposableFile({ path, schema: requestLogSchema, version: FILE_VERSION })
  return { query: file.all, close: file.close }
}

type PostgresLocation = Extract<LogLocation, { kind: 'postgres' }>

/** Loaded on demand: the thread of an embedded database starts faster without it. */
const openPostgres = async ({ url, ...options }: PostgresLocation): Promise<LogConnection> => {
  const { postgresPool } = await import('../../platform/storage/postgres-pool.ts')
  const { postgresRoutes } = await import('../../platform/storage/postgres-routes.ts')
  const { parsePostgresAddress } = await import('../../platform/storage/postgres-address.ts')
  const routes = postgresRoutes(parsePostgresAddress(url))
  const pool = postgresPool({ routes, maxConnections: MAX_CONNECTIONS, ...options })
  return {
    async query(sql, values) {
      let count = 0
      const text = sql.replaceAll('?', () => `$${++count}`)
      const session = await pool.connect()
      try {
        return (await session.query<Row>(text, values)).rows
      } finally {
        session.release()
      }
    },
    close: pool.end,
  }
}

export const openLog = async (location: LogLocation, limits?: LogLimits) =>
  requestLogRepository(location.kind === 'sqlite' ? openFile(location.path) : await openPostgres(location), limits)

const logs = new Map<string, Promise<RequestLogRepository>>()

const run = async ({ location, method, input }: LogCall): Promise<unknown> => {
  const name = location.kind === 'sqlite' ? location.path : location.url
  const opening = logs.get(name) ?? openLog(location)
  if (method === 'close') logs.delete(name)
  else logs.set(name, opening)
  // `requestLogThread` passes what the method takes.
  const run = (await opening)[method] as (...input: readonly unknown[]) => unknown
  return run(...input)
}

parentPort?.on('message', async (call: LogCall) => {
  const { number } = call
  const reply: LogReply = await run(call).then(
    (result) => ({ number, result }),
    ({ message, cause }) => ({ number, fault: `${message}: ${cause?.message ?? 'no cause'}` }),
  )
  parentPort?.postMessage(reply)
})
