import type { Query, QueryKey } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

/** Several changes in a row cause one refresh. */
const BATCH_MS = 100
/** The longest pause between refreshes while changes continue, as during an import. */
const MAX_PAUSE_MS = 4_000

const waiting = new Set<QueryKey>()
let isRunning = false
let pauseMs = BATCH_MS
let minPauseMs = 0
let endPause = () => {}

/** Refreshes less often while hundreds of changes are expected. Returns a function that ends this. */
export const slowRefresh = (atLeastMs: number): (() => void) => {
  minPauseMs = atLeastMs
  return () => {
    minPauseMs = 0
    endPause()
  }
}

/**
 * Reloads active queries in a moment. A refresh waits for the end of the previous one, so that
 * responses under way arrive and the last change is always loaded.
 */
export const refresh = (keys: readonly QueryKey[]): void => {
  for (const key of keys) waiting.add(key)
  if (isRunning) return
  isRunning = true
  void run()
}

const run = async (): Promise<void> => {
  while (waiting.size > 0) {
    await new Promise<void>((resolve) => {
      endPause = resolve
      setTimeout(resolve, Math.max(pauseMs, minPauseMs))
    })
    const keys = [...waiting]
    waiting.clear()
    await Promise.all(keys.map(reload))
    pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
  }
  isRunning = false
  setTimeout(() => {
    if (!isRunning) pauseMs = BATCH_MS
  }, pauseMs)
}

/**
 * The first request of a query is repeated only after its response, which may be older than the
 * change.
 */
const reload = async (queryKey: QueryKey): Promise<void> => {
  const isFirst = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching'
  const first = queryClient.getQueryCache().findAll({ queryKey, predicate: isFirst })
  await Promise.all(first.map(({ promise }) => promise?.catch(() => {})))
  await queryClient.invalidateQueries({ queryKey })
}
