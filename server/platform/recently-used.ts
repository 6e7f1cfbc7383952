import { LRUCache } from 'lru-cache'

/** What is kept by name, those used last: a bound on what strangers can fill the memory with. */
export type RecentlyUsed<Value extends NonNullable<unknown>> = LRUCache<string, Value>

/** Room is taken as it is used: with `max` each table is as large at the start as it can ever be. */
export const recentlyUsed = <Value extends NonNullable<unknown>>(
  maxEntries: number,
): RecentlyUsed<Value> =>
  new LRUCache<string, Value>({ maxSize: maxEntries, sizeCalculation: () => 1 })
