import { type AdoptionStore, isApiError, type StoreEvent } from '@adoption-store/client'
import type { QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useStore } from '../session/session.ts'
import { noteError, queryClient } from './query-client.ts'
import { queryKeys } from './query-keys.ts'
import { signal } from './signal.ts'
import { isTroubled } from './trouble.ts'

/** What is asked for again when something of this kind happens. */
const touchedBy: Record<StoreEvent['type'], readonly QueryKey[]> = {
  'pet.created': [queryKeys.pets, queryKeys.inventory, queryKeys.categories],
  'pet.updated': [queryKeys.pets, queryKeys.inventory, queryKeys.categories],
  'pet.deleted': [queryKeys.pets, queryKeys.inventory, queryKeys.categories],
  'order.placed': [queryKeys.orders],
  'order.updated': [queryKeys.orders],
  'category.updated': [queryKeys.categories],
  'key.banned': [queryKeys.bans, queryKeys.rateLimit],
  'webhook.disabled': [queryKeys.webhooks],
}

/** Many changes at once are one refresh; a lone one shows at once. */
const GATHER_MS = 150
/** A tab that nobody sees for so long gives its connection back: browsers open only six to one server. */
const HIDDEN_MS = 30_000
const RETRY_MS = 1_500

export type Liveness = 'connecting' | 'live' | 'off'
const liveness = signal<Liveness>('connecting')
/** Whether changes made elsewhere show by themselves. */
export const useLiveness = liveness.use

/** Follows the store's changes for as long as the tab is looked at: one stream for the whole console. */
export const useLiveEvents = (): void => {
  const store = useStore()
  useEffect(() => {
    let following: AbortController | undefined
    let hiddenTimer: ReturnType<typeof setTimeout> | undefined
    const place: Place = { after: undefined }
    const stop = () => {
      following?.abort()
      following = undefined
    }
    const start = () => {
      if (following) return
      following = new AbortController()
      void follow(store, place, following.signal)
    }
    const onVisibility = () => {
      clearTimeout(hiddenTimer)
      if (document.visibilityState === 'visible') start()
      else hiddenTimer = setTimeout(stop, HIDDEN_MS)
    }
    start()
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      clearTimeout(hiddenTimer)
      stop()
    }
  }, [store])
}

/** The last event seen, from which a later connection goes on. */
type Place = { after: string | undefined }

const follow = async (store: AdoptionStore, place: Place, signal: AbortSignal): Promise<void> => {
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    // Without a last event there is no telling what was missed.
    if (!isFirst && !place.after) void queryClient.invalidateQueries()
    try {
      liveness.set('live')
      for await (const event of store.events.follow({ ...from(place), signal })) {
        place.after = event.id
        refresh(touchedBy[event.type])
      }
    } catch (error) {
      if (signal.aborted) return
      if (isApiError(error, 'insufficient_scope')) return liveness.set('off')
      liveness.set('connecting')
      noteError(error)
      if (isApiError(error, 'invalid_cursor')) place.after = undefined
      do await pause(RETRY_MS, signal)
      while (isTroubled() && !signal.aborted)
    }
  }
}

const from = ({ after }: Place) => (after ? { after } : ({ from: 'now' } as const))

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const waiting = new Set<QueryKey>()

const refresh = (keys: readonly QueryKey[]): void => {
  if (waiting.size === 0) setTimeout(flush, GATHER_MS)
  for (const key of keys) waiting.add(key)
}

const flush = (): void => {
  for (const queryKey of waiting) void queryClient.invalidateQueries({ queryKey })
  waiting.clear()
}
