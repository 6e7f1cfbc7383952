import { DatabaseError } from 'pg'
import { DatabaseUnavailable, NotUnique } from './database.ts'

// Codes: postgresql.org/docs/current/errcodes-appendix.html

/** Converts an error of the driver to the one that the port promises. */
export const portFault = (error: unknown): unknown => {
  if (isConnectionFault(error)) return new DatabaseUnavailable(error)
  if (!(error instanceof DatabaseError)) return error
  if (error.code === UNIQUE_VIOLATION) return new NotUnique(error)
  const isUnavailable = error.severity === 'FATAL' || unavailable.test(error.code ?? '')
  return isUnavailable ? new DatabaseUnavailable(error) : error
}

/** The same for reads, which are not retried: a standby cancels a read that delays its replication. */
export const readFault = (error: unknown): unknown =>
  isLostRace(error) ? new DatabaseUnavailable(error) : portFault(error)

/** Whether the transaction lost a race that it may win if it runs again. */
export const isLostRace = (error: unknown): boolean =>
  error instanceof DatabaseError && (lostRaces.test(error.code ?? '') || isStalePlan(error))

/** Whether the port's error means that a connection was lost. */
export const isLostConnection = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && endsConnection(error.cause)

/** Whether the connection must not be used again. */
export const endsConnection = (error: unknown): boolean =>
  isConnectionFault(error) ||
  (error instanceof DatabaseError &&
    (error.severity === 'FATAL' || leavesBehind.test(error.code ?? '') || isStalePlan(error)))

/** Errors of the driver and the network have no PostgreSQL code; this must not match programming errors. */
const isConnectionFault = (error: unknown): boolean =>
  error instanceof Error &&
  !(error instanceof DatabaseError) &&
  (error.constructor === Error || error instanceof AggregateError)

/** Whether a migration has changed a table since this connection prepared the statement. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '0A000' && error.message.includes('cached plan')

/** Whether a write failed because the server's disk is full or broken, or because it has too many connections. */
export const isDiskFault = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable
    ? isDiskFault(error.cause)
    : error instanceof DatabaseError && /^(?:53|58)/.test(error.code ?? '')

const UNIQUE_VIOLATION = '23505'
/** serialization_failure, deadlock_detected. */
const lostRaces = /^40(?:001|P01)$/
/**
 * Connection exceptions, invalid authorization (a password that is being changed), no such database, insufficient
 * resources (full disk, too many connections), lock_not_available, operator intervention (shutdown, statement_timeout),
 * system errors, a server that has become a read-only standby, and a transaction that idled too long.
 */
const unavailable = /^(?:08|28|3D000|53|55P03|57|58|25006|25P03)/
/** Errors that are not FATAL but after which another connection may reach the new primary. */
const leavesBehind = /^(?:08|25006|57P)/
