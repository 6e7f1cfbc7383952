import type { Socket } from 'node:net'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { ApiError } from '../platform/http/errors.ts'
import { requestFault } from '../platform/http/malformed.ts'
import type { Scope } from './api-key.ts'
import type { ApiKeysService, Caller, Credential } from './api-keys.service.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; undefined while `refusal` says why nobody is known. */
    caller: Caller | undefined
    /** Why the request will be refused, once its limits are known. */
    refusal: ApiError | undefined
  }
  interface FastifyContextConfig {
    /** What the caller's key must allow. */
    scope?: Scope
  }
}

const realm = 'Bearer realm="animal-adoption-store"'

/** Finds out who calls. Refuses nobody yet: also a refusal has to carry its limits, which are counted next. */
export const authenticate = (
  keys: Pick<ApiKeysService, 'readCredential' | 'recall' | 'identify'>,
): onRequestHookHandler => {
  const sent = new WeakMap<Socket, { authorization: string | undefined; credential: Credential }>()

  /** A connection mostly sends one key again and again: it is hashed once for each connection. */
  const credentialOf = ({ raw: { socket, headers } }: FastifyRequest): Credential => {
    const { authorization } = headers
    const last = sent.get(socket)
    if (last && last.authorization === authorization) return last.credential
    const credential = keys.readCredential(authorization)
    sent.set(socket, { authorization, credential })
    return credential
  }

  return (request, _reply, done) => {
    request.refusal = requestFault(request.raw)
    if (request.refusal) return done()
    try {
      const credential = credentialOf(request)
      request.caller = keys.recall(credential)
      if (request.caller) return done()
      keys.identify(credential).then(
        (caller) => {
          request.caller = caller
          done()
        },
        (error: Error) => refuse(error),
      )
    } catch (error) {
      refuse(error as Error)
    }

    function refuse(error: Error) {
      if (!(error instanceof ApiError)) return done(error)
      const challenge = error.code === 'missing_api_key' ? realm : `${realm}, error="invalid_token"`
      error.headers['www-authenticate'] = challenge
      request.refusal = error
      done()
    }
  }
}

/** Refuses a caller whose key lacks the scope. */
export const requireScope =
  (scope: Scope): onRequestHookHandler =>
  ({ caller }, _reply, done) => {
    if (caller?.scopes.has(scope)) return done()
    const message = `The API key lacks the scope this operation needs: ${scope}.`
    done(new ApiError('insufficient_scope', { message }))
  }
