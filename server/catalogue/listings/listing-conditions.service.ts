import type { AccountReview } from '../../accounts/accounts/account-review.ts'
import { birthsOf, todayOf } from '../../animals/profiles/age.ts'
import { accountsOf, termOf, unreviewed } from '../../animals/profiles/listing-terms.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Reads } from '../../platform/storage/reads.ts'
import type { Client } from '../../requests/access/account-reads.ts'
import type { Conditions } from './listing-conditions.repository.ts'
import { findLocated } from './listing-details.repository.ts'
import type { ListingSearch, Near } from './listing-query.ts'
import { hasDueListings } from './listings.repository.ts'
import { boxAround, metresBetween } from './place.ts'

/** Organizations that are looked at on the serving thread. */
const MAX_NEAR = 2_000
/** Most organizations that one list is made of. */
const MAX_PLACES = 20_000

type Deps = { clock: Pick<Clock, 'nowMs'>; accounts: Pick<AccountReview, 'isUnreviewed'> }

/** What a search asks of listings, by where organizations are and what day it is. */
export const listingConditions = ({ clock, accounts }: Deps) => {
  /** The listings of an account that is not accepted are found by whoever asks for that account alone. */
  const statusFor = async (
    { here }: Reads,
    { status, groups }: ListingSearch['conditions'],
    client: Client,
  ): Promise<string> => {
    if ('visitor' in client || (status !== 'available' && status !== 'pending')) return status
    for (const group of groups) {
      const [accountId, ...others] = accountsOf(group) ?? []
      if (accountId === undefined || others.length > 0) continue
      if (await accounts.isUnreviewed(here, accountId)) return unreviewed[status]
    }
    return status
  }

  /** Organizations that have a place, the nearest first. */
  const listNear = async (
    reads: Reads,
    { near, withinMetres }: Pick<ListingSearch, 'near' | 'withinMetres'>,
  ): Promise<Near[]> => {
    if (!near) return []
    const box = withinMetres === undefined ? undefined : boxAround(near, withinMetres)
    const some = await findLocated(reads.here, { box, limit: MAX_NEAR })
    const all =
      some.length < MAX_NEAR ? some : await findLocated(reads.beside(), { box, limit: MAX_PLACES })
    return all
      .map(({ accountId, ...at }) => ({ accountId, metres: metresBetween(near, at) }))
      .filter(({ metres }) => metres <= (withinMetres ?? Infinity))
      .sort((one, other) => one.metres - other.metres || (one.accountId < other.accountId ? -1 : 1))
  }

  /** Whether every listing is kept as of the age band that it is of now: not from midnight until it was looked after. */
  const areAgesSettled = async (reads: Reads): Promise<boolean> =>
    !(await hasDueListings(reads.here, todayOf(clock.nowMs())))

  /** All conditions; undefined where nothing is within the distance. */
  const conditionsOf = async (
    reads: Reads,
    { conditions: asked, ages, near, withinMetres }: ListingSearch,
    client: Client,
  ): Promise<Conditions | undefined> => {
    const conditions = { ...asked, status: await statusFor(reads, asked, client) }
    const groups = [...conditions.groups]
    if (withinMetres !== undefined) {
      const around = await listNear(reads, { near, withinMetres })
      if (around.length === 0) return undefined
      groups.push(around.map(({ accountId }) => termOf('organization', accountId)))
    }
    if (!ages) return { ...conditions, groups, births: [] }
    if (!(await areAgesSettled(reads))) {
      return { ...conditions, groups, births: ages.map((band) => birthsOf(band, clock.nowMs())) }
    }
    groups.push(ages.map((band) => termOf('age', band)))
    return { ...conditions, groups, births: [] }
  }

  return { listNear, areAgesSettled, conditionsOf }
}
