import { kindOf } from '../../animals/profiles/listing-terms.ts'
import { digestOf } from '../../animals/profiles/text-digest.ts'

/** Terms of these kinds have any number of values: too many for a trait each. */
const kinds = new Set(['breed', 'color', 'tag'])

export const isText = (term: string): boolean => kinds.has(kindOf(term))

/** As many as a number of the database has, without its sign. */
const BITS = 63

/**
 * Two bits for each of the terms that are texts. A listing without both of them has not the term, so that most listings
 * need no look at another table; one that has them may have them of others.
 */
export const textBits = (terms: readonly string[]): bigint =>
  terms.filter(isText).reduce((bits, term) => {
    const number = Number.parseInt(digestOf(term).slice(0, 8), 16)
    const [one, other] = [number % BITS, Math.floor(number / BITS) % BITS]
    return bits | (1n << BigInt(one)) | (1n << BigInt(other))
  }, 0n)
