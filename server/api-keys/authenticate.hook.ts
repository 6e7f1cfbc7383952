import type { onRequestHookHandler } from 'fastify'
import { ApiError } from '../platform/http/errors.ts'
import { requestFault } from '../platform/http/malformed.ts'
import type { Scope } from './api-key.ts'
import type { ApiKeysService, Caller } from './api-keys.service.ts'

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
export const authenticate =
  (keys: Pick<ApiKeysService, 'readCredential' | 'recall' | 'identify'>): onRequestHookHandler =>
  (request, _reply, done) => {
    request.refusal = requestFault(request.raw)
    if (request.refusal) return done()
    try {
      const credential = keys.readCredential(request.headers.authorization)
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

/** Refuses a caller whose key lacks the scope that the route names. */
export const authorize: onRequestHookHandler = ({ caller, routeOptions }, _reply, done) => {
  const scope = routeOptions.config?.scope
  if (scope === undefined || caller?.scopes.has(scope)) return done()
  done(
    new ApiError('insufficient_scope', {
      message: `The API key lacks the scope this operation needs: ${scope}.`,
    }),
  )
}
