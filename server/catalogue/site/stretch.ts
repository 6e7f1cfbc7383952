import type { Conditions } from '../listings/listing-conditions.repository.ts'
import type { Place } from '../listings/listings.repository.ts'
import { isListed, type Standing } from '../listings/standing.ts'

/** A part of a list in the order of publication, beginning after a place, or with the first one. */
export type Stretch = {
  conditions: Pick<Conditions, 'status' | 'groups'>
  newest: boolean
  after: Place | undefined
  places: readonly Place[]
  /** Nothing follows the last place. */
  isWhole: boolean
}

/** Places that a stretch may come to have. */
const MAX_PLACES = 120

/** The same stretch by how some animals, those of `petIds`, stand now. */
export const restood = (
  stretch: Stretch,
  petIds: ReadonlySet<bigint>,
  standings: readonly Standing[],
): Stretch => {
  const { conditions, newest, after } = stretch
  const last = stretch.places.at(-1)
  let { isWhole } = stretch
  const come = standings.filter(
    (standing) =>
      isListed(standing, conditions) &&
      (after === undefined || isBefore(after, standing, newest)) &&
      // What comes after the last one that is known is not known.
      (isWhole || (last !== undefined && isBefore(standing, last, newest))),
  )
  const hasGone = [...petIds].some((petId) => idsOf(stretch).has(petId))
  if (come.length === 0 && !hasGone) return stretch
  const places = stretch.places.filter(({ petId }) => !petIds.has(petId))
  for (const standing of come) insert(places, standing, newest)
  if (places.length > MAX_PLACES) isWhole = false
  return { ...stretch, isWhole, places: places.slice(0, MAX_PLACES) }
}

/** Most changes concern few lists, and each of these is asked whether it has the animal. */
const ids = new WeakMap<Stretch, ReadonlySet<bigint>>()

const idsOf = (stretch: Stretch): ReadonlySet<bigint> => {
  const known = ids.get(stretch) ?? new Set(stretch.places.map(({ petId }) => petId))
  ids.set(stretch, known)
  return known
}

const insert = (places: Place[], { petId, publishedAt }: Place, newest: boolean): void => {
  const place = { petId, publishedAt }
  const next = places.findIndex((one) => isBefore(place, one, newest))
  places.splice(next < 0 ? places.length : next, 0, place)
}

/** Whether the first of two comes first. */
const isBefore = (one: Place, other: Place, newest: boolean): boolean => {
  const [first, second] = newest ? [other, one] : [one, other]
  if (first.publishedAt !== second.publishedAt) return first.publishedAt < second.publishedAt
  return first.petId < second.petId
}
