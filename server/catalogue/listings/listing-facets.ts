import { bandBits, facets, traitsOf } from '../../animals/profiles/traits.ts'

/** How many listings have these traits. */
export type TraitCount = { traits: number; total: number }

/** How many listings match, by field and value. */
export type FacetCounts = Record<keyof typeof facets, Record<string, number>>

const bitsOfFacets = Object.entries(facets).map(
  ([kind, terms]) =>
    [kind, terms.map((term) => [term.slice(kind.length + 1), Number(traitsOf([term]))] as const)] as const,
)

export const facetsOf = (found: readonly TraitCount[]): FacetCounts => {
  const counts = bitsOfFacets.map(([kind, values]) => [
    kind,
    Object.fromEntries(
      values.map(([value, bit]) => {
        let sum = 0
        for (const { traits, total } of found) if ((traits & bit) !== 0) sum += total
        return [value, sum]
      }),
    ),
  ])
  // It has exactly the keys of `facets`.
  return Object.fromEntries(counts) as FacetCounts
}

const ageBits = bandBits.reduce((all, bit) => all | bit, 0n)

/** The traits of a listing with today's age band. `bands` are the birth dates at the borders, youngest first. */
export const traitsToday = (
  { traits, born }: { traits: bigint; born: bigint | null },
  bands: readonly bigint[],
): number => {
  if (born === null) return Number(traits & ~ageBits)
  const band = bands.filter((day) => born <= day).length
  return Number((traits & ~ageBits) | (bandBits[band] ?? 0n))
}
