import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from '../errors/api-error.ts'
import type { Credential } from './callers.ts'
import { hashToken } from './token.ts'

const form = /^bearer +([^\s,]+) *$/i

/** The credential of an `Authorization` header (RFC 6750 section 2.1), with its hash. */
export const readCredential = (authorization: string | undefined): Credential => {
  const key = authorization === undefined ? undefined : form.exec(authorization)?.[1]
  if (key === undefined) throw new ApiError('missing_api_key')
  return { key, hash: hashToken(key) }
}

/** Reads those of requests. A connection mostly sends one again and again: it is hashed once for each connection. */
export const connectionCredentials = () => {
  const sent = new WeakMap<Socket, { authorization: string | undefined; credential: Credential }>()
  return ({ socket, headers: { authorization } }: IncomingMessage): Credential => {
    const last = sent.get(socket)
    if (last && last.authorization === authorization) return last.credential
    const credential = readCredential(authorization)
    sent.set(socket, { authorization, credential })
    return credential
  }
}
