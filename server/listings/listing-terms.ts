import type { PublicFacts } from '../profiles/profile.ts'
import { companions } from '../profiles/profile-values.ts'

/** Every listing has this one. */
export const EVERYTHING = 'all'

/** The status of a listing whose account is suspended: the animal keeps its own. */
export const SUSPENDED = 'suspended'

/** Text as it is compared: case and accents make no difference. */
export const foldText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

export const termOf = (kind: string, value: string | bigint): string => `${kind}:${value}`

/** What a listing can be found by. What is not known of it is no term, so nobody finds it by that. */
export const termsOf = (facts: PublicFacts, accountId: bigint): string[] => {
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
  return [...terms]
}
