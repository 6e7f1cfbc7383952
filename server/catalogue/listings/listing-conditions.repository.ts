import { type RawBuilder, sql } from 'kysely'
import type { Births } from '../../animals/profiles/age.ts'

/**
 * The conditions for listings: one term of each group, one of the owners, and a birth date within one of the ranges.
 */
export type Conditions = {
  status: string
  groups: readonly (readonly string[])[]
  owners?: readonly bigint[] | undefined
  births?: readonly Births[] | undefined
  /** A listing has at least one trait of each mask. */
  masks?: readonly bigint[]
  /** A listing never has one of these traits. */
  without?: bigint | undefined
  publishedAfter?: bigint | undefined
  /** Leaves out listings that were published later. */
  publishedUntil?: bigint | undefined
  /** Only these animals. */
  ids?: readonly bigint[] | undefined
  /** The animal, its profile or its photos changed later. */
  updatedAfter?: bigint | undefined
}

/** Conditions on the row `t` itself, which the index of words cannot check. */
export const rowConditions = (conditions: Omit<Conditions, 'groups'>): RawBuilder<unknown>[] => {
  const { owners, births, masks = [], without, publishedAfter, publishedUntil } = conditions
  const { ids, updatedAfter } = conditions
  const ranges = (births ?? []).map(({ after, until }) => {
    const from = after === undefined ? sql`t.born is not null` : sql`t.born > ${after}`
    return until === undefined ? from : sql`(${from} and t.born <= ${until})`
  })
  return [
    ...(publishedAfter === undefined ? [] : [sql`t.published_at > ${publishedAfter}`]),
    ...(publishedUntil === undefined ? [] : [sql`t.published_at <= ${publishedUntil}`]),
    ...(ids === undefined ? [] : [sql`t.pet_id in (${sql.join(ids)})`]),
    ...(updatedAfter === undefined ? [] : [sql`${updatedAt} > ${updatedAfter}`]),
    ...masks.map((mask) => sql`(t.traits & ${mask}) <> 0`),
    ...(without === undefined ? [] : [sql`(t.traits & ${without}) = 0`]),
    ...(owners === undefined ? [] : [sql`t.account_id in (${sql.join(owners)})`]),
    ...(ranges.length === 0 ? [] : [sql`(${sql.join(ranges, sql` or `)})`]),
  ]
}

/** The animal's time, because a changed photo leaves the listing's own row as it is. */
const updatedAt = sql`(select coalesce(updated_at, added_at) from pets where id = t.pet_id)`
