import type { PetResponses, ShownChange } from './pet-responses.ts'

type Cache = Pick<PetResponses, 'changed' | 'clear'>

export type ShownCaches = ReturnType<typeof shownCaches>

/**
 * The caches of data about animals. Each is notified of every change, whichever process made it.
 */
export const shownCaches = () => {
  const caches: Cache[] = []
  return {
    add: (...more: readonly Cache[]): void => void caches.push(...more),
    changed(change: ShownChange): void {
      for (const cache of caches) cache.changed(change)
    },
    clear(): void {
      for (const cache of caches) cache.clear()
    },
  }
}
