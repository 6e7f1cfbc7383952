import type { Sex } from '../../animals/profiles/profile-values.ts'
import { type Read, Unreadable, wordOf } from './animal-fields.ts'
import type { SexWords } from './words/file-words.ts'
import { anyOf, meaningsOf, wordsOf } from './words/word-tables.ts'

/** A column for the sex often also says whether an animal is neutered. */
export type ReadSex = { sex?: Sex; spayedNeutered?: boolean }

const meanings: Readonly<Record<keyof SexWords, ReadSex>> = {
  male: { sex: 'male' },
  female: { sex: 'female' },
  neutered: { spayedNeutered: true },
  intact: { spayedNeutered: false },
  neuteredMale: { sex: 'male', spayedNeutered: true },
  neuteredFemale: { sex: 'female', spayedNeutered: true },
  intactMale: { sex: 'male', spayedNeutered: false },
  intactFemale: { sex: 'female', spayedNeutered: false },
}

const words: ReadonlyMap<string, ReadSex> = new Map(
  [...meaningsOf<keyof SexWords>((language) => language.sexes)].map(
    ([word, meaning]) => [word, meanings[meaning]] as const,
  ),
)

/** The words for neutering, and those that deny them, with whether they mean neutered. */
export const neuterWords: ReadonlyMap<string, boolean> = new Map(
  [...words].flatMap(([word, { spayedNeutered }]): [string, boolean][] => {
    if (spayedNeutered === undefined || word.length === 1) return []
    const denied = wordsOf(({ not }) => not).map((not) => `${not} ${word}`)
    return [[word, spayedNeutered], ...(spayedNeutered ? denied.map((one): [string, boolean] => [one, false]) : [])]
  }),
)

/** Alone, these words mean a male: for females, the same columns have "spayed". */
const saidOfMales: ReadonlySet<string> = new Set(['neutered', 'n', 'castrated', 'kastriert'])

const notSex = 'must be male, female or unknown, and may say neutered, spayed or intact'

/**
 * `Neutered Male`, `Spayed`, `M/N`, `Mare`: every word must be known, and none may contradict
 * another.
 */
export const readSex: Read = (value): ReadSex | undefined => {
  const word = wordOf(value)
  if (word === undefined) return undefined
  const found = tokensOf(word).map((token) => {
    const meaning = words.get(token)
    if (!meaning) throw new Unreadable(notSex)
    return { token, meaning }
  })
  const sex = theOne(found.map(({ meaning }) => meaning.sex))
  const spayedNeutered = theOne(found.map(({ meaning }) => meaning.spayedNeutered))
  const isMale = sex === undefined && found.some(({ token }) => saidOfMales.has(token))
  const known = sex ?? (isMale ? 'male' : undefined)
  if (found.length === 0) throw new Unreadable(notSex)
  return { ...(known && { sex: known }), ...(spayedNeutered !== undefined && { spayedNeutered }) }
}

/** A denied word, such as `not neutered`, and words of several parts. */
const PHRASE = new RegExp(
  String.raw`(?<![\p{L}])(?:(${anyOf(wordsOf(({ not }) => not))})[ -]?)?(${anyOf(
    [...words.keys()].filter((word) => word.length > 2),
  )})(?![\p{L}])`,
  'gu',
)
const LETTERS = /^(?:[mfwvh][nsikc]|[nsi][mf])$/

const tokensOf = (word: string): string[] => {
  const phrases: string[] = []
  const others = withoutGender(word)
    .replaceAll(PHRASE, (all, not: string | undefined, said: string) => {
      const meaning = words.get(said)
      if (not !== undefined && !meaning?.spayedNeutered) return all
      // `unspayed` is only said of females, like `spayed`.
      const denied = meaning?.sex === 'female' ? 'unspayed' : 'unaltered'
      phrases.push(not === undefined ? said : denied)
      return ' '
    })
    .split(/[\s/()\-–,.;:+]+/)
    .flatMap((token) => (LETTERS.test(token) ? [...token.replace(/c$/, 'n')] : token))
  return [...phrases, ...others].filter((token) => token !== '')
}

/** Without the endings of another gender: `castrado/a`, `stérilisé(e)`. */
export const withoutGender = (word: string): string =>
  word.replaceAll(/(?<=\p{L}{3})(?:\((?:e|a|s|es|as|r)\)|\/(?:a|e|r|as|es)(?!\p{L}))/gu, '')

/** The single value of those that have one. Throws if they differ. */
const theOne = <Value>(values: readonly (Value | undefined)[]): Value | undefined => {
  const known = new Set(values.filter((value) => value !== undefined))
  if (known.size > 1) throw new Unreadable('says two different things')
  return [...known][0]
}
