import type { PetStatus } from '../pets/pet.ts'
import type { Photo } from '../photos/photo.ts'
import type { PublicFacts } from '../profiles/profile.ts'
import type { Age } from './age.ts'
import type { ListingSearch } from './listing-query.ts'

/** So many of a list can be reached by the number of its page. */
export const MAX_WINDOW = 10_000
export type WindowOrder = 'newest' | 'oldest' | 'nearest' | 'farthest' | 'shuffled'

export type ListingWindow = {
  search: ListingSearch
  /** Folded; their name has it in it. */
  inName?: string | undefined
  order: WindowOrder
  /** What animals are shuffled by: the same order for the same seed. */
  seed: number
  offset: number
  limit: number
  origin: string
}

/** A listing as it is now, in values. */
export type ListedAnimal = {
  id: bigint
  name: string
  status: PetStatus
  accountId: bigint
  publishedAtMs: number
  age: Age
  facts: PublicFacts
  photos: readonly Photo[]
  metres: number | undefined
}
