import { type Read, readLine, textOf, Unreadable } from './animal-fields.ts'
import { isGroupBefore, isQualifier, splitBreeds } from './breed-names.ts'
import { foldWord } from './words/fold-word.ts'
import { anyOf, inflectedWordsOf, wordsOf } from './words/word-tables.ts'

export type ReadBreed = { primary?: string; secondary?: string; mixed?: boolean }

const mixWords: ReadonlySet<string> = new Set(inflectedWordsOf(({ mixed }) => mixed))
/** German writes it in one word: `Labradormix`. */
const MIX_JOINED = /^(.*\p{L}{4})-?(?:mix|mischling)$/iu
/** `Mestizo de galgo`, `croisé labrador` */
const MIX_BEFORE = new RegExp(
  String.raw`^([\p{L}-]+) (?:(?:${anyOf(wordsOf(({ of }) => of).filter((word) => !word.endsWith("'")))}) |d['’])?(.+)$`,
  'iu',
)
/** Some programs use `Mixed Breed, Medium` as a breed. */
const MIXED_BREED = /^mixed breed\b./i
const BETWEEN_BREEDS = / ?\/ ?| & | x /i

/** At most two have a place. */
const MAX_BREEDS = 2

/**
 * `Labrador Retriever / Poodle Mix`, `Retriever, Labrador`, `Beagle, Boxer`. An animal is a mix only
 * if the text says so.
 */
export const readBreed: Read = (value, circumstances): ReadBreed | undefined => {
  // `readLine` returns a text.
  const text = readLine(value, circumstances) as string | undefined
  if (text === undefined) return undefined
  const items = itemsOf(text.trim().replaceAll(/\s+/g, ' '))
  const named = items.flatMap(({ breed }) => breed ?? [])
  if (named.length > MAX_BREEDS) throw new Unreadable('has more than two breeds')
  const [primary, secondary] = named
  return {
    ...(primary !== undefined && { primary }),
    ...(secondary !== undefined && { secondary }),
    ...(items.some(({ isMix }) => isMix) && { mixed: true }),
  }
}

type Item = { breed?: string; isMix: boolean }

const itemsOf = (text: string): Item[] =>
  splitBreeds(text, BETWEEN_BREEDS)
    .filter((part) => part !== '')
    .flatMap((part) => (MIXED_BREED.test(part) ? [itemOf(part)] : listedBreeds(part)))

/** Turns `Retriever, Labrador` round; other commas separate breeds. */
const listedBreeds = (text: string): Item[] => {
  const breeds: Item[] = []
  const rest = splitBreeds(text, COMMA)
    .map((item) => itemOf(item.trim()))
    .filter(({ breed, isMix }) => breed !== undefined || isMix)
  for (let item = rest.shift(); item; item = rest.shift()) {
    const { breed } = item
    let [next] = rest
    if (breed === undefined || next?.breed === undefined || !isGroupBefore(breed, next.breed)) {
      breeds.push(item)
      continue
    }
    const turned: Item[] = [item]
    // `Terrier, Fox, Smooth`
    while (next?.breed !== undefined && (turned.length === 1 || isQualifier(next.breed))) {
      turned.unshift(next)
      rest.shift()
      ;[next] = rest
    }
    breeds.push({
      breed: turned.map((one) => one.breed).join(' '),
      isMix: turned.some(({ isMix }) => isMix),
    })
  }
  return breeds
}

/** Commas outside of brackets. */
const COMMA = /,(?![^()]*\))/

const itemOf = (text: string): Item => {
  if (MIXED_BREED.test(text)) return { breed: text, isMix: true }
  if (isMixWord(text)) return { isMix: true }
  const plain = withoutMix(text)
  // `Unknown mix` contains no breed.
  return textOf(plain) === undefined ? { isMix: plain !== text } : { breed: plain, isMix: plain !== text }
}

const isMixWord = (text: string): boolean => mixWords.has(foldWord(text.replace(/^\((.*)\)$/, '$1')))

const withoutMix = (text: string): string => {
  const { before, last } = splitLast(text)
  if (before !== '' && (isMixWord(last) || /^x$/i.test(last))) return before
  const [, first = '', rest = text] = MIX_BEFORE.exec(text) ?? []
  return isMixWord(first) ? rest : (MIX_JOINED.exec(text)?.[1] ?? text)
}

/** The last word, which may be in brackets, and what stands before it. */
const splitLast = (text: string): { before: string; last: string } => {
  let start = text.length
  while (start > 0 && !isSeparator(text.charAt(start - 1))) start -= 1
  let end = start
  while (end > 0 && isSeparator(text.charAt(end - 1))) end -= 1
  return { before: text.slice(0, end), last: text.slice(start).replace(/^\(/, '').replace(/\)$/, '') }
}

const isSeparator = (character: string): boolean => ' ,/-'.includes(character)
