import { isListed, type Standing } from '../listings/listing-standings.repository.ts'
import type { Conditions, Place } from '../listings/listings.repository.ts'

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
  const { conditions, newest, after, isWhole } = stretch
  const orderOf = orderBy(newest)
  const last = stretch.places.at(-1)
  const isWithin = (place: Place) =>
    (after === undefined || orderOf(after, place) < 0n) &&
    // What comes after the last one that is known is not known.
    (isWhole || (last !== undefined && orderOf(place, last) < 0n))
  const come = standings.filter((one) => isListed(one, conditions) && isWithin(one))
  const stay = stretch.places.filter(({ petId }) => !petIds.has(petId))
  if (come.length === 0 && stay.length === stretch.places.length) return stretch
  const places = [...stay, ...come.map(({ petId, publishedAt }) => ({ petId, publishedAt }))]
  places.sort((one, other) => Number(orderOf(one, other)))
  const kept = places.slice(0, MAX_PLACES)
  return { ...stretch, places: kept, isWhole: isWhole && kept.length === places.length }
}

/** Negative where the first of two comes first. */
const orderBy =
  (newest: boolean) =>
  (one: Place, other: Place): bigint => {
    const order = one.publishedAt - other.publishedAt || one.petId - other.petId
    return newest ? -order : order
  }
