import { ageBands } from './age.ts'
import { termOf } from './listing-terms.ts'
import type { PublicFacts } from './profile.ts'
import { coats, companions, sexes, sizes, species } from './profile-values.ts'

const termsOfKind = (kind: string, values: readonly string[]): string[] => values.map((value) => termOf(kind, value))

/** Terms that are counted by value, by their kinds in the counts. */
export const facets = {
  species: termsOfKind('species', species),
  sex: termsOfKind('sex', sexes),
  size: termsOfKind('size', sizes),
  age: termsOfKind('age', ageBands),
  goodWith: termsOfKind('goodWith', companions),
}

/**
 * Terms with a bit in the traits of a listing, so that a row alone says whether it has one. Never
 * reorder them.
 */
const withBit = [
  ...Object.values(facets).flat(),
  ...termsOfKind('coat', coats),
  'houseTrained:true',
  'specialNeeds:true',
  'specialNeeds:false',
  // The following are not searchable terms.
  'houseTrained:false',
  'declawed:true',
  'declawed:false',
  ...termsOfKind('notGoodWith', companions),
]

const bits = new Map(withBit.map((term, at) => [term, 1n << BigInt(at)]))

/** The bits of the terms that have one. */
export const traitsOf = (terms: readonly string[]): bigint =>
  terms.reduce((traits, term) => traits | (bits.get(term) ?? 0n), 0n)

/** The bits of some terms; undefined if one of them has no bit. */
export const maskOf = (terms: readonly string[]): bigint | undefined =>
  terms.every((term) => bits.has(term)) ? traitsOf(terms) : undefined

/** Bits for known values, to check on listings found by other means. */
export const knownTraits = ({ houseTrained, declawed, goodWith }: PublicFacts): string[] => [
  ...(houseTrained === false ? ['houseTrained:false'] : []),
  ...(declawed === null ? [] : [`declawed:${declawed}`]),
  ...termsOfKind(
    'notGoodWith',
    companions.filter((one) => goodWith[one] === false),
  ),
]

/** The bits of the age bands, youngest first. */
export const bandBits = facets.age.map((term) => traitsOf([term]))

export const facetBits = traitsOf(Object.values(facets).flat())

/**
 * Traits as two numbers of at most 32 bits: the counted ones, which have the first bits, and the
 * others.
 */
export type SplitTraits = { facets: number; others: number }

export const splitTraits = (traits: bigint): SplitTraits => ({
  facets: Number(traits & facetBits),
  others: Number(traits >> facetCount),
})

const facetCount = BigInt(Object.values(facets).flat().length)
