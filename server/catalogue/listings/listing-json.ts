import { addressed, type Photo } from '../../animals/photos/photo.ts'
import { ageAt } from '../../animals/profiles/age.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import { showTime } from '../../platform/time.ts'
import { type Details, isReviewed } from './listing-details.repository.ts'
import { metresBetween, type Point } from './place.ts'
import { applyPath, pathOf } from './slug.ts'

export type ListingView = {
  nowMs: number
  origin: string
  near: Point | undefined
  photos: readonly Photo[]
  hasSite: boolean
}

/** Serializes a listing. Its facts are inserted as they were stored, without parsing them. */
export const listingJson = (row: Details, { nowMs, origin, near, photos, hasSite }: ListingView): string => {
  const { id, name, status, category_id: categoryId, latitude: lat, longitude: lng } = row
  const head = stringifyJson({ id, name, status, categoryId, age: ageAt(row.born, nowMs) })
  const profile = stringifyJson({
    petId: id,
    published: true,
    publishedAt: showTime(row.published_at ?? 0n),
  })
  const hasPage = hasSite && isReviewed(row)
  const isNear = near && lat !== null && lng !== null
  const tail = stringifyJson({
    updatedAt: showTime(row.updated_at),
    photos: photos.map((photo) => addressed(photo, origin)),
    organization: {
      id: row.account_id,
      name: row.organization,
      city: row.city,
      country: row.country,
    },
    url: `${origin}/v1/listings/${id}`,
    ...(hasPage && { page: origin + pathOf(row) }),
    ...(hasPage && status !== 'sold' && { applyUrl: origin + applyPath(row) }),
    ...(isNear && { distanceKm: metresBetween(near, { lat, lng }) / 1_000 }),
  })
  const parts = [head, profile, row.facts, tail].map((json) => json.slice(1, -1))
  return `{${parts.join(',')}}`
}
