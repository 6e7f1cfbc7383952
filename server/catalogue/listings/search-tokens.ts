import { digestOf, gramsOf, isUnspaced, lineOf, wordsOf } from '../../platform/search-text.ts'

/**
 * The tokens of the index of listings, and the expressions that search it. Tokens are ASCII letters and digits, which
 * both engines store unchanged. The first letter shows the kind: a word, part of a name, or a term.
 */
export type Tokens = {
  /** Parts of the name, in order, so that a search can require adjacent parts. */
  parts: string[]
  /** In any order. */
  others: string[]
}

/** A condition on tokens: adjacent tokens, all of some and none of others, or any of some. */
export type Expression = { row: readonly string[] } | { all: Expression[]; none?: Expression[] } | { any: Expression[] }

type Kind = 'word' | 'part' | 'term'

/** The least number of letters of a part of a name that can be found. */
const PART = 3
/** Longer tokens are replaced by a digest, because PostgreSQL limits their length. */
const MAX_TOKEN = 100

const plain: Record<Kind, string> = { word: 'w', part: 'p', term: 't' }
const encoded: Record<Kind, string> = { word: 'v', part: 'q', term: 's' }

const token = (kind: Kind, text: string): string => {
  if (/^[a-z0-9]{1,100}$/.test(text)) return plain[kind] + text
  const hex = Buffer.from(text).toString('hex')
  // Hexadecimal numbers do not contain this letter.
  return encoded[kind] + (hex.length <= MAX_TOKEN ? hex : `z${digestOf(text)}`)
}

type Searched = {
  name: string
  breeds: readonly string[]
  tags: readonly string[]
  description: string
}

/** The tokens of a listing: words of its texts, parts of its name, and terms. */
export const tokensOf = ({ name, breeds, tags, description }: Searched, terms: readonly string[]): Tokens => {
  const texts = [name, ...breeds, ...tags, description]
  const words = new Set(texts.flatMap(wordsOf))
  const others = new Set(terms.map((term) => token('term', term)))
  for (const word of words) {
    if (isUnspaced(word)) addGrams(others, word)
    else others.add(token('word', word))
  }
  const parts = gramsOf(lineOf(wordsOf(name)), PART)
  return { parts: parts.map((part) => token('part', part)), others: [...others] }
}

/**
 * Adds tokens for each character and each pair of characters of a word without spaces. They are cut from one encoded
 * text, because a text may have thousands.
 */
const addGrams = (tokens: Set<string>, word: string): void => {
  const hex = Buffer.from(word).toString('hex')
  const ends = [0]
  for (const letter of word) ends.push((ends.at(-1) ?? 0) + 2 * Buffer.byteLength(letter))
  for (const length of [1, 2]) {
    for (let at = 0; at + length < ends.length; at += 1) {
      tokens.add(encoded.word + hex.slice(ends[at], ends[at + length]))
    }
  }
}

/** A listing matches if each word is in its texts or name, or if its name contains the whole text. */
export const expressionOf = (
  words: readonly string[],
  groups: readonly (readonly string[])[],
  without: readonly string[] = [],
): Expression => {
  const each = { all: [...new Set(words)].map(wordExpression) }
  // A name that contains the whole text also has each word, unless the first or last is too short for a part of a name.
  const ends = [words[0] ?? '', words.at(-1) ?? '']
  const isMore = words.length > 1 && ends.some((word) => partOf(word).length === 0)
  const line = isMore ? partOf(words.join(' ')) : []
  const terms = groups.map((group) => ({ any: group.map((term) => row('term', [term])) }))
  const none = without.map((term) => row('term', [term]))
  return { all: [{ any: [each, ...line] }, ...terms], none }
}

const wordExpression = (word: string): Expression => {
  const pairs = isUnspaced(word) ? gramsOf(word, 2) : []
  const whole = pairs.length > 0 ? [...new Set(pairs)] : [word]
  return { any: [{ all: whole.map((one) => row('word', [one])) }, ...partOf(word)] }
}

/** Empty if the text is too short, or longer than a name. */
const partOf = (text: string): Expression[] => {
  const parts = gramsOf(text, PART)
  return parts.length === 0 || lineOf([text]) !== text ? [] : [row('part', parts)]
}

const row = (kind: Kind, texts: readonly string[]): Expression => ({
  row: texts.map((text) => token(kind, text)),
})

/** In the syntax of FTS5. */
export const fts5Of = (expression: Expression): string =>
  written(expression, { row: ' + ', all: ' AND ', any: ' OR ', not: ' NOT ', quote: '"' })

/** In the syntax of `tsquery`. */
export const tsqueryOf = (expression: Expression): string =>
  written(expression, { row: ' <-> ', all: ' & ', any: ' | ', not: ' & !', quote: '' })

type Signs = Record<'row' | 'all' | 'any' | 'not' | 'quote', string>

const written = (expression: Expression, signs: Signs): string => {
  if ('row' in expression) {
    const tokens = expression.row.map((one) => `${signs.quote}${one}${signs.quote}`)
    return tokens.length === 1 ? tokens.join('') : `(${tokens.join(signs.row)})`
  }
  const isAll = 'all' in expression
  const parts = isAll ? expression.all : expression.any
  const texts = parts.map((part) => written(part, signs))
  const joined = texts.length === 1 ? texts.join('') : `(${texts.join(isAll ? signs.all : signs.any)})`
  const none = isAll ? (expression.none ?? []) : []
  return none.length === 0 ? joined : `(${joined}${signs.not}${written({ any: none }, signs)})`
}
