import {
  type AdoptionStore,
  type Animal,
  ApiError,
  isApiError,
  type LimitWindow,
  type PetPatch,
  type ProfilePatch,
  RateLimitError,
} from '@adoption-store/client'
import { isTrouble } from '../../platform/trouble.ts'

/** A change to an animal or to its profile. */
export type BulkChange = { profile: ProfilePatch } | { pet: PetPatch }

export type Outcome = { done: Animal[]; failed: { animal: Animal; error: unknown }[] }

/** How far the work is; `waitUntilMs` while the limit of the account leaves no room. */
export type Progress = { done: number; total: number; waitUntilMs?: number | undefined }

type Options = {
  store: AdoptionStore
  onProgress: (progress: Progress) => void
  /** Aborting it ends the work after the batch under way. */
  signal: AbortSignal
}

const BATCH_SIZE = 100
/** A batch counts as one request for this many animals. */
const ANIMALS_PER_REQUEST = 10
/** Requests of each minute that are left for everything else that people do. */
const RESERVED = 10

/**
 * Changes the animals in batches, one after the other, and waits when the account has no requests
 * left. An error that would affect every request ends it; the animals that are left count as failed.
 */
export const changeAll = async (
  animals: readonly Animal[],
  changeOf: (animal: Animal) => BulkChange,
  { store, onProgress, signal }: Options,
): Promise<Outcome> => {
  const outcome: Outcome = { done: [], failed: [] }
  let windows: readonly LimitWindow[] = (await store.rateLimit.get().withResponse()).rateLimit
  for (let from = 0; from < animals.length && !signal.aborted; ) {
    const part = animals.slice(from, from + BATCH_SIZE)
    const wait = waitMs(windows, part.length)
    const progress = { done: from, total: animals.length }
    if (wait > 0) {
      onProgress({ ...progress, waitUntilMs: Date.now() + wait })
      await pause(wait, signal)
      windows = []
      continue
    }
    onProgress(progress)
    try {
      const { data, rateLimit } = await send(store, part, changeOf)
      windows = rateLimit
      for (const [at, animal] of part.entries()) settle(outcome, animal, data.results[at])
    } catch (error) {
      if (error instanceof RateLimitError && error.code === 'rate_limit_exceeded') {
        windows = [{ name: 'minute', limit: 0, remaining: 0, resetsInSeconds: error.retryAfterSeconds }]
        continue
      }
      const isOver = isTrouble(error) || isApiError(error, 'read_only')
      const lost = isOver ? animals.slice(from) : part
      for (const animal of lost) outcome.failed.push({ animal, error })
      if (isOver) return outcome
    }
    from += part.length
  }
  return outcome
}

/** All changes of one action are of the same kind. */
const send = (store: AdoptionStore, part: readonly Animal[], changeOf: (animal: Animal) => BulkChange) => {
  const changes = part.map((animal) => ({ id: animal.id, ...changeOf(animal) }))
  const pets = changes.flatMap((one) => ('pet' in one ? [{ id: one.id, ...one.pet }] : []))
  if (pets.length > 0) return store.pets.updateBatch({ pets }).withResponse()
  const profiles = changes.flatMap((one) => ('profile' in one ? [{ petId: one.id, ...one.profile }] : []))
  return store.profiles.batch({ profiles }).withResponse()
}

type Result = { status: number; error?: { code: string; message: string } }

const settle = (outcome: Outcome, animal: Animal, result: Result | undefined): void => {
  if (result && !result.error) return void outcome.done.push(animal)
  // The codes of the document, which the client lists.
  const details = { ...result?.error, status: result?.status ?? 500 } as ConstructorParameters<typeof ApiError>[0]
  outcome.failed.push({ animal, error: new ApiError(details) })
}

/** How long to wait so that a batch leaves requests for other work. */
const waitMs = (windows: readonly LimitWindow[], count: number): number => {
  const minute = windows.find(({ name }) => name === 'minute')
  const cost = Math.ceil(count / ANIMALS_PER_REQUEST)
  // An account with a small limit would otherwise wait for ever.
  const reserved = Math.min(RESERVED, Math.max(0, (minute?.limit ?? 0) - cost))
  if (!minute || minute.remaining >= cost + reserved) return 0
  return Math.max(1, minute.resetsInSeconds) * 1_000
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal.addEventListener('abort', end, { once: true })
  })
