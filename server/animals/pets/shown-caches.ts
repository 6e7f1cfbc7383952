import type { PetResponses, ShownChange } from './pet-responses.ts'

type Cache = Pick<PetResponses, 'changed' | 'clear'>

export type ShownCaches = ReturnType<typeof shownCaches>

/** The caches of what is shown of animals. Each is told of every change, whichever process has made it. */
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
