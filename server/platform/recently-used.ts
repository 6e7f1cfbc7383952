type Entry<Key, Value> = {
  key: Key
  value: Value
  older: Entry<Key, Value> | undefined
  newer: Entry<Key, Value> | undefined
}

export type RecentlyUsed<Key, Value> = ReturnType<typeof recentlyUsed<Key, Value>>

/**
 * A map of at most `most` entries: a new one takes the place of the least recently used. Each step takes constant time,
 * for which the order is a list of its own: to find the first entry of a Map, V8 passes all that were deleted before it.
 */
export const recentlyUsed = <Key, Value>(most: number) => {
  type Link = Entry<Key, Value>
  const entries = new Map<Key, Link>()
  let oldest: Link | undefined
  let newest: Link | undefined

  const unlink = ({ older, newer }: Link): void => {
    if (older) older.newer = newer
    else oldest = newer
    if (newer) newer.older = older
    else newest = older
  }

  const append = (entry: Link): void => {
    entry.older = newest
    entry.newer = undefined
    if (newest) newest.newer = entry
    else oldest = entry
    newest = entry
  }

  const remove = (key: Key): boolean => {
    const entry = entries.get(key)
    if (entry) unlink(entry)
    return entries.delete(key)
  }

  return {
    get size() {
      return entries.size
    },

    has: (key: Key): boolean => entries.has(key),

    /** The value, which is then the most recently used. */
    get(key: Key): Value | undefined {
      const entry = entries.get(key)
      if (entry && entry !== newest) {
        unlink(entry)
        append(entry)
      }
      return entry?.value
    },

    set(key: Key, value: Value): void {
      remove(key)
      if (oldest && entries.size >= most) remove(oldest.key)
      const entry = { key, value, older: undefined, newer: undefined }
      entries.set(key, entry)
      append(entry)
    },

    delete: remove,

    /** From the least to the most recently used. */
    *[Symbol.iterator](): Generator<[Key, Value]> {
      for (let entry = oldest; entry; entry = entry.newer) yield [entry.key, entry.value]
    },
  }
}
