import { type AdoptionStore, isApiError, type StoreEvent } from '@adoption-store/client'
import { useEffect, useState } from 'react'
import { liveness } from '../platform/liveness.ts'
import { noteError, queryClient } from '../platform/query-client.ts'
import { isTroubled } from '../platform/trouble.ts'
import { useStore } from '../session/session.ts'

/** A tab hidden for this long closes its stream, as browsers open only six connections to a server. */
const HIDDEN_MS = 30_000
const RETRY_MS = 1_500
/** How long pages wait for the stream to open. */
const OPENING_MS = 500

type OnEvent = (event: StoreEvent) => void

/**
 * Follows the event feed while the tab is visible, with one stream for the whole console. Returns whether pages may
 * load: data that is read before the stream opens can change without an event.
 */
export const useLiveEvents = (onEvent: OnEvent): boolean => {
  useFollowing(onEvent)
  return useOpened()
}

const useFollowing = (onEvent: OnEvent): void => {
  const store = useStore()
  useEffect(() => {
    let following: AbortController | undefined
    let hiddenTimer: ReturnType<typeof setTimeout> | undefined
    const position: Position = { after: undefined, isFirst: true }
    const stop = () => {
      following?.abort()
      following = undefined
      liveness.set('connecting')
    }
    const start = () => {
      if (following) return
      following = new AbortController()
      void follow(store, position, onEvent, following.signal)
    }
    const onVisibility = () => {
      clearTimeout(hiddenTimer)
      if (document.visibilityState === 'visible') start()
      else hiddenTimer = setTimeout(stop, HIDDEN_MS)
    }
    // A tab that is opened in the background has nobody to show changes to yet.
    if (document.visibilityState === 'visible') start()
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      clearTimeout(hiddenTimer)
      stop()
    }
  }, [store, onEvent])
}

/**
 * True from when the stream is open or late, and then for good: a page stays when its stream is lost. If the stream was
 * late, everything is reloaded when it opens.
 */
const useOpened = (): boolean => {
  const state = liveness.use()
  const [isLate, setIsLate] = useState(false)
  const [hasOpened, setHasOpened] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), OPENING_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (state === 'connecting' || hasOpened) return
    setHasOpened(true)
    if (isLate && state === 'live') void queryClient.invalidateQueries()
  }, [state, isLate, hasOpened])
  return isLate || hasOpened || state !== 'connecting'
}

/** The last event seen, from which the next connection continues. */
type Position = { after: string | undefined; isFirst: boolean }

const follow = async (
  store: AdoptionStore,
  position: Position,
  onEvent: OnEvent,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    // Without a last event it is unknown what was missed.
    if (!position.isFirst && !position.after) void queryClient.invalidateQueries()
    position.isFirst = false
    try {
      for await (const event of store.events.follow({ ...from(position), signal })) {
        position.after = event.id
        onEvent(event)
      }
    } catch (error) {
      if (signal.aborted) return
      noteError(error)
      if (isApiError(error, 'insufficient_scope')) return liveness.set('off')
      if (isApiError(error, 'invalid_cursor')) position.after = undefined
      do await pause(RETRY_MS, signal)
      while (isTroubled() && !signal.aborted)
    }
  }
}

const from = ({ after }: Position) => (after ? { after } : ({ from: 'now' } as const))

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
