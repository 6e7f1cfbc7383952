import type { Configuration, CustomFetch } from 'openid-client'
import type { Clock } from '../../platform/clock.ts'
import { boundedFetch } from '../../platform/http/outbound.ts'
import type { OidcConfig } from './oidc-config.ts'
import { claimOf } from './role-claim.ts'

type Deps = {
  config: OidcConfig
  /** Where the provider redirects people to. */
  redirectUri: string
  clock: Pick<Clock, 'steadyMs'>
  /** Called after requests to the provider, with the error if it was unavailable. */
  onOutcome?: (error?: ProviderUnavailable) => void
}

/** The state of one sign-in. Everything except `state` is secret. */
export type Flow = { state: string; nonce: string; verifier: string }

export type Claims = Readonly<Record<string, unknown>> & { iss: string; sub: string }

/** The provider does not respond, or its response is not usable. */
export class ProviderUnavailable extends Error {}
/** The provider rejected the sign-in, or its claims are not valid. */
class NotSignedIn extends Error {}

/** Limits every response of the provider. Metadata, keys and tokens have a few KB. */
const send = boundedFetch({ timeoutMs: 8_000, maxBytes: 1_048_576 })
// The library's options are made for `fetch`; its types allow a few more kinds of body.
const fetchFromProvider: CustomFetch = (url, options) => send(url, options as RequestInit)
/** The provider's metadata is fetched again after this. */
const METADATA_MS = 3_600_000
/** After a failure, visitors do not trigger another request for this long. */
const RETRY_MS = 2_000
/** Concurrent sign-ins that wait for the provider. */
const MAX_WAITING = 50

export type Provider = ReturnType<typeof oidcProvider>

/**
 * An OpenID Connect provider: the authorization code flow with PKCE (RFC 7636), state and nonce.
 */
export const oidcProvider = ({ config, redirectUri, clock, onOutcome }: Deps) => {
  let known: { at: number; configuration: Promise<Configuration> } | undefined
  let failedAtMs = -Infinity
  let waiting = 0

  const discover = async (): Promise<Configuration> => {
    const client = await import('openid-client')
    const url = new URL(config.issuer)
    const isPlain = url.protocol === 'http:'
    return client.discovery(url, config.clientId, undefined, authentication(client, config), {
      [client.customFetch]: fetchFromProvider,
      // Verifies ID tokens with the provider's keys, although they come from the provider directly.
      execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
    })
  }

  /**
   * Reports the results of requests to the provider. A rejection may be caused by a visitor's input
   * alone.
   */
  const using = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      const result = await work()
      onOutcome?.()
      return result
    } catch (error) {
      if (!isRejection(error)) onOutcome?.(noResponse(error))
      throw error
    }
  }

  const configuration = (): Promise<Configuration> => {
    const nowMs = clock.steadyMs()
    if (known && nowMs - known.at < METADATA_MS) return known.configuration
    if (nowMs - failedAtMs < RETRY_MS) throw new ProviderUnavailable('it did not respond just now')
    const discovery = using(discover)
    known = { at: nowMs, configuration: discovery }
    discovery.catch(() => {
      failedAtMs = clock.steadyMs()
      known = undefined
    })
    return discovery
  }

  /**
   * Limits concurrency, so that a slow provider delays nobody else, and maps every failure to one
   * of the two errors.
   */
  const asking = async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= MAX_WAITING) throw new ProviderUnavailable('too many sign-ins wait for it')
    waiting += 1
    try {
      return await work()
    } catch (error) {
      throw isRejection(error) ? new NotSignedIn('refused', { cause: error }) : noResponse(error)
    } finally {
      waiting -= 1
    }
  }

  return {
    issuer: config.issuer,

    /** The URL to send the browser to, and the state that it must bring back. */
    begin: (): Promise<{ url: string; flow: Flow }> =>
      asking(async () => {
        const client = await import('openid-client')
        const current = await configuration()
        const flow = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        }
        const url = client.buildAuthorizationUrl(current, {
          redirect_uri: redirectUri,
          scope: config.scopes,
          state: flow.state,
          nonce: flow.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
          code_challenge_method: 'S256',
        })
        return { url: url.href, flow }
      }),

    /** The provider's claims about the person who returned, given the query of the callback. */
    finish: (query: string, flow: Flow): Promise<Claims> =>
      asking(async () => {
        const client = await import('openid-client')
        const current = await configuration()
        const url = new URL(`${redirectUri}?${query}`)
        return using(async () => {
          const tokens = await client.authorizationCodeGrant(current, url, {
            expectedState: flow.state,
            expectedNonce: flow.nonce,
            pkceCodeVerifier: flow.verifier,
            idTokenExpected: true,
          })
          const claims = tokens.claims()
          if (!claims) throw new NotSignedIn('no ID token')
          // Many providers keep the ID token short and return the rest from the userinfo endpoint.
          if (isWhole(claims, config) || !current.serverMetadata().userinfo_endpoint) return claims
          const more = await client.fetchUserInfo(current, tokens.access_token, claims.sub)
          return { ...more, ...claims }
        })
      }),
  }
}

type Library = typeof import('openid-client')

/**
 * HTTP Basic, which RFC 6749 section 2.3.1 requires of every provider, unless this one only names
 * another method.
 */
const authentication = (client: Library, { clientSecret }: OidcConfig) => {
  const basic = client.ClientSecretBasic(clientSecret)
  const post = client.ClientSecretPost(clientSecret)
  return (...of: Parameters<typeof basic>): void => {
    const [{ token_endpoint_auth_methods_supported: methods }] = of
    const isBasic = methods === undefined || methods.includes('client_secret_basic')
    const authenticate = isBasic ? basic : post
    authenticate(...of)
  }
}

const isWhole = (claims: Claims, { roles, emailVerifiedClaim }: OidcConfig): boolean =>
  claims.email !== undefined &&
  claimOf(claims, emailVerifiedClaim) !== undefined &&
  (roles === undefined || claimOf(claims, roles.claim) !== undefined)

/**
 * Errors caused by the provider's claims or the visitor's input; any other means that the provider
 * is unavailable or broken.
 */
const rejectionCodes: ReadonlySet<unknown> = new Set([
  'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  // For example, a visitor added a token to the URL.
  'OAUTH_UNSUPPORTED_OPERATION',
])

const noResponse = (cause: unknown): ProviderUnavailable => new ProviderUnavailable('no response', { cause })

const isRejection = (error: unknown): boolean => {
  if (error instanceof NotSignedIn) return true
  if (!(error instanceof Error)) return false
  const { code, status } = error as Error & { code?: unknown; status?: unknown }
  // For example, the code was already used.
  if (code === 'OAUTH_RESPONSE_BODY_ERROR') return typeof status === 'number' && status < 500
  return rejectionCodes.has(code)
}
