import { fillers, synonyms } from './search-words.js'

/**
 * Something to be found. `words` lead to it as its title does, and `more` counts as its text; neither is shown.
 *
 * @typedef {{ kind: string, title: string, hint: string, url: string, text: string, words?: string, more?: string }} Entry
 */
/** @typedef {{ text: string, worth: number }} Alternative One way to say what was typed, and what finding it is worth. */
/** @typedef {{ entries: Entry[], found: boolean, words: string[] }} Result `words` are those that the entries have. */
/** @typedef {{ entry: Entry, title: string, hint: string, words: string, text: string }} Indexed */

const MAX_SHOWN = 12
/** A shorter word has too many others at the distance of one typo. */
const MIN_LENGTH_TO_CORRECT = 4
const PLURAL_WORTH = 0.95
const SYNONYM_WORTH = 0.8
const TYPO_WORTH = 0.6
const TEXT_WORTH = 12

/** Pages rank before operations, operations before sections, sections before errors. @type {Readonly<Record<string, number>>} */
const weights = {
  Guide: 1.4,
  Reference: 1.2,
  Operation: 1.1,
  Section: 0.85,
  'Webhook event': 0.7,
  Error: 0.65,
  Object: 0.55,
}

/**
 * A search over these entries. It always finds something: where nothing matches, the pages to start with.
 *
 * @param {readonly Entry[]} entries
 * @returns {(query: string) => Result}
 */
