import { digestOf, foldText } from '../../platform/search-text.ts'
import { ageAt } from './age.ts'
import type { PublicFacts } from './profile.ts'
import { companions } from './profile-values.ts'

/** The term of every listing. */
export const EVERYTHING = 'all'

/** The status of a listing whose account is suspended; its animal keeps its own status. */
export const SUSPENDED = 'suspended'

/**
 * The statuses of listings whose account staff have not accepted, by that of the animal. They are
 * only in lists of that account.
 */
export const unreviewed = {
  available: 'unreviewed available',
  pending: 'unreviewed pending',
} as const

/** PostgreSQL limits the length of indexed texts, and folding may expand a letter. */
const MAX_TERM = 400

export const termOf = (kind: string, value: string | bigint): string => {
  const term = `${kind}:${value}`
  return term.length <= MAX_TERM ? term : `${kind}:${digestOf(term)}`
}

export const kindOf = (term: string): string => term.slice(0, Math.max(0, term.indexOf(':')))

/** The accounts, if all terms are organizations. */
export const accountsOf = (terms: readonly string[]): bigint[] | undefined =>
  terms.every((term) => kindOf(term) === 'organization')
    ? terms.map((term) => BigInt(term.slice('organization:'.length)))
    : undefined

type Source = { facts: PublicFacts; accountId: bigint; born: bigint | null }

/**
 * The terms that a listing can be found by now. Unknown values have no term, so they match no
 * filter.
 */
export const termsOf = ({ facts, accountId, born }: Source, nowMs: number): string[] => {
  const { species, sex, size, coat, breeds, colors, tags, goodWith } = facts
  const terms = new Set([EVERYTHING, termOf('organization', accountId)])
  const add = (kind: string, value: string | null): void => {
    if (value !== null) terms.add(termOf(kind, value))
  }
  for (const [kind, value] of Object.entries({ species, sex, size, coat })) add(kind, value)
  for (const breed of [breeds.primary, breeds.secondary]) add('breed', breed && foldText(breed))
  for (const color of colors) add('color', foldText(color))
  for (const tag of tags) add('tag', foldText(tag))
  for (const one of companions) if (goodWith[one]) add('goodWith', one)
  if (facts.houseTrained) add('houseTrained', 'true')
  add('specialNeeds', String(facts.specialNeeds !== null))
  add('age', ageAt(born, nowMs).band)
  return [...terms]
}
