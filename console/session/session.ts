import {
  AdoptionStore,
  ApiError,
  isApiError,
  type NewMember,
  type NewPassword,
  type User,
} from '@adoption-store/client'
import { isSameId } from '../platform/int64.ts'
import { watchedFetch } from '../platform/liveness.ts'
import { repeatPosts } from '../platform/repeat-posts.ts'
import { signal } from '../platform/signal.ts'
import { hasUnsaved } from '../platform/unload.ts'
import { askForPasskey, unknownPasskey } from './passkey.ts'
import { accessTokens, auth, type Ended, obtain, onTokens, refresh, signOutEverywhere } from './tokens.ts'

// A person is signed in in all tabs of the browser, by a cookie that no script can read. A key is kept in the session
// storage and in the memory of one tab: in no URL, no log and no other tab.

const STORED_AS = 'adoption-store.key'
/** Shorter waits go unmentioned; longer ones show a countdown. */
const SILENT_WAIT_MS = 1_000
const RESUME_AGAIN_MS = 3_000

export type SessionState =
  /** It is not known yet whether somebody is signed in. */
  | { kind: 'resuming' }
  /** `reason` is why the last session ended, if the store ended it. */
  | { kind: 'none'; reason?: unknown; wasKey?: boolean }
  | { kind: 'key'; key: string; store: AdoptionStore }
  | { kind: 'user'; user: User; store: AdoptionStore }
  /**
   * The session has ended while there was unsaved text, which waits for the same user to sign in again. Without a
   * `reason`, the user has signed out in another tab.
   */
  | { kind: 'paused'; user: User; store: AdoptionStore; reason?: unknown }
  /** Signed in only to add a passkey, which the role requires. */
  | { kind: 'enrolment'; user: User }

const storeOf = (apiKey: string | typeof accessTokens, path = ''): AdoptionStore =>
  new AdoptionStore({
    apiKey,
    baseUrl: window.location.origin + path,
    fetch: repeatPosts(watchedFetch),
    maxRetries: 3,
    timeoutMs: 15_000,
    maxRetryWaitMs: SILENT_WAIT_MS,
  })

const storedKey = (): SessionState | undefined => {
  const key = window.sessionStorage.getItem(STORED_AS)
  if (key === null) return undefined
  try {
    return { kind: 'key', key, store: storeOf(key) }
  } catch {
    window.sessionStorage.removeItem(STORED_AS)
    return undefined
  }
}

const session = signal<SessionState>(storedKey() ?? { kind: 'resuming' })

/** A hint to the server: whether to draw the form to sign in before this script has arrived. It proves nothing. */
const HINT = 'adoption-store-console=in; path=/console; samesite=strict'
const HINT_SECONDS = 90 * 86_400

const leaveHint = (): void => {
  const { kind } = session.get()
  if (kind === 'resuming') return
  // biome-ignore lint/suspicious/noDocumentCookie: Safari has had the Cookie Store API for a short time only
  document.cookie = `${HINT}; max-age=${kind === 'none' || kind === 'paused' ? 0 : HINT_SECONDS}`
}
session.subscribe(leaveHint)
leaveHint()

export const useSession = session.use

/** The client of the store, for who is signed in. */
export const useStore = (): AdoptionStore => {
  const current = session.use()
  if ('store' in current) return current.store
  throw new Error('nobody is signed in')
}

const stagingStore = storeOf(accessTokens, '/staging')

/** The client of staging, for a person who is signed in: keys of production do not work there. */
export const useStagingStore = (): AdoptionStore | undefined =>
  session.use().kind === 'user' ? stagingStore : undefined

onTokens((user, ended) => {
  const current = session.get()
  if (current.kind === 'key') return
  if (!user) session.set(afterEnd(current, ended))
  else if (current.kind === 'paused' && isSameId(current.user.id, user.id))
    session.set({ kind: 'user', user, store: current.store })
  else if ((current.kind !== 'user' && current.kind !== 'enrolment') || !isSameId(current.user.id, user.id))
    session.set({ kind: 'user', user, store: storeOf(accessTokens) })
})

/** People who sign out here were asked about unsaved text in this tab. Those whose session ends were not. */
const afterEnd = (current: SessionState, ended: Ended | undefined): SessionState => {
  if (current.kind === 'paused') return current
  const reason = ended?.reason
  const isPaused = current.kind === 'user' && !ended?.isSignedOutHere && hasUnsaved()
  if (!isPaused) return { kind: 'none', reason }
  return { kind: 'paused', user: current.user, store: current.store, reason }
}

