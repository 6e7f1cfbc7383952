import { type RawBuilder, sql } from 'kysely'
import type { Births } from '../../animals/profiles/age.ts'

/** What a listing has to be: one term of each group, of one of the owners, and born within one of the ranges. */
export type Conditions = {
  status: string
  groups: readonly (readonly string[])[]
  owners?: readonly bigint[] | undefined
  births?: readonly Births[] | undefined
  /** Of each of these traits it has one. */
  masks?: readonly bigint[]
  /** Of these traits it has none. */
  without?: bigint | undefined
  publishedAfter?: bigint | undefined
  /** No listing that holds was published later. */
  publishedUntil?: bigint | undefined
}

/** What is asked of the row `t` itself, as the index of words does not know it. */
export const rowConditions = (conditions: Omit<Conditions, 'groups'>): RawBuilder<unknown>[] => {
  const { owners, births, masks = [], without, publishedAfter, publishedUntil } = conditions
  const ranges = (births ?? []).map(({ after, until }) => {
    const from = after === undefined ? sql`t.born is not null` : sql`t.born > ${after}`
    return until === undefined ? from : sql`(${from} and t.born <= ${until})`
  })
  return [
    ...(publishedAfter === undefined ? [] : [sql`t.published_at > ${publishedAfter}`]),
    ...(publishedUntil === undefined ? [] : [sql`t.published_at <= ${publishedUntil}`]),
    ...masks.map((mask) => sql`(t.traits & ${mask}) <> 0`),
    ...(without === undefined ? [] : [sql`(t.traits & ${without}) = 0`]),
    ...(owners === undefined ? [] : [sql`t.account_id in (${sql.join(owners)})`]),
    ...(ranges.length === 0 ? [] : [sql`(${sql.join(ranges, sql` or `)})`]),
  ]
}
