import { adoptAPetColumns, headlessAdoptAPet } from './adoptapet.ts'
import {
  minorDigits,
  type Read,
  readFee,
  textOf,
  Unreadable,
  wordOf,
  yesOrNo,
} from './animal-fields.ts'
import type { AnimalFormat, Rule } from './animal-format.ts'
import { readSex, readSize } from './animal-words.ts'
import { petfinderColumns, readColor } from './petfinder.ts'

/** A column with numbers for words: the others are read as words. */
const coded =
  (codes: Readonly<Record<string, unknown>>, read: Read): Read =>
  (value, circumstances) => {
    const word = wordOf(value)
    return word !== undefined && word in codes ? codes[word] : read(value, circumstances)
  }

/** 0 is yes, 1 no, 2 unknown; more of it has conditions, such as an age. */
const readGood: Read = coded({ 0: true, 1: false, 2: undefined }, (value) => {
  const word = wordOf(value)
  if (word === 'yes' || word === 'no') return word === 'yes'
  if (word === undefined) return undefined
  throw new Unreadable('has conditions, and is neither yes nor no')
})
const readGoodName: Read = (value) => {
  const word = wordOf(value)
  if (word !== undefined && !/^(?:yes|no)$/.test(word)) {
    throw new Unreadable('has conditions, and is neither yes nor no')
  }
  return word === undefined ? undefined : word === 'yes'
}

/** In minor units, as the program stores it. */
const readMinorFee: Read = (value, circumstances) => {
  const text = textOf(value)
  if (text === undefined || text === '0' || text === '0.0') return undefined
  if (!/^\d{1,12}$/.test(text)) return readFee(value, circumstances)
  if (circumstances.currency === undefined) return readFee(value, circumstances)
  const digits = minorDigits(circumstances.currency)
  return readFee(String(Number(text) / 10 ** digits), circumstances)
}

const good = (companion: 'CATS' | 'DOGS' | 'CHILDREN', to: Rule['to']): Rule[] => [
  { from: `ISGOODWITH${companion}NAME`, to, read: readGoodName },
  { from: `ISGOODWITH${companion}`, to, read: readGood },
]

