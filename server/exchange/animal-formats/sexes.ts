import type { Sex } from '../../animals/profiles/profile-values.ts'
import { type Read, Unreadable, wordOf } from './animal-fields.ts'

/** A column for the sex often also says whether an animal is neutered. */
export type ReadSex = { sex?: Sex; spayedNeutered?: boolean }

const male: ReadSex = { sex: 'male' }
const female: ReadSex = { sex: 'female' }
const neutered: ReadSex = { spayedNeutered: true }
const intact: ReadSex = { spayedNeutered: false }

const listed = (meaning: ReadSex, ...words: string[]): [string, ReadSex][] =>
  words.map((word) => [word, meaning])

const words: ReadonlyMap<string, ReadSex> = new Map([
  ...listed(male, 'm', 'male', 'boy', 'tom', 'tomcat', 'männlich', 'macho', 'mâle', 'mannelijk'),
  ...listed(male, 'maschio', 'colt', 'rooster', 'cockerel', 'bull', 'ram', 'rüde', 'kater'),
  ...listed(
    female,
    'f',
    'female',
    'girl',
    'weiblich',
    'w',
    'hembra',
    'femelle',
    'vrouwelijk',
    'femmina',
  ),
  ...listed(female, 'mare', 'filly', 'hen', 'cow', 'ewe', 'hündin'),
  ...listed(neutered, 'altered', 'fixed', 'desexed', 'castrated', 'sterilized', 'sterilised'),
  ...listed(neutered, 'kastriert', 'castrado', 'esterilizado', 'castré', 'neutered', 'n'),
  ...listed(intact, 'intact', 'unaltered', 'entire', 'unfixed', 'uncastrated', 'unneutered', 'i'),
  ...listed(intact, 'unkastriert', 'undesexed', 'unsterilized', 'unsterilised'),
  ...listed({ ...female, ...neutered }, 'spayed', 's', 'esterilizada', 'castrada', 'stérilisée'),
  ...listed({ ...female, ...intact }, 'unspayed'),
  ...listed({ ...male, ...neutered }, 'gelding', 'steer', 'wether', 'barrow'),
  ...listed({ ...male, ...intact }, 'stallion'),
])

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

const tokensOf = (word: string): string[] => {
  const joined = word.replaceAll(
    /\b(?:not|non|un)[ -]?(spayed|neutered|altered|fixed|castrated|desexed|sterili[sz]ed)\b/g,
    (_all, what: string) => (what === 'spayed' ? 'unspayed' : 'unaltered'),
  )
  return joined
    .split(/[\s/()\-–,.;:+]+/)
    .flatMap((token) => (/^(?:[mf][nsi]|[nsi][mf])$/.test(token) ? [...token] : token))
    .filter((token) => token !== '')
}

/** The single value of those that have one. Throws if they differ. */
const theOne = <Value>(values: readonly (Value | undefined)[]): Value | undefined => {
  const known = new Set(values.filter((value) => value !== undefined))
  if (known.size > 1) throw new Unreadable('says two different things')
  return [...known][0]
}
