import type { ApiError, SignedIn } from '@adoption-store/client'

// The tabs of a browser share one refresh cookie, so they take turns at using it, and share what it brings.

/** An access token and its user. `endsAtMs` is by the clock of this browser. */
export type Tokens = Pick<SignedIn, 'accessToken' | 'user'> & { endsAtMs: number }

/** `code` is why the store ended the session: an error loses its class on the way. Without it, somebody signed out. */
type Message = { kind: 'signed in'; tokens: Tokens } | { kind: 'signed out'; code?: ApiError['code'] | undefined }

const NAME = 'adoption-store.session'
/** Longer than a request may take: a tab that does not respond holds up no other for ever. */
const TURN_MS = 20_000

const channel = new BroadcastChannel(NAME)

/** Says to the other tabs what has changed. They are of this origin, and keep it in memory as well. */
export const notifyTabs = (message: Message): void => channel.postMessage(message)

export const onTabs = (listener: (message: Message) => void): void => {
  channel.onmessage = ({ data }: MessageEvent<Message>) => listener(data)
}

/**
 * Runs what changes the cookie while no other tab does. Browsers have locks only on pages with TLS and on this machine;
 * elsewhere two tabs that refresh at once get the same cookie from the server.
 */
export const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>
  if (!locks) return work()
  let hasBegun = false
  try {
    return await locks.request(NAME, { signal: AbortSignal.timeout(TURN_MS) }, () => {
      hasBegun = true
      return work()
    })
  } catch (error) {
    if (hasBegun) throw error
    return work()
  }
}