export const searchOver = (entries) => {
  const indexed = entries.map((entry) => ({
    entry,
    title: normalized(entry.title),
    hint: normalized(entry.hint),
    words: normalized(entry.words ?? ''),
    text: normalized(`${entry.text} ${entry.more ?? ''}`),
  }))
  const names = indexed.map(({ title, hint, words }) => `${title}${hint}${words}`).join('')
  const known = new Set(names.split(' '))
  const start = entries.filter(({ kind }) => kind === 'Guide').slice(0, MAX_SHOWN)

  return (query) => {
    const terms = termsOf(query, names, known)
    const matches = indexed.map((one) => terms.map((term) => matchOf(one, term)))
    const rarities = terms.map((_, at) => rarityOf(matches.map((ofOne) => ofOne[at] ?? 0)))
    const whole = normalized(query)
    const ranked = indexed
      .map((one, at) => ({
        entry: one.entry,
        score: scoreOf(one, { terms, matches: matches[at] ?? [], rarities, whole }),
      }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, MAX_SHOWN)
    if (ranked.length === 0) return { entries: start, found: false, words: [] }
    const words = terms.flatMap((term) => term.map(({ text }) => text))
    return { entries: ranked.map(({ entry }) => entry), found: true, words }
  }
}

/**
 * Words of letters and digits with a space around each, so that `' word '` is a whole word and `' word'` its beginning.
 *
 * @param {string} text
 */
const normalized = (text) =>
  ` ${text
    .toLowerCase()
    .replace(/['’]s\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/**
 * What was typed, each part with the other ways to say it.
 *
 * @param {string} query
 * @param {string} names All titles, hints and further words.
 * @param {ReadonlySet<string>} known The words in them.
 * @returns {Alternative[][]}
 */
const termsOf = (query, names, known) => {
  const isThere = (/** @type {string} */ phrase) => beginningOf(phrase, names) >= 0
  const wordsOf = (/** @type {string} */ text) => normalized(text).trim().split(' ')
  const parts = query
    .split(/\s+/)
    // `pets:write` is searched for as it is; what is nowhere as a whole, by its words, as is `getPetById`.
    .flatMap((part) => {
      const whole = normalized(part).trim()
      return isThere(whole) || isSynonym(whole) ? [whole] : wordsOf(apart(part))
    })
    .filter(Boolean)
  const phrases = joinedPhrases(parts)
  const meant = phrases.filter((part) => !fillers.has(part))
  return (meant.length > 0 ? meant : phrases).map((part) => alternativesOf(part, known))
}

const apart = (/** @type {string} */ name) => name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')

const synonymSet = new Set(synonyms.flat())
const isSynonym = (/** @type {string} */ word) => synonymSet.has(word)

/**
 * Neighbours that have synonyms only together, such as `rate limit`, are one part.
 *
 * @param {readonly string[]} parts
 * @returns {string[]}
 */
const joinedPhrases = (parts) => {
  /** @type {string[]} */
  const joined = []
  for (let at = 0; at < parts.length; ) {
    const length = [3, 2].find((count) => isSynonym(parts.slice(at, at + count).join(' '))) ?? 1
    joined.push(parts.slice(at, at + length).join(' '))
    at += length
  }
  return joined
}

/**
 * @param {string} part
 * @param {ReadonlySet<string>} known
 * @returns {Alternative[]}
 */
const alternativesOf = (part, known) => {
  const own = [part, ...stemsOf(part)]
  const isKnown = own.some((word) => known.has(word) || isSynonym(word))
  const typed = own.map((text) => ({ text, worth: 1 }))
  if (isKnown) return [...typed, ...synonymsOf(own, SYNONYM_WORTH)]
  const isBeginning = [...known, ...synonymSet].some((word) => word.startsWith(part))
  if (isBeginning || part.length < MIN_LENGTH_TO_CORRECT) {
    const begun = isBeginning && part.length >= 3 ? begunBy(part) : []
    return [...typed, ...synonymsOf(begun, SYNONYM_WORTH)]
  }
  const corrected = correctionsOf(part, known)
  return [
    ...typed,
    ...corrected.map((text) => ({ text, worth: TYPO_WORTH })),
    ...synonymsOf(corrected, TYPO_WORTH * SYNONYM_WORTH),
  ]
}

/** The synonyms that a word begins: `pagin` is also `page`. */
const begunBy = (/** @type {string} */ part) => [...synonymSet].filter((word) => word.startsWith(part))

/**
 * @param {readonly string[]} words
 * @param {number} worth
 * @returns {Alternative[]}
 */
const synonymsOf = (words, worth) => {
  const same = synonyms.filter((group) => group.some((word) => words.includes(word))).flat()
  return [...new Set(same)].filter((word) => !words.includes(word)).map((text) => ({ text, worth }))
}

/**
 * A word without the ending that English gives it: the docs say `webhook` and `webhooks`.
 *
 * @param {string} word
 * @returns {string[]}
 */
const stemsOf = (word) => {
  if (/[^a-z]/.test(word) || word.length < 4) return []
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`]
  if (word.endsWith('ing') && word.length > 6) return [word.slice(0, -3), `${word.slice(0, -3)}e`]
  if (word.endsWith('ed') && word.length > 5) return [word.slice(0, -2), word.slice(0, -1)]
  return word.endsWith('s') && !word.endsWith('ss') ? [word.slice(0, -1)] : []
}

/**
 * The known words that differ by one typo; if there are none, those that begin so.
 *
 * @param {string} part
 * @param {ReadonlySet<string>} known
 * @returns {string[]}
 */
const correctionsOf = (part, known) => {
  const candidates = [...new Set([...known, ...synonymSet])]
  const exact = candidates.filter((word) => isOneTypo(part, word))
  if (exact.length > 0) return exact
  const lengths = [part.length - 1, part.length, part.length + 1]
  return candidates.filter(
    (word) => word.length > part.length && lengths.some((length) => isOneTypo(part, word.slice(0, length))),
  )
}

/**
 * Whether one letter is missing, added, wrong or swapped with the next.
 *
 * @param {string} one
 * @param {string} other
 */
export const isOneTypo = (one, other) => {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const [rest, otherRest] = [one.slice(at), other.slice(at)]
  if (rest.slice(1) === otherRest || rest === otherRest.slice(1)) return true
  if (rest.slice(1) === otherRest.slice(1)) return true
  return rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2)
}

/**
 * A word that few entries have says more than one that most have.
 *
 * @param {readonly number[]} matches The match of each entry.
 */
