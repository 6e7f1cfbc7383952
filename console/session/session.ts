import { AdoptionStore, ApiError } from '@adoption-store/client'
import { watchedFetch } from '../platform/liveness.ts'
import { signal } from '../platform/signal.ts'

// The key is kept in the tab's session storage and in memory only: in no URL, no log and no other tab.

const STORED_AS = 'adoption-store.key'
/** Shorter waits go unmentioned; longer ones show a countdown. */
const SILENT_WAIT_MS = 1_000

type Session = { key: string; store: AdoptionStore }

const storeOf = (apiKey: string): AdoptionStore =>
  new AdoptionStore({
    apiKey,
    baseUrl: window.location.origin,
    fetch: watchedFetch,
    maxRetries: 3,
    timeoutMs: 15_000,
    maxRetryWaitMs: SILENT_WAIT_MS,
  })

const restored = (): Session | undefined => {
  const key = window.sessionStorage.getItem(STORED_AS)
  if (key === null) return undefined
  try {
    return { key, store: storeOf(key) }
  } catch {
    window.sessionStorage.removeItem(STORED_AS)
    return undefined
  }
}

const session = signal(restored())
const ending = signal<unknown>(undefined)

export const useSession = session.use
/** Why the last session ended, if the store ended it. */
export const useSessionEnd = ending.use

/** The client of the store, with the key that is signed in. */
export const useStore = (): AdoptionStore => {
  const current = session.use()
  if (!current) throw new Error('nobody is signed in')
  return current.store
}

/** Keeps the key for this tab if the store accepts it; throws its error otherwise. */
export const signIn = async (text: string): Promise<void> => {
  const key = text.trim()
  const store = storeOf(key)
  // Free, and works even for a key that is banned or has used up its limit.
  await store.rateLimit.get()
  window.sessionStorage.setItem(STORED_AS, key)
  ending.set(undefined)
  session.set({ key, store })
}

export const endSession = (reason?: unknown): void => {
  window.sessionStorage.removeItem(STORED_AS)
  ending.set(reason)
  session.set(undefined)
}

/** Signs out when the store no longer accepts the key. */
export const endSessionIfRefused = (error: unknown): void => {
  if (error instanceof ApiError && error.status === 401) endSession(error)
}
