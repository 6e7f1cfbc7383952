import { parentPort, workerData } from 'node:worker_threads'
import { connect, statementsOf } from './sqlite-connection.ts'
import type { Statement, StatementOutcome, ThreadOptions } from './sqlite-thread.messages.ts'

// A thread with its own connection. It runs the statements that it receives, one after the other.

const { path, isReader } = workerData as ThreadOptions
const connection = connect(path, { isReader })
// Its commits are checkpoints, which are fully synced.
connection.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0; PRAGMA busy_timeout = 0')
const prepare = statementsOf(connection)

const run = ({ sql, parameters }: Statement): StatementOutcome => {
  try {
    return { rows: prepare(sql).all(parameters) }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const code = cause instanceof Error && 'errcode' in cause ? Number(cause.errcode) : undefined
    return { message: cause instanceof Error ? cause.message : String(cause), code }
  }
}

parentPort?.on('message', (statement: Statement) => parentPort?.postMessage(run(statement)))
parentPort?.postMessage('ready')
