import { type Coat, coats, type Size, type Species } from '../../animals/profiles/profile-values.ts'
import { microchipPattern } from '../../platform/http/patterns.ts'
import { lineOf, type Read, Unreadable, wordOf, yesNoReader, yesOrNo } from './animal-fields.ts'
import { petfinderSizes, speciesOf, valueOfWord } from './petfinder-words.ts'
import { neuterWords, withoutGender } from './sexes.ts'
import { inflectedMeaningsOf, inflectedWordsOf, meaningsOf } from './words/word-tables.ts'

/** The terms that shelters and their programs use for the values of a profile. */

const speciesWords = inflectedMeaningsOf<Species>((words) => words.species)

export const readSpecies: Read = (value): Species | undefined => {
  const word = wordOf(value)
  if (word === undefined) return undefined
  const one = word.replace(/s$/, '')
  const known =
    speciesWords.get(word) ?? speciesWords.get(one) ?? speciesOf(undefined, word) ?? speciesOf(undefined, one)
  if (known) return known
  throw new Unreadable('is not a known species')
}

const oneSex = meaningsOf((words) => words.speciesOfOneSex)

/** The sex that the word for a species also says, as `Kater` does; `Katze` and `cat` say none. */
export const sexInSpecies = (species: unknown): 'male' | 'female' | undefined => {
  const word = wordOf(species) ?? ''
  return oneSex.get(word) ?? oneSex.get(word.replace(/s$/, ''))
}

const sizeWords = inflectedMeaningsOf<Size>((words) => words.sizes)
/** The range that some add to a size: `(60-99)`, `61-100 lbs (28-45 kg)`. */
const RANGE = String.raw`(?:(?:under|over|up to|bis|unter|uber|hasta|ate|fino a|jusqu'a|tot) )?\d{1,3}(?:\.\d)?(?: ?(?:-|–|to) ?\d{1,3}(?:\.\d)?|\+)? ?(?:lbs?|pounds|kgs?|cm|#)?\.?(?: or less| or more| and up)?`
const MEANING = new RegExp(String.raw`(?<![ ,:-])[ ,:-]*(?:\(${RANGE}\)|${RANGE})$`)

export const readSize: Read = (value): Size | undefined => {
  const word = wordOf(value)
  if (word === undefined) return undefined
  const plain = word
    .replace(MEANING, '')
    .replace(MEANING, '')
    .replaceAll(/[-_ ]+/g, ' ')
    .replace(/\.$/, '')
  const known = sizeWords.get(plain) ?? valueOfWord(petfinderSizes, plain)
  if (known) return known
  throw new Unreadable('must be small, medium, large or extra large')
}

export const readNeutered: Read = (value, circumstances) => {
  const word = wordOf(value)
  // `Castrado/a`, `stérilisé(e)`
  return yesOrNoNeutered(word && withoutGender(word), circumstances)
}

const sexed = (isNeutered: boolean): string[] =>
  [...neuterWords].flatMap(([word, neutered]) => (neutered === isNeutered ? [word] : []))

const yesOrNoNeutered = yesNoReader({ yes: sexed(true), no: sexed(false) })

export const readVaccinated: Read = yesNoReader({
  yes: inflectedWordsOf(({ vaccinated }) => vaccinated.yes),
  no: inflectedWordsOf(({ vaccinated }) => vaccinated.no),
})

const coatWords = inflectedMeaningsOf<Coat>((words) => words.coats)

export const readCoat: Read = (value): Coat | undefined => {
  const word = wordOf(value)
  if (word === undefined) return undefined
  const known = coatWords.get(word)
  if (known) return known
  throw new Unreadable(`must be one of ${coats.join(', ')}`)
}

/** A text that describes special needs, or says that there are some. */
export const readSpecialNeeds: Read = (value): string | undefined => {
  const word = wordOf(value)
  if (word === undefined) return undefined
  try {
    return yesOrNo(value) ? 'Has special needs.' : undefined
  } catch (error) {
    if (error instanceof Unreadable) return String(value).trim()
    throw error
  }
}

/** Words such as `SCAN CHIP` have letters too, but a number has digits. */
const MIN_DIGITS = 4
const MICROCHIP = new RegExp(microchipPattern)

/** `981 020 033 339 853` */
export const readMicrochip: Read = (value): string | undefined => {
  const plain = wordOf(value)?.replaceAll(/[\s-]/g, '')
  if (plain === undefined || plain === '' || plain === '0') return undefined
  const number = wholeDigits(value).replaceAll(/[\s-]/g, '')
  if (MICROCHIP.test(number) && number.replaceAll(/\D/g, '').length >= MIN_DIGITS) return number
  throw new Unreadable('must be a microchip number of 9, 10 or 15 digits or letters')
}

export const readId: Read = (value): string | undefined => {
  const id = lineOf(value)
  return id === undefined ? undefined : wholeDigits(typeof value === 'number' ? value : id)
}

/**
 * A spreadsheet turns long numbers into `9.85112E+14` and loses their last digits; a JSON number
 * may have too many.
 */
const wholeDigits = (value: unknown): string => {
  const text = String(value).trim()
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new Unreadable('has more digits than are exact in JSON: write it in quotes')
  }
  if (/^\d(?:[.,]\d{1,15})?e\+\d{1,3}$/i.test(text)) {
    throw new Unreadable('has lost digits in a spreadsheet: export it again, with this column as text')
  }
  return text
}
