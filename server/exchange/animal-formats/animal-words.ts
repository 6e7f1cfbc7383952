import { type Coat, coats, type Size, type Species } from '../../animals/profiles/profile-values.ts'
import { microchipPattern } from '../../platform/http/patterns.ts'
import {
  lineOf,
  type Read,
  Unreadable,
  wordOf,
  wordTable,
  yesNoReader,
  yesOrNo,
} from './animal-fields.ts'
import { petfinderSizes, speciesOf, valueOfWord } from './petfinder-words.ts'

/** The terms that shelters and their programs use for the values of a profile. */

const speciesWords = wordTable<Species>({
  ...{ puppy: 'dog', canine: 'dog', kitten: 'cat', feline: 'cat', bunny: 'rabbit', avian: 'bird' },
  ...{ parrot: 'bird', parakeet: 'bird', fowl: 'bird', poultry: 'barnyard', livestock: 'barnyard' },
  ...{ 'small animal': 'smallFurry', 'small & furry': 'smallFurry', smallanimal: 'smallFurry' },
  ...{
    'small&furry': 'smallFurry',
    rodent: 'smallFurry',
    equine: 'horse',
    'farm animal': 'barnyard',
  },
  ...{ 'farm type animal': 'barnyard', 'barn yard': 'barnyard', terrapin: 'reptile', owl: 'bird' },
  ...{ kitty: 'cat', pup: 'dog', doggy: 'dog', 'bunny rabbit': 'rabbit' },
  ...{ hund: 'dog', katze: 'cat', kaninchen: 'rabbit', vogel: 'bird', pferd: 'horse' },
  ...{ chien: 'dog', chat: 'cat', lapin: 'rabbit', perro: 'dog', gato: 'cat', conejo: 'rabbit' },
  ...{ cane: 'dog', gatto: 'cat', coniglio: 'rabbit', hond: 'dog', kat: 'cat', konijn: 'rabbit' },
  ...{ amphibian: 'other', exotic: 'other', wildlife: 'other', miscellaneous: 'other' },
})

export const readSpecies: Read = (value): Species | undefined => {
  const word = wordOf(value)
  if (word === undefined) return undefined
  const one = word.replace(/s$/, '')
  const known =
    speciesWords.get(word) ??
    speciesWords.get(one) ??
    speciesOf(undefined, word) ??
    speciesOf(undefined, one)
  if (known) return known
  throw new Unreadable('is not a known species')
}

const sizeWords = wordTable<Size>({
  ...{ s: 'small', sm: 'small', sml: 'small', 'x small': 'small', 'extra small': 'small' },
  ...{ toy: 'small', tiny: 'small', xs: 'small', m: 'medium', med: 'medium', md: 'medium' },
  ...{ l: 'large', lg: 'large', lrg: 'large', xl: 'extraLarge', 'x large': 'extraLarge' },
  ...{ 'x lrg': 'extraLarge', 'x lg': 'extraLarge', xlrg: 'extraLarge', xxl: 'extraLarge' },
  ...{ 'very large': 'extraLarge', 'extra lrg': 'extraLarge', giant: 'extraLarge' },
  ...{ huge: 'extraLarge', xlarge: 'extraLarge', 'xx large': 'extraLarge' },
})
/** The range that some add to a size: `(60-99)`, `61-100 lbs (28-45 kg)`. */
const RANGE = String.raw`(?:under |over |up to )?\d{1,3}(?:\.\d)?(?: ?(?:-|–|to) ?\d{1,3}(?:\.\d)?|\+)? ?(?:lbs?|pounds|kgs?|#)?\.?(?: or less| or more| and up)?`
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

export const readNeutered: Read = yesNoReader({
  yes: [
    'spayed',
    'neutered',
    'altered',
    'fixed',
    'castrated',
    'desexed',
    'sterilized',
    'sterilised',
  ],
  no: ['intact', 'unaltered', 'entire', 'not spayed', 'not neutered', 'not altered', 'unspayed'],
})

export const readVaccinated: Read = yesNoReader({
  yes: ['up to date', 'up-to-date', 'uptodate', 'utd', 'current', 'vaccinated', 'complete'],
  no: ['not current', 'not up to date', 'overdue', 'not vaccinated', 'unvaccinated'],
})

const coatWords = wordTable<Coat>({
  ...{ smooth: 'short', shorthair: 'short', 'short hair': 'short', 'short coat': 'short' },
  ...{ longhair: 'long', 'long hair': 'long', 'long coat': 'long', 'medium hair': 'medium' },
  ...{ mediumhair: 'medium', wirehaired: 'wire', 'wire haired': 'wire', wiry: 'wire' },
  ...{ rough: 'wire', 'medium coat': 'medium' },
})

export const readCoat: Read = (value): Coat | undefined => {
  const word = wordOf(value)
  if (word === undefined) return undefined
  const known = coatWords.get(word) ?? coats.find((coat) => coat === word)
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
    throw new Unreadable(
      'has lost digits in a spreadsheet: export it again, with this column as text',
    )
  }
  return text
}
