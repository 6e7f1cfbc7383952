import type { ConnectionOptions } from 'node:tls'
import { type ClientConfig, DatabaseError } from 'pg'
import { type PostgresAddress, type PostgresHost, type TargetSession, tlsOptions } from './postgres-address.ts'

/** One way to connect: a host, with or without TLS. */
export type PostgresRoute = {
  host: PostgresHost
  ssl: ConnectionOptions | false
  /** The required kind of server. */
  session: Exclude<TargetSession, 'prefer-standby'>
}

/** The ways to connect to a database. All its pools share them, so that reads and writes reach the same server. */
export type PostgresRoutes = {
  all: readonly PostgresRoute[]
  hostCount: number
  login: Pick<ClientConfig, 'user' | 'password' | 'database' | 'options'>
  /** The index of the route for a new connection: the one that worked last. */
  first(): number
  worked(index: number): void
  /** The route to try after this one failed; `undefined` if the failure is not the server's. */
  after(index: number, error: unknown): number | undefined
}

/**
 * Tries hosts and TLS modes as libpq does; `pg` itself connects to one host only, and does not fall back between TLS
 * and none.
 */
export const postgresRoutes = (address: PostgresAddress): PostgresRoutes => {
  const { hosts, user, password, database, options, targetSession } = address
  const sessions = targetSession === 'prefer-standby' ? (['standby', 'any'] as const) : [targetSession]
  const all = sessions.flatMap((session) =>
    hosts.flatMap((host) => sslOf(address, host).map((ssl) => ({ host, ssl, session }))),
  )
  const isSamePlace = (one: PostgresRoute | undefined, other: PostgresRoute | undefined) =>
    one?.host === other?.host && one?.session === other?.session
  let last = 0
  return {
    all,
    hostCount: hosts.length * sessions.length,
    login: { user, password, database, options },
    first: () => last,
    worked(index) {
      // A second choice is not remembered: the next connection looks for a standby again.
      if (all[index]?.session === sessions[0]) last = index
    },
    after(index, error) {
      const others = all.map((_, at) => (index + at) % all.length).slice(1)
      const isHere = (at: number) => isSamePlace(all[at], all[index])
      if (isTlsRejected(error)) return others.find(isHere)
      // If one server rejects the user or the database, the others would too.
      if (error instanceof DatabaseError && !isStartingOrEnding(error)) return undefined
      return others.find((at) => !isHere(at))
    },
  }
}

/** The TLS modes in libpq's order. A Unix socket has no TLS. */
const sslOf = ({ tls }: PostgresAddress, { host }: PostgresHost): PostgresRoute['ssl'][] => {
  if (tls.mode === 'disable' || host.startsWith('/')) return [false]
  const encrypted = tlsOptions(tls)
  if (tls.mode === 'allow') return [false, encrypted]
  return tls.mode === 'prefer' ? [encrypted, false] : [encrypted]
}

/** Whether the server has no TLS, or its rules do not let this user in with it (or without it). */
const isTlsRejected = (error: unknown): boolean => {
  if (error instanceof DatabaseError) return error.code === INVALID_AUTHORIZATION
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return / SSL connections?$/.test(error.message) || /^(?:ERR_SSL_|ERR_TLS_|EPROTO)/.test(code)
}

const INVALID_AUTHORIZATION = '28000'
const isStartingOrEnding = ({ code }: DatabaseError): boolean => /^57P/.test(code ?? '')
