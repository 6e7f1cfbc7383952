import { checkedUrl } from './base-url.ts'
import { errorOf } from './error-response.ts'
import { AdoptionStoreError, ConnectionError } from './errors.ts'
import { type Int64, parseExact } from './exact-json.ts'
import type { NewOrganization, User } from './openapi.gen.ts'
import type { ClientOptions } from './options.ts'
import { inPath } from './request.ts'
import { within } from './runtime.ts'

/** Options of the sign-in client. */
export type AuthOptions = Pick<ClientOptions, 'timeoutMs' | 'fetch'> & { baseUrl: string }

/** A signed-in user. */
export type SignedIn = {
  /** The bearer token for requests, valid for a few minutes: see `AccessTokens`. Keep it in memory only. */
  accessToken: string
  /** When the token expires, by the service's clock (RFC 3339, UTC). */
  expiresAt: string
  /** How long the token was valid when it was issued, in milliseconds. Does not depend on the client's clock. */
  lifetimeMs: number
  user: User
}

/** A password to set with a link. */
export type NewPassword = {
  /** The part of the link after `#`. */
  token: string
  /** At least 12 characters. */
  password: string
  /** The first admin's email address and name. Only with the link that creates the first admin. */
  email?: string | undefined
  name?: string | undefined
  /**
   * The name and place of the first shelter, for its account and public details. Only with the link that creates the
   * first admin.
   */
  shelter?: Pick<NewOrganization, 'name' | 'address' | 'location'> | undefined
}

/** The data to sign up with a link. */
export type NewMember = { token: string; password: string; name: string; accountName: string }

/** An invitation to join an account that has not been accepted yet. */
export type Invitation = { email: string; account: { name: string } }

/** The ways to sign in that a service offers. */
export type SignInMethods = {
  password: boolean
  /** Whether passkeys can be used. */
  passkeys: boolean
  /** Whether `requestPasswordReset` works. It needs a mail server. */
  passwordReset?: boolean
  /** Whether developers can sign up. */
  signUp?: boolean
  /** The single sign-on provider, if there is one. Link to `/auth/oidc/start` to use it. */
  singleSignOn?: { name: string }
}

/** A passkey of a user. Times are RFC 3339, UTC. */
export type Passkey = { id: Int64; name: string; createdAt: string; lastUsedAt?: string }

/**
 * Calls to sign in and out, for pages on the service's own origin. The browser keeps the refresh token in a cookie that
 * scripts cannot read. On other origins they throw `origin_not_allowed`. They are never retried.
 */
export type AuthCalls = ReturnType<typeof authClient>

type Answered = { response: Response; text: string }
type Post = {
  method?: 'GET' | 'POST' | 'DELETE'
  path: string
  body?: object
  signal?: AbortSignal | undefined
}

const DEFAULT_TIMEOUT_MS = 30_000

