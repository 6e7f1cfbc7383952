import type { PetStatus } from '../../animals/pets/pet.ts'
import type { Photo } from '../../animals/photos/photo.ts'
import { type Age, ageAt } from '../../animals/profiles/age.ts'
import type { PublicFacts } from '../../animals/profiles/profile.ts'
import { readFacts } from '../../animals/profiles/profile-facts.ts'
import type { Details } from './listing-details.repository.ts'
import { metresBetween, type Point } from './place.ts'

/** A listing as pages show it, without anything that only its owner may see. */
export type ListedAnimal = PublicFacts & {
  id: bigint
  name: string
  status: PetStatus
  age: Age
  publishedAtMs: number
  updatedAtMs: number
  /** For a sold animal, when its listing stops being shown. */
  shownUntilMs: number | undefined
  /** Their URLs are relative to the root of this server. */
  photos: readonly Photo[]
  organization: { id: bigint; name: string | null; city: string | null; country: string | null }
  /** The distance of its organization from a point, if both are known. */
  distanceMetres: number | undefined
}

/** How long the listing of a sold animal is still shown at its own address. */
export const SOLD_SHOWN_MS = 30 * 24 * 60 * 60 * 1_000

type ListingContext = { nowMs: number; near: Point | undefined; photos: readonly Photo[] }

export const listedAnimal = (row: Details, { nowMs, near, photos }: ListingContext): ListedAnimal => {
  const { id, name, status, latitude: lat, longitude: lng, account_id, sold_at } = row
  const isNear = near !== undefined && lat !== null && lng !== null
  return {
    ...readFacts(row.facts),
    id,
    name,
    photos,
    // A check constraint of the table allows no other status.
    status: status as PetStatus,
    age: ageAt(row.born, nowMs),
    publishedAtMs: Number(row.published_at ?? 0n),
    updatedAtMs: Number(row.updated_at),
    shownUntilMs: sold_at === null ? undefined : Number(sold_at) + SOLD_SHOWN_MS,
    organization: {
      id: account_id,
      name: row.organization,
      city: row.city,
      country: row.country,
    },
    distanceMetres: isNear ? metresBetween(near, { lat, lng }) : undefined,
  }
}
