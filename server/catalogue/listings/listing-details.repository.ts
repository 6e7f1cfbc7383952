import type { Kysely } from 'kysely'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import type { Box, Point } from './place.ts'

/** The SQL of the details that listings show, and of their locations. */
export type Details = Awaited<ReturnType<typeof detailRows>>[number]

/** Finds the listings of `petIds`, in any order. */
export const findDetails = async (query: Kysely<Tables>, petIds: readonly bigint[]): Promise<Details[]> =>
  petIds.length === 0 ? [] : detailRows(query, { petIds })

const detailRows = prepared((query, { petIds }: { petIds: readonly bigint[] }) =>
  query
    .selectFrom('pets')
    .innerJoin('listings', 'listings.pet_id', 'pets.id')
    .innerJoin('profiles', 'profiles.pet_id', 'pets.id')
    .leftJoin('accounts', 'accounts.id', 'pets.account_id')
    .leftJoin('organizations', 'organizations.account_id', 'pets.account_id')
    .select(['pets.id', 'pets.name', 'pets.category_id', 'pets.status', 'pets.account_id'])
    .select(['listings.sold_at', 'listings.born'])
    .select(['accounts.id as known_account', 'accounts.reviewed_at'])
    .select(['profiles.published_at', 'profiles.updated_at', 'profiles.facts'])
    .select(['organizations.name as organization', 'organizations.city'])
    .select(['organizations.country', 'organizations.latitude', 'organizations.longitude'])
    .where('pets.id', 'in', petIds)
    // Applies at once, before the account's listings are hidden.
    .where('accounts.suspended_at', 'is', null),
)

/** Whether everybody may see it, and not only its own account. */
export const isReviewed = ({ known_account, reviewed_at }: Details): boolean =>
  known_account === null || reviewed_at !== null

/** The account that reads, and whether it acts for the store. */
export type Viewer = { accountId: bigint; actsForStore: boolean }

/** A listing of an account that is not accepted is shown to that account and to the staff. */
export const isShownTo = ({ accountId, actsForStore }: Viewer, details: Details): boolean =>
  actsForStore || accountId === details.account_id || isReviewed(details)

type Located = Point & { accountId: bigint }

/** Organizations with a location, within the box if there is one, at most `limit`. */
export const findLocated = async (
  query: Kysely<Tables>,
  { box, limit }: { box?: Box | undefined; limit: number },
): Promise<Located[]> => {
  const [west, east] = box?.lng[0] ?? []
  const [secondWest, secondEast] = box?.lng[1] ?? []
  const { south, north } = box ?? {}
  const values = { south, north, west, east, secondWest, secondEast, limit }
  return (await locatedRows(query, values)).flatMap(({ account_id: accountId, latitude: lat, longitude: lng }) =>
    lat === null || lng === null ? [] : [{ accountId, lat, lng }],
  )
}

type BoxValues = {
  south: number | undefined
  north: number | undefined
  west: number | undefined
  east: number | undefined
  secondWest: number | undefined
  secondEast: number | undefined
  limit: number
}

const locatedRows = prepared((query, values: BoxValues) => {
  const { south, north, west, east, secondWest, secondEast, limit } = values
  const select = query
    .selectFrom('organizations')
    .select(['account_id', 'latitude', 'longitude'])
    .where('latitude', 'is not', null)
    .limit(limit)
  if (south === undefined || north === undefined) return select
  const within = select.where('latitude', '>=', south).where('latitude', '<=', north)
  if (west === undefined || east === undefined) return within
  return within.where(({ eb, and, or }) => {
    const first = and([eb('longitude', '>=', west), eb('longitude', '<=', east)])
    if (secondWest === undefined || secondEast === undefined) return first
    return or([first, and([eb('longitude', '>=', secondWest), eb('longitude', '<=', secondEast)])])
  })
})
