import { type ListingSearch, searchOf } from '../listings/listing-query.ts'
import { addressOf, type Choice, listingsQueryOf } from './adopt-query.ts'

/** Of each of these filters one value is chosen. */
const alternatives = ['species', 'sex', 'size', 'age'] as const

export type ChoiceReads = ReturnType<typeof choiceReads>

/** What is read for a choice. `place` is that which the visitor named, where it is known. */
export const choiceReads = (choice: Choice, place?: string) => ({
  /** What its cursors are bound to. */
  list: listNameOf(choice),
  ...listOf(choice, place),
  counts: countingOf(choice, place),
  /** As if a filter chose none of its values: what else could be chosen. */
  others: alternatives
    .filter((name) => choice[name] !== undefined)
    .map((name) => {
      const { [name]: _chosen, ...others } = choice
      return { name, counts: countingOf(others, place) }
    }),
})

export const listNameOf = (choice: Choice): string => `site ${addressOf(choice)}`

export const listOf = (choice: Choice, place?: string) => {
  const query = listingsQueryOf(choice, place)
  const sort = query.sort ?? (query.q === undefined ? '-publishedAt' : 'relevance')
  return { search: searchOf({ ...query, sort }), sort }
}

const countingOf = (choice: Choice, place: string | undefined): ListingSearch => {
  const { sort: _sort, ...filters } = choice
  const { sort: _none, ...query } = listingsQueryOf(filters, place)
  return searchOf(query)
}
