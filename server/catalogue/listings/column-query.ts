import type { Births } from '../../animals/profiles/age.ts'
import { accountsOf } from '../../animals/profiles/listing-terms.ts'
import { maskOf, splitTraits } from '../../animals/profiles/traits.ts'
import { type ColumnQuery, UNKNOWN } from './listing-columns.ts'
import type { Conditions } from './listing-conditions.repository.ts'

export const columnQueryOf = (conditions: Conditions): ColumnQuery => {
  const { status, births, masks = [], without = 0n, publishedAfter, publishedUntil } = conditions
  const { updatedAfter } = conditions
  const query = {
    masks: masks.map(splitTraits),
    owners: conditions.owners ? [conditions.owners] : [],
    groups: [] as (readonly string[])[],
  }
  for (const group of conditions.groups) {
    const mask = maskOf(group)
    const owners = mask === undefined ? accountsOf(group) : undefined
    if (mask !== undefined) query.masks.push(splitTraits(mask))
    else if (owners) query.owners.push(owners)
    else query.groups.push(group)
  }
  return {
    ...query,
    status,
    without: splitTraits(without),
    births: births?.map(rangeOf),
    ids: conditions.ids,
    updatedAfter: updatedAfter === undefined ? undefined : Number(updatedAfter),
    after: publishedAfter === undefined ? -Infinity : Number(publishedAfter),
    until: publishedUntil === undefined ? Infinity : Number(publishedUntil),
  }
}

const rangeOf = ({ after, until }: Births) => ({
  after: after === undefined ? UNKNOWN : Number(after),
  until: until === undefined ? Infinity : Number(until),
})
