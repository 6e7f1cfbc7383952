import { coats, companions, sexes, sizes, species } from '../profiles/profile-values.ts'
import { ageBands } from './age.ts'
import { termOf } from './listing-terms.ts'

const termsOfKind = (kind: string, values: readonly string[]): string[] =>
  values.map((value) => termOf(kind, value))

/** Terms that are counted by value, by their kinds as the counts have them. */
export const facets = {
  species: termsOfKind('species', species),
  sex: termsOfKind('sex', sexes),
  size: termsOfKind('size', sizes),
  age: termsOfKind('age', ageBands),
  goodWith: termsOfKind('goodWith', companions),
}

/** Terms of which each has a bit in the traits of a listing: a row says by itself whether it has one. Never reordered. */
const withBit = [
  ...Object.values(facets).flat(),
  ...termsOfKind('coat', coats),
  ...['houseTrained:true', 'specialNeeds:true', 'specialNeeds:false'],
]

const bits = new Map(withBit.map((term, at) => [term, 1n << BigInt(at)]))

/** Those of the terms that have one. */
export const traitsOf = (terms: readonly string[]): bigint =>
  terms.reduce((traits, term) => traits | (bits.get(term) ?? 0n), 0n)

/** What one of some terms is in traits; undefined where traits do not say it. */
export const maskOf = (terms: readonly string[]): bigint | undefined =>
  terms.every((term) => bits.has(term)) ? traitsOf(terms) : undefined

export const facetBits = traitsOf(Object.values(facets).flat())
