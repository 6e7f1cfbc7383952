import { checkedUrl } from './base-url.ts'
import { errorOf } from './error-response.ts'
import { AdoptionStoreError, ConnectionError } from './errors.ts'
import { type Int64, parseExact } from './exact-json.ts'
import type { ClientOptions } from './options.ts'
import { inPath } from './request.ts'
import { within } from './runtime.ts'
import type { NewOrganization, User } from './schemas.ts'

/** The sign-in settings of the store. */
export type AuthOptions = Pick<ClientOptions, 'timeoutMs' | 'fetch'> & { baseUrl: string }

/** A signed-in user. */
export type SignedIn = {
  /** The bearer token of requests, valid for some minutes: see `AccessTokens`. Keep it in memory only. */
  accessToken: string
  /** When the token ends, by the service's clock (RFC 3339, UTC). */
  expiresAt: string
  /** How long that was from the response, in milliseconds. It holds for a client whose clock is wrong, too. */
  lifetimeMs: number
  user: User
}

/** A password to set by a link. */
export type NewPassword = {
  /** The part of the link after the `#`. */
  token: string
  /** At least 12 characters. */
  password: string
  /** Only with the link that creates the first admin: who that is. */
  email?: string | undefined
  name?: string | undefined
  /** Only with that link: the shelter, whose account and public details get this name and place. */
  shelter?: Pick<NewOrganization, 'name' | 'address' | 'location'> | undefined
}

/** A person who signs up with a link. */
export type NewMember = { token: string; password: string; name: string; accountName: string }

/** An invitation by a member of an account, which the person has yet to accept. */
export type Invitation = { email: string; account: { name: string } }

/** How people can sign in at a service. */
export type SignInMethods = {
  password: boolean
  /** Whether the calls of `passkeys` work there. */
  passkeys: boolean
  /** Whether `requestPasswordReset` works there: there is a mail server. */
  passwordReset?: boolean
  /** Whether developers can sign up there. */
  signUp?: boolean
  /** A provider to go to, by a link to `/auth/oidc/start`; absent if there is none. */
  singleSignOn?: { name: string }
}

/** A passkey of somebody. Times are RFC 3339, UTC. */
export type Passkey = { id: Int64; name: string; createdAt: string; lastUsedAt?: string }

