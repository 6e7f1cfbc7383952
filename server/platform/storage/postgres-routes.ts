import type { ConnectionOptions } from 'node:tls'
import { type ClientConfig, DatabaseError } from 'pg'
import {
  type PostgresAddress,
  type PostgresHost,
  type TargetSession,
  tlsOptions,
} from './postgres-address.ts'

/** One way to connect: a host, with TLS or without. */
export type PostgresRoute = {
  host: PostgresHost
  ssl: ConnectionOptions | false
  /** What the server has to be. */
  session: Exclude<TargetSession, 'prefer-standby'>
}

/** How to connect to a database. All its pools share it, so that reads and writes find the same server. */
export type PostgresRoutes = {
  all: readonly PostgresRoute[]
  hostCount: number
  login: Pick<ClientConfig, 'user' | 'password' | 'database' | 'options'>
  /** Where a new connection begins: with the route that worked last. */
  first(): number
  worked(index: number): void
  /** The route to try after that one has failed; `undefined` if the failure is not the server's. */
  after(index: number, error: unknown): number | undefined
}

/** `pg` itself connects to one host only, and does not choose between TLS and none: both are done here, as libpq does it. */
export const postgresRoutes = (address: PostgresAddress): PostgresRoutes => {
  const { hosts, user, password, database, options, targetSession } = address
  const sessions =
    targetSession === 'prefer-standby' ? (['standby', 'any'] as const) : [targetSession]
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
      // A second choice is not kept: the next connection asks for a standby again.
      if (all[index]?.session === sessions[0]) last = index
    },
    after(index, error) {
      const others = all.map((_, at) => (index + at) % all.length).slice(1)
      const isHere = (at: number) => isSamePlace(all[at], all[index])
      if (isTlsRefused(error)) return others.find(isHere)
      // A server that does not accept the user or the database speaks for all of them.
      if (error instanceof DatabaseError && !isStartingOrEnding(error)) return undefined
      return others.find((at) => !isHere(at))
    },
  }
}

/** In the order in which libpq tries them. There is no TLS on a Unix socket. */
const sslOf = ({ tls }: PostgresAddress, { host }: PostgresHost): PostgresRoute['ssl'][] => {
  if (tls.mode === 'disable' || host.startsWith('/')) return [false]
  const encrypted = tlsOptions(tls)
  if (tls.mode === 'allow') return [false, encrypted]
  return tls.mode === 'prefer' ? [encrypted, false] : [encrypted]
}

/** The server has no TLS, or its rules do not let this user in with it (or without it). */
const isTlsRefused = (error: unknown): boolean => {
  if (error instanceof DatabaseError) return error.code === INVALID_AUTHORIZATION
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return / SSL connections?$/.test(error.message) || /^(?:ERR_SSL_|ERR_TLS_|EPROTO)/.test(code)
}

const INVALID_AUTHORIZATION = '28000'
const isStartingOrEnding = ({ code }: DatabaseError): boolean => /^57P/.test(code ?? '')
