import { DatabaseError } from 'pg'
import { DatabaseUnavailable, NotUnique } from './database.ts'

// Codes: postgresql.org/docs/current/errcodes-appendix.html

/** What the port promises to throw, in the place of what the driver threw. */
export const portFault = (error: unknown): unknown => {
  if (isConnectionFault(error)) return new DatabaseUnavailable(error)
  if (!(error instanceof DatabaseError)) return error
  if (error.code === UNIQUE_VIOLATION) return new NotUnique(error)
  const isUnavailable = error.severity === 'FATAL' || unavailable.test(error.code ?? '')
  return isUnavailable ? new DatabaseUnavailable(error) : error
}

/** The same of a read, which nobody runs again: a standby ends one that keeps it from following its primary. */
export const readFault = (error: unknown): unknown =>
  isLostRace(error) ? new DatabaseUnavailable(error) : portFault(error)

/** Whether the transaction lost a race that it may win when it is run again. */
export const isLostRace = (error: unknown): boolean =>
  error instanceof DatabaseError && (lostRaces.test(error.code ?? '') || isStalePlan(error))

/** Whether the port's fault is that a connection ended. */
export const isLostConnection = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && endsConnection(error.cause)

/** Whether the connection is of no use any more. */
export const endsConnection = (error: unknown): boolean =>
  isConnectionFault(error) ||
  (error instanceof DatabaseError &&
    (error.severity === 'FATAL' || leavesBehind.test(error.code ?? '') || isStalePlan(error)))

/** What the driver and the network throw has no code of PostgreSQL; a mistake in the program is no such error. */
const isConnectionFault = (error: unknown): boolean =>
  error instanceof Error &&
  !(error instanceof DatabaseError) &&
  (error.constructor === Error || error instanceof AggregateError)

/** A migration has changed a table since the statement was prepared on this connection. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '0A000' && error.message.includes('cached plan')

/** Whether a write failed because the server's disk is full or fails, or it has too many connections. */
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
/** Of those that are not FATAL: another connection may lead to the new primary. */
const leavesBehind = /^(?:08|25006|57P)/
