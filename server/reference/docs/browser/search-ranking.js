/** @typedef {{ kind: string, title: string, hint: string, url: string, text: string, more?: string }} Entry */

const MAX_SHOWN = 12

/** What is asked for most, before the others that match as well. @type {Readonly<Record<string, number>>} */
const weights = { Operation: 8, Guide: 6, Error: 4, 'Webhook event': 2, Object: 0 }

/** @param {string} text */
export const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean)

/**
 * The entries that have all words, the best first.
 *
 * @param {readonly Entry[]} entries
 * @param {readonly string[]} words
 */
export const searched = (entries, words) => {
  if (words.length === 0) return []
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_SHOWN)
    .map(({ entry }) => entry)
}

/**
 * @param {Entry} entry
 * @param {readonly string[]} words
 */
const scoreOf = ({ kind, title, hint, text, more = '' }, words) => {
  const [inTitle, inHint, inText] = [title, hint, `${text} ${more}`].map((one) => one.toLowerCase())
  let score = weights[kind] ?? 0
  for (const word of words) {
    const found =
      placeOf(inTitle ?? '', word, 100) ||
      placeOf(inHint ?? '', word, 40) ||
      placeOf(inText ?? '', word, kind === 'Operation' ? 6 : 12)
    if (found === 0) return 0
    score += found
  }
  const all = words.join(' ')
  if (inTitle === all) return score + (kind === 'Object' ? 5 : 200)
  // `/v1/pets` before `/v1/pets:batch`.
  return inHint?.endsWith(all) ? score + 20 : score
}

/**
 * A word that begins there counts more than one that only has it within.
 *
 * @param {string} text
 * @param {string} word
 * @param {number} worth
 */
const placeOf = (text, word, worth) => {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return worth
  }
  return text.includes(word) ? worth / 2 : 0
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
    Math.min(
      ...words.map((word) => lower.indexOf(word)).filter((found) => found >= 0),
      text.length,
    ),
  )
  const start = at < 60 || at === text.length ? 0 : text.indexOf(' ', at - 40) + 1
  const part = text.slice(start, start + 140)
  return `${start > 0 ? '… ' : ''}${part}${start + 140 < text.length ? '…' : ''}`
}
