import { dayOf, nextBandOn } from '../../animals/profiles/age.ts'
import { EVERYTHING, kindOf, termOf, termsOf } from '../../animals/profiles/listing-terms.ts'
import type { PublicFacts } from '../../animals/profiles/profile.ts'
import { knownTraits, traitsOf } from '../../animals/profiles/traits.ts'
import { digestOf, wordsOf } from '../../platform/search-text.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import { type Tokens, tokensOf } from './search-tokens.ts'

export type ListingRow = Tables['listings']

/** The data that a listing is made from. */
export type Source = { id: bigint } & Pick<Tables['pets'], 'account_id' | 'status' | 'name' | 'name_folded'> &
  Pick<Tables['profiles'], 'published_at' | 'facts'>

/** The row of a listing, except its `seq`, and its tokens for the index of words. */
export const makeRow = (
  source: Source,
  before: ListingRow | undefined,
  nowMs: number,
): { row: Omit<ListingRow, 'seq'>; tokens: Tokens } => {
  const { id, account_id: accountId, status, name_folded } = source
  const facts = JSON.parse(source.facts) as PublicFacts
  const { breeds, tags } = facts
  const isSold = status === 'sold'
  const born = facts.birthDate === null ? null : BigInt(dayOf(facts.birthDate))
  // Sold animals are in no list.
  const terms = isSold ? [] : termsOf({ facts, accountId, born }, nowMs)
  const tokens = tokensFor(source.name, facts, [...terms, termOf('status', status)])
  const row = {
    pet_id: id,
    account_id: accountId,
    status,
    name_folded,
    born,
    published_at: source.published_at ?? 0n,
    sold_at: isSold ? (before?.sold_at ?? instant(nowMs)) : null,
    terms: JSON.stringify(terms),
    traits: isSold ? 0n : traitsOf([...terms, ...knownTraits(facts)]),
    band_until: isSold ? null : nextBandOn(born, nowMs),
    search_digest: isSold ? '' : digestOf(JSON.stringify(tokens)),
    name_words: spaced([source.name]),
    breed_words: spaced([breeds.primary, breeds.secondary]),
    tag_words: spaced(tags),
  }
  return { row, tokens }
}

/** The tokens that the index of words has for a stored listing. */
export const indexedTokens = ({ name, facts }: Source, { status, terms }: ListingRow): Tokens =>
  tokensFor(name, JSON.parse(facts), [...JSON.parse(terms), termOf('status', status)])

const tokensFor = (name: string, facts: PublicFacts, terms: readonly string[]): Tokens => {
  const { breeds, tags, description } = facts
  const names = [breeds.primary ?? '', breeds.secondary ?? '']
  const texts = { name, breeds: names, tags, description: description ?? '' }
  return tokensOf(
    texts,
    terms.filter((term) => term !== EVERYTHING),
  )
}

const spaced = (texts: readonly (string | null)[]): string =>
  ` ${texts.flatMap((text) => wordsOf(text ?? '')).join(' ')} `

/** Leaves room for a million animals published in the same millisecond. */
const SEQ_BITS = 20

/** The lowest position of listings published later. */
export const firstSeqAfter = (publishedAt: bigint): bigint => seqFor(0n, publishedAt + 1n)

/** The position in the order of publication; animals published at the same moment are ordered by id. */
export const seqFor = (petId: bigint, publishedAt: bigint): bigint =>
  (publishedAt << BigInt(SEQ_BITS)) + BigInt.asUintN(SEQ_BITS, petId)

/** These terms have arbitrary values, too many for a trait each. */
const kinds = new Set(['breed', 'color', 'tag'])

export const isText = (term: string): boolean => kinds.has(kindOf(term))
