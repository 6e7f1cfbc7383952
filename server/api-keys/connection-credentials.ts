import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { ApiKeysService, Credential } from './api-keys.service.ts'

/** Reads the key of a request. A connection mostly sends one again and again: it is hashed once for each connection. */
export const connectionCredentials = (readCredential: ApiKeysService['readCredential']) => {
  const sent = new WeakMap<Socket, { authorization: string | undefined; credential: Credential }>()
  return ({ socket, headers: { authorization } }: IncomingMessage): Credential => {
    const last = sent.get(socket)
    if (last && last.authorization === authorization) return last.credential
    const credential = readCredential(authorization)
    sent.set(socket, { authorization, credential })
    return credential
  }
}
