import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from '../errors/api-error.ts'
import type { Callers, Credential, Presented } from './callers.ts'
import { hashToken } from './token.ts'

const form = /^bearer +([^\s,]+) *$/i

/** The credential of an `Authorization` header (RFC 6750 section 2.1), with its hash. */
const readCredential = (authorization: string | undefined): Credential => {
  const key = authorization === undefined ? undefined : form.exec(authorization)?.[1]
  if (key === undefined) throw new ApiError('missing_api_key')
  return { key, hash: hashToken(key) }
}

/**
 * Reads those of requests; whose they are, a key or a session, shows their beginning. A connection mostly sends one again
 * and again: it is hashed once for each connection.
 */
export const connectionCredentials = (callersOf: (key: string) => Callers) => {
  const sent = new WeakMap<Socket, { authorization: string | undefined; presented: Presented }>()
  return ({ socket, headers: { authorization } }: IncomingMessage): Presented => {
    const last = sent.get(socket)
    if (last && last.authorization === authorization) return last.presented
    const credential = readCredential(authorization)
    const presented = { credential, callers: callersOf(credential.key) }
    sent.set(socket, { authorization, presented })
    return presented
  }
}
