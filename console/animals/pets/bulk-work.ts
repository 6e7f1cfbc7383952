import { type AdoptionStore, type Animal, isApiError, type PetStatus } from '@adoption-store/client'
import { isTrouble } from '../../platform/trouble.ts'

export type Outcome = { done: Animal[]; failed: { animal: Animal; error: unknown }[] }

type Work = (animal: Animal) => Promise<unknown>

const AT_ONCE = 4

/**
 * Runs an action for each animal, some at a time. Stops on an error that would affect every
 * request.
 */
export const forEachAnimal = async (
  animals: readonly Animal[],
  work: Work,
  onProgress: (done: number) => void,
): Promise<Outcome> => {
  const outcome: Outcome = { done: [], failed: [] }
  const rest = [...animals]
  let trouble: unknown
  const one = async (): Promise<void> => {
    for (let animal = rest.shift(); animal; animal = rest.shift()) {
      try {
        if (trouble !== undefined) throw trouble
        await work(animal)
        outcome.done.push(animal)
      } catch (error) {
        if (isTrouble(error) || isApiError(error, 'read_only')) trouble = error
        outcome.failed.push({ animal, error })
      }
      onProgress(outcome.done.length + outcome.failed.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  return outcome
}

/** An action for several animals, and its undo. */
export type BulkAction = {
  label: string
  /** `12 animals published.` */
  done: (count: string) => string
  isNeeded: (animal: Animal) => boolean
  work: Work
  undo: Work
}

export const publishing = (store: AdoptionStore, published: boolean): BulkAction => ({
  label: published ? 'Publish' : 'Unpublish',
  done: (count) => `${count} ${published ? 'published' : 'taken off the site'}.`,
  isNeeded: (animal) => animal.published !== published,
  work: ({ id }) => store.profiles.update(id, { published }),
  undo: ({ id }) => store.profiles.update(id, { published: !published }),
})

export const moving = (store: AdoptionStore, status: PetStatus, label: string): BulkAction => ({
  label,
  done: (count) => `${count} now ${label.toLowerCase()}.`,
  isNeeded: (animal) => animal.status !== status,
  work: ({ id }) => store.pets.update(id, { status }),
  undo: ({ id, status: before }) => store.pets.update(id, { status: before }),
})