/**
 * Calls that sign people in and out: for pages of the service's own origin, whose browser keeps the refresh token in a
 * cookie that no script can read. They throw `origin_not_allowed` anywhere else. None of them is retried.
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
    /** Signs somebody in. Throws `invalid_credentials`, and `too_many_attempts` with `retryAfterSeconds`. */
    signIn: async (credentials: { email: string; password: string }): Promise<SignedIn> =>
      signedInOf(await post({ path: '/auth/sign-in', body: credentials })),

    /**
     * The next access token of whoever is signed in in this browser. Throws `session_expired` if nobody is. The tabs
     * of a browser share one session and must take turns: a cookie that was replaced more than 10 s ago ends it.
     */
    refresh: async (signal?: AbortSignal): Promise<SignedIn> =>
      signedInOf(await post({ path: '/auth/refresh', signal })),

    /** Ends the session of this browser, if there is one. */
    async signOut(): Promise<void> {
      await post({ path: '/auth/sign-out' })
    },

    /**
     * Sets a password by a link (an invitation, a reset, or the first admin) and signs its owner in. Throws
     * `invalid_credentials` if the link was used or has expired, and `validation_failed`.
     */
    setPassword: async (password: NewPassword): Promise<SignedIn> =>
      signedInOf(await post({ path: '/auth/password', body: password })),

    /**
     * Changes the password of whoever is signed in in this browser, and ends their other sessions. Throws
     * `validation_failed` for a wrong current password or a weak new one, `too_many_attempts`, and `session_expired`.
     */
    async changePassword(passwords: { currentPassword: string; password: string }): Promise<void> {
      await post({ path: '/auth/password/change', body: passwords })
    },

    /** Signs in, once, by a link that an operator has made, where `methods` has no `password`. Throws `invalid_credentials`. */
    signInByLink: async (token: string): Promise<SignedIn> =>
      signedInOf(await post({ path: '/auth/link', body: { token } })),

    /** Sends a link to set a new password to whoever has this email; says nothing of whether anybody has. */
    async requestPasswordReset(email: string): Promise<void> {
      await post({ path: '/auth/password-reset', body: { email } })
    },

    /** Sends a link to sign up. Throws `too_many_attempts`. */
    async requestSignUp(email: string): Promise<void> {
      await post({ path: '/auth/sign-up', body: { email } })
    },

    /** Makes an account by that link, and signs its member in. `key` is its first API key, shown this once. */
    async confirmSignUp(member: NewMember): Promise<SignedIn & { key: string }> {
      const answered = await post({ path: '/auth/sign-up/confirm', body: member })
      return { ...signedInOf(answered), key: bodyOf<{ key: string }>(answered).key }
    },

    /**
     * What whoever has just come back from the provider may join: a member of that account has invited their address.
     * Throws `invalid_credentials` if there is nothing.
     */
    invitation: async (signal?: AbortSignal): Promise<Invitation> =>
      bodyOf(await post({ method: 'GET', path: '/auth/oidc/invitation', signal })),

    /** Joins that account, and signs the person in. Throws `invalid_credentials`. */
    acceptInvitation: async (): Promise<SignedIn> =>
      signedInOf(await post({ path: '/auth/oidc/invitation' })),

    /** How people can sign in here. */
    methods: async (signal?: AbortSignal): Promise<SignInMethods> =>
      bodyOf(await post({ method: 'GET', path: '/auth/methods', signal })),

    passkeys: passkeyCalls(post),
  }
}

/**
 * Calls about passkeys. Options and credentials are those of WebAuthn as JSON, as `parseCreationOptionsFromJSON()`,
 * `parseRequestOptionsFromJSON()` and `toJSON()` of browsers have them.
 */
const passkeyCalls = (post: (request: Post) => Promise<Answered>) => ({
  /** The options for the browser to sign in. */
  requestOptions: async (): Promise<object> =>
    bodyOf(await post({ path: '/auth/passkeys/sign-in/options' })),

  /** Signs somebody in by what the browser has given. Throws `invalid_credentials`. */
  signIn: async (credential: object): Promise<SignedIn> =>
    signedInOf(await post({ path: '/auth/passkeys/sign-in', body: { credential } })),

  /** Those of whoever is signed in in this browser. Throws `session_expired`. */
  list: async (signal?: AbortSignal): Promise<Passkey[]> =>
    bodyOf(await post({ method: 'GET', path: '/auth/passkeys', signal })),

  /** The options for the browser to add a passkey. Throws `recent_sign_in_required` 15 minutes after the sign-in. */
  creationOptions: async (): Promise<object> =>
    bodyOf(await post({ path: '/auth/passkeys/options' })),

  /** Adds what the browser has created. Throws `validation_failed`, `recent_sign_in_required`. */
  add: async (passkey: { name: string; credential: object }): Promise<Passkey> =>
    bodyOf(await post({ path: '/auth/passkeys', body: passkey })),

  /** Throws `passkey_not_found`. */
  async remove(id: Int64): Promise<void> {
    await post({ method: 'DELETE', path: `/auth/passkeys/${inPath(id)}` })
  },
})

/** Checked by the service that wrote it. */
const bodyOf = <Body>({ text }: Answered): Body => parseExact(text) as Body

const signedInOf = ({ response, text }: Answered): SignedIn => {
  const { accessToken, expiresAt, user } = parseExact(text) as Omit<SignedIn, 'lifetimeMs'>
  const sentMs = Date.parse(response.headers.get('date') ?? '')
  const lifetimeMs = Date.parse(expiresAt) - (Number.isNaN(sentMs) ? Date.now() : sentMs)
  return { accessToken, expiresAt, lifetimeMs, user }
}