/** Animal Shelter Manager: its service `csv_shelter_animals`, and its files for Petfinder and Adopt-a-Pet. */
export const asm3: AnimalFormat = {
  lists: ['animals'],
  rules: [
    { from: 'SHELTERCODE', to: 'externalId' },
    { from: 'CODE', to: 'externalId' },
    { from: 'ANIMALNAME', to: 'name' },
    { from: 'SPECIESNAME', to: 'species' },
    { from: 'SPECIESNAME', to: 'category' },
    { from: 'BREEDNAME1', to: 'breeds.primary' },
    { from: 'BREEDNAME2', to: 'breeds.secondary' },
    { from: 'BREEDNAME', to: 'breed' },
    { from: 'CROSSBREEDNAME', to: 'breeds.mixed' },
    { from: 'CROSSBREED', to: 'breeds.mixed' },
    { from: 'DATEOFBIRTH', to: 'birthDate' },
    { from: 'ESTIMATEDDOBNAME', to: 'birthDateEstimated' },
    { from: 'ESTIMATEDDOB', to: 'birthDateEstimated' },
    { from: 'ANIMALAGE', to: 'age' },
    { from: 'SEXNAME', to: 'sex' },
    { from: 'SEX', to: 'sex', read: coded({ 0: 'female', 1: 'male', 2: undefined }, readSex) },
    { from: 'SIZENAME', to: 'size' },
    {
      ...{ from: 'SIZE', to: 'size' },
      read: coded({ 0: 'extraLarge', 1: 'large', 2: 'medium', 3: 'small' }, readSize),
    },
    { from: 'WEIGHT', to: 'weight' },
    { from: 'COATTYPENAME', to: 'coat' },
    { from: 'BASECOLOURNAME', to: 'colors', read: readColor },
    { from: 'ANIMALCOMMENTS', to: 'description' },
    { from: 'WEBSITEMEDIANOTES', to: 'description' },
    ...good('CHILDREN', 'goodWith.children'),
    ...good('DOGS', 'goodWith.dogs'),
    ...good('CATS', 'goodWith.cats'),
    { from: 'ISHOUSETRAINEDNAME', to: 'houseTrained' },
    { from: 'ISHOUSETRAINED', to: 'houseTrained', read: readGood },
    { from: 'NEUTEREDNAME', to: 'spayedNeutered' },
    { from: 'NEUTERED', to: 'spayedNeutered' },
    { from: 'DECLAWEDNAME', to: 'declawed' },
    { from: 'HASSPECIALNEEDSNAME', to: 'specialNeeds' },
    { from: 'HASSPECIALNEEDS', to: 'specialNeeds' },
    { from: 'FEE', to: 'fee', read: readMinorFee },
    { from: 'IDENTICHIPNUMBER', to: 'microchip' },
    { from: 'MOSTRECENTENTRYDATE', to: 'intakeDate' },
    { from: 'DATEBROUGHTIN', to: 'intakeDate' },
    { from: 'WEBSITEVIDEOURL', to: 'videos' },
    { from: 'BONDEDANIMAL1CODE', to: 'bondedWith' },
    { from: 'BONDEDANIMAL2CODE', to: 'bondedWith' },
    { from: 'STATE', to: 'status' },
    ...petfinderColumns,
    ...adoptAPetColumns,
  ],
  repeats: [
    ...['SPECIESID', 'BREEDID', 'BREED2ID', 'BASECOLOURID', 'COATTYPE', 'AGEGROUP', 'SHORTCODE'],
    ...['BONDEDANIMALID', 'BONDEDANIMAL2ID', 'BONDEDANIMAL1NAME', 'BONDEDANIMAL2NAME'],
    ...['IDENTICHIPPED', 'IDENTICHIPPEDNAME', 'DAYSONSHELTER', 'TIMEONSHELTER', 'RECORDVERSION'],
    ...['ARCHIVED', 'ADOPTABLE', 'ISNOTAVAILABLEFORADOPTION', 'ISNOTAVAILABLEFORADOPTIONNAME'],
    ...['ACTIVEMOVEMENTTYPE', 'ACTIVEMOVEMENTTYPENAME', 'HASACTIVERESERVE', 'ISHOLD'],
    ...['HASACTIVERESERVENAME', 'DECEASEDDATE', 'DECLAWEDNAME'],
  ],
  headless: headlessAdoptAPet,
  isOfferedAnyway: true,
  prepare: (item) => {
    const state = stateOf(
      new Map(Object.entries(item).map(([name, value]) => [name.toUpperCase(), value])),
    )
    return state === undefined ? item : { ...item, STATE: state }
  },
}

/** What becomes of an animal is in several columns. */
const stateOf = (fields: ReadonlyMap<string, unknown>): string | undefined => {
  const says = (name: string): boolean => {
    try {
      return yesOrNo(fields.get(name)) === true
    } catch {
      return false
    }
  }
  const movement = wordOf(fields.get('ACTIVEMOVEMENTTYPENAME')) ?? ''
  const isAdopted = movement === 'adoption' || wordOf(fields.get('ACTIVEMOVEMENTTYPE')) === '1'
  if (wordOf(fields.get('DECEASEDDATE')) !== undefined) return 'deceased'
  if (isAdopted) return 'adopted'
  if (says('HASACTIVERESERVE')) return 'reserved'
  if (says('ISNOTAVAILABLEFORADOPTION') || says('ISHOLD')) return 'not available'
  if (fields.has('ADOPTABLE')) return says('ADOPTABLE') ? 'available' : 'not available'
  return fields.has('ARCHIVED') && says('ARCHIVED') ? 'archived' : undefined
}
