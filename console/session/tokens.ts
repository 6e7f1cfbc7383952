import { type AccessTokens, ApiError, authClient, type SignedIn, type User } from '@adoption-store/client'
import { inTurn, notifyTabs, onTabs, type Tokens } from './tabs.ts'

// Keeps the user's access token in memory only, and renews it before it expires.

/** How long before the end the next token is requested, and the period over which tabs spread their requests. */
const EARLY_MS = 60_000
const SPREAD_MS = 30_000
/** A token with less than this left is not sent any more. */
const LAST_MS = 5_000
const RETRY_MS = 5_000
/**
 * The shortest lifetime to assume, because clocks may be wrong. A token that expires sooner is rejected and then
 * renewed.
 */
const MIN_LIFETIME_MS = 120_000

/** How a session ended: `reason` if the store ended it, and whether the person signed out in this very tab. */
export type Ended = { reason?: unknown; isSignedOutHere: boolean }

export const auth = authClient({ baseUrl: window.location.origin, timeoutMs: 15_000 })

let tokens: Tokens | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let onChange: (user: User | undefined, ended?: Ended) => void = () => {}

/** Calls back whenever somebody is signed in or out, in this tab or in another one. */
export const onTokens = (listener: typeof onChange): void => {
  onChange = listener
  onTabs((message) => {
    if (message.kind === 'signed in') take(message.tokens)
    else if (tokens) drop({ reason: message.code && over(message.code), isSignedOutHere: false })
  })
}

/** The access tokens that the client sends. */
export const accessTokens: AccessTokens = {
  async get() {
    if (tokens && isEnding(tokens, LAST_MS)) await refresh(tokens.accessToken)
    if (!tokens) throw over()
    return tokens.accessToken
  },
  async renew(rejected) {
    try {
      await refresh(rejected)
      return true
    } catch (error) {
      if (isOver(error)) return false
      throw error
    }
  },
}

/** Signs somebody in, in every tab. Throws the error of the request. */
export const obtain = (request: () => Promise<SignedIn>): Promise<User> =>
  inTurn(async () => {
    const issued = await request()
    share(issued)
    return issued.user
  })

/** Brings the next token, unless another tab has: `replaced` is the one that is of no use any more. */
export const refresh = (replaced?: string): Promise<void> => {
  refreshing ??= inTurn(async () => {
    const isReplaced = tokens && tokens.accessToken !== replaced && !isEnding(tokens, LAST_MS)
    if (!isReplaced) share(await auth.refresh())
  })
    .catch((error: unknown) => {
      if (tokens && isOver(error)) end({ reason: error, isSignedOutHere: false })
      throw error
    })
    .finally(() => {
      refreshing = undefined
    })
  return refreshing
}
let refreshing: Promise<void> | undefined

/** Signs this browser out. Throws if the server cannot be reached: its session would then continue. */
export const signOutEverywhere = async (): Promise<void> => {
  await inTurn(async () => {
    await auth.signOut()
    // Before the turn ends: otherwise the next tab learns that the session has ended, and notifies this one.
    end({ isSignedOutHere: true })
  })
}

const end = (ended: Ended): void => {
  const { reason } = ended
  notifyTabs({ kind: 'signed out', code: reason instanceof ApiError ? reason.code : undefined })
  drop(ended)
}

const share = ({ accessToken, user, lifetimeMs }: SignedIn): void => {
  const endsAtMs = Date.now() + Math.max(lifetimeMs, MIN_LIFETIME_MS)
  const issued = { accessToken, user, endsAtMs }
  take(issued)
  notifyTabs({ kind: 'signed in', tokens: issued })
}

const take = (issued: Tokens): void => {
  tokens = issued
  const leftMs = issued.endsAtMs - Date.now() - EARLY_MS - Math.random() * SPREAD_MS
  plan(Math.max(leftMs, RETRY_MS))
  onChange(issued.user)
}

const drop = (ended: Ended): void => {
  tokens = undefined
  clearTimeout(timer)
  onChange(undefined, ended)
}

/** A failure is tried again: the server may be away for a moment. */
const plan = (inMs: number): void => {
  clearTimeout(timer)
  timer = setTimeout(() => {
    refresh(tokens?.accessToken).catch(() => tokens && plan(RETRY_MS))
  }, inMs)
}

const isEnding = ({ endsAtMs }: Tokens, leftMs: number): boolean => endsAtMs - Date.now() < leftMs

/** The error of requests that are sent after the session ended. */
const over = (code: ApiError['code'] = 'session_expired'): ApiError =>
  new ApiError({ code, message: 'The session has ended.', status: 401 })

/** Whether the user is signed out, as opposed to the server being unavailable. */
const isOver = (error: unknown): boolean => error instanceof ApiError && error.status === 401
