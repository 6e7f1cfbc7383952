import { type ListingSearch, searchOf } from '../listings/listing-query.ts'
import { addressOf, type Choice, listingsQueryOf } from './adopt-query.ts'
import type { ShownListings } from './listing-cache.ts'

/** What is counted, under which key, and what of it changes may alter. */
export type Counting = { key: string; search: ListingSearch; shown: ShownListings }

/** Of each of these filters one value is chosen. */
const alternatives = ['species', 'sex', 'size', 'age'] as const

/** What is read for a choice. `place` is that which the visitor named, where it is known. */
export type ChoiceReads = ReturnType<typeof readsOf>

const readsOf = (choice: Choice, place: string | undefined) => ({
  address: addressOf(choice),
  /** What its cursors are bound to. */
  list: `site ${addressOf(choice)}`,
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

/** Those of visitors who ask for what others have asked for. */
const known = new WeakMap<Choice, ChoiceReads>()

/** Worked out once for each choice. */
export const choiceReads = (choice: Choice, place?: string): ChoiceReads => {
  const reads = (place === undefined && known.get(choice)) || readsOf(choice, place)
  if (place === undefined) known.set(choice, reads)
  return reads
}

export const listOf = (choice: Choice, place?: string) => {
  const query = listingsQueryOf(choice, place)
  const sort = query.sort ?? (query.q === undefined ? '-publishedAt' : 'relevance')
  return { search: searchOf({ ...query, sort }), sort }
}

const countingOf = (choice: Choice, place: string | undefined): Counting => {
  const { sort: _sort, ...filters } = choice
  const { sort: _none, ...query } = listingsQueryOf(filters, place)
  return {
    key: `${addressOf(filters)} ${place ?? ''}`,
    search: searchOf(query),
    shown: {
      ...ofLists(choice.status ?? 'available'),
      isByWords: choice.q !== undefined,
      isWithoutOrganizations: place === undefined,
    },
  }
}

export const ofLists = (status: string): ShownListings => ({
  ...{ petIds: [], isList: true, isByWords: false, status },
})
