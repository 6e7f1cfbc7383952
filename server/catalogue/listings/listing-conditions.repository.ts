import { type RawBuilder, sql } from 'kysely'
import type { Births } from '../../animals/profiles/age.ts'
import { accountsOf } from '../../animals/profiles/listing-terms.ts'
import { maskOf } from '../../animals/profiles/traits.ts'
import { isText, textBits } from './listing-row.ts'

/** What a listing has to be: one term of each group, and born within one of the ranges, if there are any. */
export type Conditions = {
  status: string
  groups: readonly (readonly string[])[]
  births: readonly Births[]
  /** Of each of these traits it has one. */
  masks?: readonly bigint[]
  /** Of these traits it has none. */
  without?: bigint | undefined
  publishedAfter?: bigint | undefined
  /** No listing that holds was published later. */
  publishedUntil?: bigint | undefined
}

/** With a name for each value, as `prepared` wants them. */
export type Values = Record<string, unknown>

export const named = (conditions: Conditions): Values => {
  const { groups, births, status, publishedAfter, publishedUntil } = conditions
  const masks = [...groups.flatMap((group) => maskOf(group) ?? []), ...(conditions.masks ?? [])]
  const lists = groups.filter((group) => maskOf(group) === undefined)
  return {
    ...{ status, publishedAfter, publishedUntil, without: conditions.without },
    ...Object.fromEntries(masks.map((mask, at) => [`mask${at}`, mask])),
    ...Object.fromEntries(lists.flatMap((group, at) => listed(group, at))),
    ...Object.fromEntries(births.flatMap(({ after }, at) => [[`after${at}`, after]])),
    ...Object.fromEntries(births.flatMap(({ until }, at) => [[`until${at}`, until]])),
    // Part of the shape of the query, as `undefined` is none.
    ...Object.fromEntries(births.map((_, at) => [`birth${at}`, true])),
  }
}

/** Whether a row says by itself if it has one of some terms. */
export const isInRow = (group: readonly string[]): boolean =>
  maskOf(group) !== undefined || accountsOf(group) !== undefined

/** Each row says whose animal it is, and of most texts that it has not got them. */
const listed = (group: readonly string[], at: number): [string, unknown][] => {
  const accounts = accountsOf(group)
  if (accounts) return [[`accounts${at}`, accounts]]
  const isShort = group.length <= MAX_BITS && group.every(isText)
  return [
    [`group${at}`, group],
    ...(isShort ? [[`bits${at}`, group.map((term) => textBits([term]))] as [string, unknown]] : []),
  ]
}

/** Of more texts, most rows have the bits of one. */
const MAX_BITS = 5

/** Whether a walk finds them without a look at each row. */
export const areWalked = ({ groups, births, masks = [], without }: Conditions): boolean =>
  groups.length === 0 && births.length === 0 && masks.length === 0 && without === undefined

export const published = (
  values: Values,
  column = sql.ref('t.published_at'),
): RawBuilder<unknown> => {
  const { publishedAfter, publishedUntil } = values
  const after = publishedAfter === undefined ? sql`` : sql`and ${column} > ${publishedAfter}`
  return publishedUntil === undefined ? after : sql`${after} and ${column} <= ${publishedUntil}`
}

/** Whether the listing of the row `t` has one of some terms. With its offset, PostgreSQL asks it row by row. */
export const hasTerm = (terms: readonly unknown[], status: unknown): RawBuilder<unknown> =>
  sql`exists (select 1 from listing_terms as o
    where o.term in (${sql.join(terms)}) and o.status = ${status}
      and o.published_at = t.published_at and o.pet_id = t.pet_id limit 1 offset 0)`

/** What is asked of the row `t` by looking further. */
export const holds = (values: Values): RawBuilder<unknown> => {
  const conditions: RawBuilder<unknown>[] = []
  const each = (name: string): unknown[] =>
    Object.keys(values).flatMap((key) => (key.startsWith(name) ? [values[key]] : []))
  for (const mask of each('mask')) conditions.push(sql`(t.traits & ${mask}) <> 0`)
  if (values.without !== undefined) conditions.push(sql`(t.traits & ${values.without}) = 0`)
  for (const ids of each('accounts')) {
    conditions.push(sql`t.account_id in (${sql.join(ids as bigint[])})`)
  }
  const ranges: RawBuilder<unknown>[] = []
  for (let at = 0; values[`birth${at}`] !== undefined; at += 1) {
    const [after, until] = [values[`after${at}`], values[`until${at}`]]
    const from = after === undefined ? sql`t.born is not null` : sql`t.born > ${after}`
    ranges.push(until === undefined ? from : sql`(${from} and t.born <= ${until})`)
  }
  if (ranges.length > 0) conditions.push(sql`(${sql.join(ranges, sql` or `)})`)
  for (const bits of each('bits')) {
    const hasOne = (bits as bigint[]).map((bit) => sql`(t.text_bits & ${bit}) = ${bit}`)
    conditions.push(sql`(${sql.join(hasOne, sql` or `)})`)
  }
  // Last: what the row says by itself is asked first.
  for (const terms of each('group')) {
    conditions.push(hasTerm(terms as string[], values.status))
  }
  return conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`
}
