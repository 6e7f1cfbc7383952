import type { ShownChange } from '../../animals/pets/pet-responses.ts'
import { recentlyUsed } from '../../platform/recently-used.ts'
import { extentOf, reachesLists } from './listing-cache.ts'
import type { Stretch } from './stretch.ts'

type Entry = { stretch: Stretch; begun: number; madeAtMs: number }

/**
 * A stretch as it was, and the animals that may have come into it or left it since: the same set for all that missed the
 * same.
 */
type Found = { stretch: Stretch; changed: ReadonlySet<bigint>; madeAtMs: number }

type Options = { maxEntries: number; maxAgeMs: number; steadyMs: () => number }

export type StretchCache = ReturnType<typeof stretchCache>

/** Changes that a stretch may have missed, and still be put right. */
const MAX_MISSED = 50

/**
 * Keeps stretches of lists, with which animals have changed since: to look at how these stand now takes less than to read
 * the list again. A change costs the same however many stretches there are.
 */
export const stretchCache = ({ maxEntries, maxAgeMs, steadyMs }: Options) => {
  const entries = recentlyUsed<Entry>(maxEntries)
  let changed: bigint[] = []
  /** By where those in `changed` begin that a stretch has missed. */
  const missed = new Map<number, ReadonlySet<bigint>>()
  /** Of changes before those in `changed`, nobody knows what they altered. */
  let forgotten = 0

  const missedSince = (begun: number): ReadonlySet<bigint> => {
    const known = missed.get(begun)
    if (known) return known
    const petIds = new Set(changed.slice(begun - forgotten))
    missed.set(begun, petIds)
    return petIds
  }

  const clear = (): void => {
    entries.clear()
    missed.clear()
    // What is being made at the moment was read before.
    forgotten += changed.length + 1
    changed = []
  }

  return {
    find(key: string): Found | undefined {
      const entry = entries.get(key)
      if (!entry || entry.begun < forgotten || steadyMs() - entry.madeAtMs >= maxAgeMs)
        return undefined
      const { stretch, madeAtMs } = entry
      return { stretch, madeAtMs, changed: missedSince(entry.begun) }
    },

    /** Called before something is read for a stretch; what it returns is what `keep` has to know. */
    begin: (): number => forgotten + changed.length,

    /** `madeAtMs` where it is one from before that was put right. */
    keep(key: string, begun: number, stretch: Stretch, madeAtMs = steadyMs()): void {
      if (begun >= forgotten) entries.set(key, { stretch, begun, madeAtMs })
    },

    changed(change: ShownChange): void {
      const extent = extentOf(change)
      if (extent === 'all') clear()
      if (extent === undefined || extent === 'all' || extent === 'organizations') return
      // Names and texts alter no stretch: none is in the order of names, or of a search.
      if (extent.extent === 'words' || !reachesLists(extent)) return
      missed.clear()
      changed.push(extent.petId)
      if (changed.length <= MAX_MISSED * 2) return
      changed = changed.slice(MAX_MISSED)
      forgotten += MAX_MISSED
    },

    clear,
  }
}
