import type { KeyObject } from 'node:crypto'
import type { ApiKeysService } from '../../accounts/api-keys/api-keys.service.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller, KeyCaller } from '../../requests/access/caller.ts'
import type { Callers } from '../../requests/access/callers.ts'
import type { Scope } from '../../requests/access/scope.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import { readToken, TOKEN_MS, writeToken } from './access-token.ts'

type Deps = {
  keys: Pick<ApiKeysService, 'byId'>
  /** Signs tokens; the same on every replica. */
  secret: KeyObject
  clock: Pick<Clock, 'nowMs'>
}

export type AccessTokens = Callers & {
  issue: (caller: KeyCaller) => { token: string; lifeSeconds: number }
}

/**
 * Tokens that stand for a key for an hour. Each request checks the key, so tokens end with it on
 * every replica and share its limits.
 */
export const accessTokens = ({ keys, secret, clock }: Deps): AccessTokens => {
  const restricted = new WeakMap<Caller, Caller>()

  const keyOf = (token: string): bigint => {
    const grant = readToken(token, secret)
    if (!grant) throw requestError('invalid_api_key')
    if (clock.nowMs() >= grant.expiresAtMs) throw requestError('expired_api_key')
    return grant.keyId
  }

  const restrict = (caller: Caller): Caller => {
    const known = restricted.get(caller)
    if (known) return known
    const made: Caller = { ...caller, ...readsListings(caller) }
    restricted.set(caller, made)
    return made
  }

  return {
    issue({ keyId, expiresAtMs: endsAtMs = Infinity }) {
      const nowMs = clock.nowMs()
      const token = writeToken({ keyId, expiresAtMs: nowMs + TOKEN_MS }, secret)
      return { token, lifeSeconds: Math.floor(Math.min(TOKEN_MS, endsAtMs - nowMs) / 1_000) }
    },
    recall({ key }) {
      const caller = keys.byId.recall(keyOf(key))
      return caller && restrict(caller)
    },
    identify: async ({ key }) => restrict(await keys.byId.identify(keyOf(key))),
  }
}

const listingsOnly: ReadonlySet<Scope> = new Set(['listings:read'])

/**
 * Tokens can only read listings, even if the key has more scopes, and nothing if the key lacks that
 * one.
 */
const readsListings = ({ scopes }: Caller) => ({
  scopes: scopes.has('listings:read') ? listingsOnly : new Set<Scope>(),
  rights: new Set<never>(),
  actsForStore: false,
})