/** Finds out whether somebody is signed in in this browser. */
export const resume = async (): Promise<void> => {
  if (session.get().kind !== 'resuming') return
  for (;;) {
    try {
      return await refresh()
    } catch (reason) {
      // Nobody was signed in, which is not an error. Other errors are shown and may be temporary.
      const isNobody = reason instanceof ApiError && reason.status === 401
      if (session.get().kind === 'resuming') {
        session.set({ kind: 'none', ...(!isNobody && { reason }) })
      }
      if (isNobody || !(await isStillUnknown())) return
    }
  }
}

/** After a while, whether nobody has signed in meanwhile. */
const isStillUnknown = async (): Promise<boolean> => {
  await new Promise((resolve) => setTimeout(resolve, RESUME_AGAIN_MS))
  return session.get().kind === 'none'
}

/** Throws the error of the request. */
export const signIn = async (credentials: { email: string; password: string }): Promise<void> => {
  await obtain(() => auth.signIn(credentials))
}

/** Signs in with a passkey, which the browser asks for. Also throws `SignInProblem`. */
export const signInByPasskey = async (): Promise<void> => {
  const credential = await askForPasskey(await auth.passkeys.requestOptions())
  await obtain(() => auth.passkeys.signIn(credential)).catch((error: unknown) => {
    throw isApiError(error, 'invalid_credentials') ? unknownPasskey() : error
  })
}

/** Sets a password by a link, and signs its owner in. Throws the error of the request. */
export const setPassword = async (password: NewPassword): Promise<void> => {
  const user = await obtain(() => auth.setPassword(password))
  // The signed-in user replaces a key that was in use in this tab.
  window.sessionStorage.removeItem(STORED_AS)
  session.set({ kind: 'user', user, store: storeOf(accessTokens) })
}

/** Signs in by a link that an operator has made. Throws the error of the request. */
export const signInByLink = async (token: string): Promise<void> => {
  const user = await obtain(() => auth.signInByLink(token))
  window.sessionStorage.removeItem(STORED_AS)
  session.set({ kind: 'user', user, store: storeOf(accessTokens) })
}

/** Joins the account of the member who has invited the person. Throws the error of the request. */
export const acceptInvitation = async (): Promise<void> => {
  const user = await obtain(() => auth.acceptInvitation())
  window.sessionStorage.removeItem(STORED_AS)
  session.set({ kind: 'user', user, store: storeOf(accessTokens) })
}

/**
 * Creates an account with a link, and returns its first key. The new member is signed in after the next load or step.
 */
export const confirmSignUp = async (member: NewMember): Promise<string> => {
  let key = ''
  const user = await obtain(async () => {
    const made = await auth.confirmSignUp(member)
    key = made.key
    return made
  })
  window.sessionStorage.removeItem(STORED_AS)
  session.set({ kind: 'user', user, store: storeOf(accessTokens) })
  return key
}

/** Keeps the key for this tab if the store accepts it; throws its error otherwise. */
export const signInByKey = async (text: string): Promise<void> => {
  const key = text.trim()
  const store = storeOf(key)
  // Free, and works even for a key that is banned or has used up its limit.
  await store.rateLimit.get()
  window.sessionStorage.setItem(STORED_AS, key)
  session.set({ kind: 'key', key, store })
}

/** A person is signed out in every tab, a key only in this one. */
export const signOut = async (): Promise<void> => {
  if (session.get().kind === 'key') endKeySession()
  else await signOutEverywhere()
}

const endKeySession = (reason?: unknown): void => {
  window.sessionStorage.removeItem(STORED_AS)
  session.set({ kind: 'none', reason, wasKey: true })
}

/** The passkey has been added: the session can do everything from now on. */
export const finishEnrolment = (): void => {
  const current = session.get()
  if (current.kind === 'enrolment') session.set({ kind: 'user', user: current.user, store: storeOf(accessTokens) })
}

/** Asks for a passkey when the store requires one. */
export const enrolIfRequired = (error: unknown): void => {
  const current = session.get()
  if (current.kind === 'user' && isApiError(error, 'passkey_required'))
    session.set({ kind: 'enrolment', user: current.user })
}

/**
 * Ends the session when the store no longer accepts the key. A user's session ends when no other token can be obtained.
 */
export const endSessionIfRejected = (error: unknown): void => {
  const isRejected = error instanceof ApiError && error.status === 401
  if (isRejected && session.get().kind === 'key') endKeySession(error)
}
