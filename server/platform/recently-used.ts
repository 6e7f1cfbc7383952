import { LRUCache } from 'lru-cache'

/** A cache of the most recently used values by name. It is bounded, so that strangers cannot fill the memory. */
export type RecentlyUsed<Value extends NonNullable<unknown>> = LRUCache<string, Value>

/** Memory is allocated as it is needed; with lru-cache's `max` it would be allocated in full at the start. */
export const recentlyUsed = <Value extends NonNullable<unknown>>(maxEntries: number): RecentlyUsed<Value> =>
  new LRUCache<string, Value>({ maxSize: maxEntries, sizeCalculation: () => 1 })
