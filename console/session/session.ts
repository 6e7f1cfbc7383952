import { AdoptionStore, type RateLimit } from '@adoption-store/client'
import { watchedFetch } from '../platform/liveness.ts'
import { signal } from '../platform/signal.ts'

// The key lives in the tab's session storage and in memory, and nowhere else: no address, no log, no other tab.

const STORED_AS = 'adoption-store.key'
/** Waits this short are not worth a word; a longer one is said, with a countdown. */
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
/** Why the last session was ended, if the store ended it. */
export const useSessionEnd = ending.use

/** The store, as the signed-in key may use it. */
export const useStore = (): AdoptionStore => {
  const current = session.use()
  if (!current) throw new Error('nobody is signed in')
  return current.store
}

/** Keeps the key for this tab, if the store knows it. Throws what the store says against it. */
export const signIn = async (text: string): Promise<RateLimit> => {
  const key = text.trim()
  const store = storeOf(key)
  // Free of charge, and answered even to a key that is banned or has used up its limit.
  const rateLimit = await store.rateLimit.get()
  window.sessionStorage.setItem(STORED_AS, key)
  ending.set(undefined)
  session.set({ key, store })
  return rateLimit
}

export const endSession = (reason?: unknown): void => {
  window.sessionStorage.removeItem(STORED_AS)
  ending.set(reason)
  session.set(undefined)
}