export const authClient = (options: AuthOptions) => {
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const { origin } = checkedUrl(options.baseUrl)
  // Called without `this`, as browsers require.
  const fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init))

  const post = async ({ method = 'POST', path, body, signal }: Post): Promise<Answered> => {
    const time = within(timeoutMs, 'the call', signal)
    const init: RequestInit = {
      method,
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      credentials: 'same-origin',
      redirect: 'manual',
    }
    try {
      const response = await fetch(`${origin}${path}`, { ...init, signal: time.signal })
      const text = await response.text()
      const error = errorOf({ response, text }, method === 'GET' ? {} : { method }, false)
      if (error) throw error
      return { response, text }
    } catch (cause) {
      if (cause instanceof AdoptionStoreError) throw cause
      if (time.signal.aborted) throw time.signal.reason
      throw new ConnectionError('the request failed', { cause })
    } finally {
      time.release()
    }
  }

  return {
    /**
     * Signs a user in with email address and password. Throws `invalid_credentials`, and `too_many_attempts` with
     * `retryAfterSeconds`.
     */
    signIn: async (credentials: { email: string; password: string }): Promise<SignedIn> =>
      signedInOf(await post({ path: '/auth/sign-in', body: credentials })),

    /**
     * Gets a new access token for the user who is signed in in this browser. Throws `session_expired` if nobody is. All
     * tabs share one session, so refresh in one tab at a time: a cookie that was replaced more than 10 s ago ends the
     * session.
     */
    refresh: async (signal?: AbortSignal): Promise<SignedIn> =>
      signedInOf(await post({ path: '/auth/refresh', signal })),

    /** Signs out: ends the session of this browser, if there is one. */
    async signOut(): Promise<void> {
      await post({ path: '/auth/sign-out' })
    },

    /**
     * Sets a password with a link (an invitation, a reset, or the first admin) and signs the user in. Throws
     * `invalid_credentials` if the link was used or has expired, and `validation_failed`.
     */
    setPassword: async (password: NewPassword): Promise<SignedIn> =>
      signedInOf(await post({ path: '/auth/password', body: password })),

    /**
     * Changes the password of the user who is signed in in this browser, and ends their other sessions. Throws
     * `validation_failed` for a wrong current password or a weak new one, `too_many_attempts`, and `session_expired`.
     */
    async changePassword(passwords: { currentPassword: string; password: string }): Promise<void> {
      await post({ path: '/auth/password/change', body: passwords })
    },

    /**
     * Signs a user in with a one-time link from an operator. For services without password sign-in (`methods`).
     * Throws `invalid_credentials`.
     */
    signInByLink: async (token: string): Promise<SignedIn> =>
      signedInOf(await post({ path: '/auth/link', body: { token } })),

    /**
     * Emails a link to set a new password to the user with this address. The response is the same if there is no such
     * user.
     */
    async requestPasswordReset(email: string): Promise<void> {
      await post({ path: '/auth/password-reset', body: { email } })
    },

    /** Emails a link to sign up. Throws `too_many_attempts`. */
    async requestSignUp(email: string): Promise<void> {
      await post({ path: '/auth/sign-up', body: { email } })
    },

    /**
     * Creates an account with that link and signs the new member in. `key` is its first API key, returned only here.
     */
    async confirmSignUp(member: NewMember): Promise<SignedIn & { key: string }> {
      const answered = await post({ path: '/auth/sign-up/confirm', body: member })
      return { ...signedInOf(answered), key: bodyOf<{ key: string }>(answered).key }
    },

    /**
     * Gets the invitation for the user who has just returned from the single sign-on provider. Throws
     * `invalid_credentials` if there is none.
     */
    invitation: async (signal?: AbortSignal): Promise<Invitation> =>
      bodyOf(await post({ method: 'GET', path: '/auth/oidc/invitation', signal })),

    /** Accepts that invitation: joins the account and signs the user in. Throws `invalid_credentials`. */
    acceptInvitation: async (): Promise<SignedIn> => signedInOf(await post({ path: '/auth/oidc/invitation' })),

    /** Gets the ways to sign in that the service offers. */
    methods: async (signal?: AbortSignal): Promise<SignInMethods> =>
      bodyOf(await post({ method: 'GET', path: '/auth/methods', signal })),

    passkeys: passkeyCalls(post),
  }
}

/**
 * Calls for passkeys. Options and credentials are WebAuthn JSON, as used by the browser's
 * `parseCreationOptionsFromJSON()`, `parseRequestOptionsFromJSON()` and `toJSON()`.
 */
const passkeyCalls = (post: (request: Post) => Promise<Answered>) => ({
  /** Gets the browser's options to sign in. */
  requestOptions: async (): Promise<object> => bodyOf(await post({ path: '/auth/passkeys/sign-in/options' })),

  /** Signs a user in with the credential from the browser. Throws `invalid_credentials`. */
  signIn: async (credential: object): Promise<SignedIn> =>
    signedInOf(await post({ path: '/auth/passkeys/sign-in', body: { credential } })),

  /** Lists the passkeys of the user who is signed in in this browser. Throws `session_expired`. */
  list: async (signal?: AbortSignal): Promise<Passkey[]> =>
    bodyOf(await post({ method: 'GET', path: '/auth/passkeys', signal })),

  /**
   * Gets the browser's options to create a passkey. Throws `recent_sign_in_required` if the sign-in is more than 15
   * minutes old.
   */
  creationOptions: async (): Promise<object> => bodyOf(await post({ path: '/auth/passkeys/options' })),

  /** Adds the passkey that the browser created. Throws `validation_failed`, `recent_sign_in_required`. */
  add: async (passkey: { name: string; credential: object }): Promise<Passkey> =>
    bodyOf(await post({ path: '/auth/passkeys', body: passkey })),

  /** Removes a passkey. Throws `passkey_not_found`. */
  async remove(id: Int64): Promise<void> {
    await post({ method: 'DELETE', path: `/auth/passkeys/${inPath(id)}` })
  },
})

/** Not checked here: the service validates its responses. */
const bodyOf = <Body>({ text }: Answered): Body => parseExact(text) as Body

const signedInOf = ({ response, text }: Answered): SignedIn => {
  const { accessToken, expiresAt, user } = parseExact(text) as Omit<SignedIn, 'lifetimeMs'>
  const sentMs = Date.parse(response.headers.get('date') ?? '')
  const lifetimeMs = Date.parse(expiresAt) - (Number.isNaN(sentMs) ? Date.now() : sentMs)
  return { accessToken, expiresAt, lifetimeMs, user }
}
