import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { onRequestHookHandler } from 'fastify'
import { isPreflight } from '../platform/http/cors.ts'
import { ApiError } from '../platform/http/errors.ts'
import { requestFault } from '../platform/http/malformed.ts'
import { StoreUnavailable } from '../platform/storage/database.ts'
import { type LookupGuard, LookupRefused } from '../rate-limits/lookup-guard.ts'
import type { Scope } from './api-key.ts'
import type { ApiKeysService, Caller, Credential, Guard } from './api-keys.service.ts'

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

type Deps = Pick<ApiKeysService, 'recall' | 'identify'> & {
  credentialOf: (request: IncomingMessage) => Credential
  guard: LookupGuard
  /** Whether there is more to do than can be done. */
  isOverloaded: () => boolean
}

/** Finds out who calls. Refuses nobody yet: also a refusal has to carry its limits, which are counted next. */
export const authenticate =
  ({ credentialOf, guard, recall, identify, isOverloaded }: Deps): onRequestHookHandler =>
  (request, _reply, done) => {
    request.refusal = isOverloaded() ? unavailable() : requestFault(request.raw)
    if (request.refusal) return done()
    try {
      const credential = credentialOf(request.raw)
      const caller = recall(credential)
      if (caller) return accept(caller)
      // A preflight is for anybody, so its key is not looked up.
      if (isPreflight(request)) return done()
      const guarded: Guard = (look) => guard(request.ip, look, isAuthError)
      identify(credential, guarded).then(accept, refuse)
    } catch (error) {
      refuse(error as Error)
    }

    /** Of a suspended account too: its refusal carries its limits. */
    function accept(caller: Caller) {
      request.caller = caller
      if (caller.isSuspended) request.refusal = new ApiError('account_suspended')
      done()
    }

    function refuse(error: Error) {
      if (error instanceof LookupRefused) {
        request.verdict = error.verdict
        return done()
      }
      if (error instanceof StoreUnavailable) {
        request.refusal = unavailable(error)
        return done()
      }
      if (!(error instanceof ApiError)) return done(error)
      const challenge = error.code === 'missing_api_key' ? realm : `${realm}, error="invalid_token"`
      error.headers['www-authenticate'] = challenge
      request.refusal = error
      done()
    }
  }

const isAuthError = (error: unknown): boolean =>
  error instanceof ApiError && error.statusCode === 401

const unavailable = (cause?: Error): ApiError =>
  new ApiError('service_unavailable', { headers: { 'retry-after': '1' }, cause })

/** Refuses a caller whose key lacks the scope. */
export const requireScope =
  (scope: Scope): onRequestHookHandler =>
  ({ caller }, _reply, done) => {
    if (caller?.scopes.has(scope)) return done()
    const message = `The API key lacks the scope this operation needs: ${scope}.`
    done(new ApiError('insufficient_scope', { message }))
  }
