import type { Query, QueryKey } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

/** Several changes in a row cause one refresh. */
const GATHER_MS = 100
/** While changes go on and on (an import), so long is between two of them. */
const MAX_PAUSE_MS = 4_000

const waiting = new Set<QueryKey>()
let isRunning = false
let pauseMs = GATHER_MS

/**
 * Reloads what is shown of these queries in a moment. One refresh waits for the end of the one before, so that what is
 * on its way arrives and the last change is always asked for.
 */
export const refresh = (keys: readonly QueryKey[]): void => {
  for (const key of keys) waiting.add(key)
  if (isRunning) return
  isRunning = true
  void run()
}

const run = async (): Promise<void> => {
  while (waiting.size > 0) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const keys = [...waiting]
    waiting.clear()
    await Promise.all(keys.map(reload))
    pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
  }
  isRunning = false
  setTimeout(() => {
    if (!isRunning) pauseMs = GATHER_MS
  }, pauseMs)
}

/** The first request of a query is not repeated before it has its response, which may be older than the change. */
const reload = async (queryKey: QueryKey): Promise<void> => {
  const isFirst = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching'
  const first = queryClient.getQueryCache().findAll({ queryKey, predicate: isFirst })
  await Promise.all(first.map(({ promise }) => promise?.catch(() => {})))
  await queryClient.invalidateQueries({ queryKey })
}