const rarityOf = (matches) => {
  const count = matches.filter((match) => match > 0).length
  return Math.log2(2 + matches.length / (1 + count))
}

/**
 * @param {Indexed} one
 * @param {{ terms: readonly Alternative[][], matches: readonly number[], rarities: readonly number[], whole: string }} search
 *   `matches` and `rarities` are those of the terms.
 */
const scoreOf = (one, { terms, matches, rarities, whole }) => {
  const matched = matches.filter((match) => match > 0).length
  if (matched === 0) return 0
  const sum = matches.reduce((total, match, at) => total + match * (rarities[at] ?? 1), 0)
  const coverage = matched / terms.length
  const weight = weights[one.entry.kind] ?? 1
  return sum * coverage * weight * fitOf(one, terms, whole)
}

/**
 * How much of what an entry is called was typed. What is called exactly so comes first, whatever it is.
 *
 * @param {Indexed} one
 * @param {readonly Alternative[][]} terms
 * @param {string} whole
 */
const fitOf = ({ entry, title, hint }, terms, whole) => {
  if (title === whole) return entry.kind === 'Object' ? 1.5 : 3
  // `/v1/pets` is the end of `GET /v1/pets`, and not of `GET /v1/pets/{petId}`.
  if (whole.includes(' v1 ') && hint.endsWith(whole)) return 3
  const names = title.trim().split(' ')
  const typed = terms.flat().map(({ text }) => ` ${text}`)
  const counted = names.filter((name) => !fillers.has(name))
  const hit = counted.filter((name) => typed.some((text) => ` ${name}`.startsWith(text)))
  return 1 + (hit.length / Math.max(1, counted.length)) * 0.5
}

/**
 * The best of the alternatives, in the best of the fields.
 *
 * @param {Indexed} one
 * @param {readonly Alternative[]} term
 */
const matchOf = ({ title, hint, words, text }, term) => {
  let best = 0
  for (const { text: word, worth } of term) {
    best = Math.max(
      best,
      placeOf(title, word, 100) * worth,
      placeOf(words, word, 80) * worth,
      placeOf(hint, word, 45) * worth,
    )
    // Synonyms in running text are mere chance. The text is long, so it is read only if that can change anything.
    if (worth === 1 && best < TEXT_WORTH) best = Math.max(best, placeOf(text, word, TEXT_WORTH))
  }
  return best
}

/**
 * A whole word counts more than a beginning, and a long beginning more than a short one.
 *
 * @param {string} text
 * @param {string} word
 * @param {number} worth
 */
const placeOf = (text, word, worth) => {
  // First, because most texts do not have it.
  const at = beginningOf(word, text)
  if (at < 0) return 0
  if (text.includes(` ${word} `, at)) return worth
  if (text.includes(` ${word}s `, at)) return worth * PLURAL_WORTH
  const end = text.indexOf(' ', at + 1 + word.length)
  return worth * (0.4 + 0.4 * (word.length / (end - at - 1)))
}

/**
 * Where the space before the first word that begins so is, or -1. Much faster than a search for the space too, which is
 * everywhere.
 *
 * @param {string} word
 * @param {string} text
 */
const beginningOf = (word, text) => {
  for (let at = text.indexOf(word, 1); at > 0; at = text.indexOf(word, at + 1)) if (text[at - 1] === ' ') return at - 1
  return -1
}

/**
 * The part of a text where the first of the words is.
 *
 * @param {string} text
 * @param {readonly string[]} words
 */
export const snippet = (text, words) => {
  const lower = text.toLowerCase()
  const at = Math.max(
    0,
    Math.min(...words.map((word) => lower.indexOf(word)).filter((found) => found >= 0), text.length),
  )
  const start = at < 60 || at === text.length ? 0 : text.indexOf(' ', at - 40) + 1
  const part = text.slice(start, start + 140)
  return `${start > 0 ? '… ' : ''}${part}${start + 140 < text.length ? '…' : ''}`
}
