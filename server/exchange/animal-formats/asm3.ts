import { adoptAPetColumns, headlessAdoptAPet } from './adoptapet.ts'
import { type Read, textOf, Unreadable, wordOf, wordTable, yesOrNo } from './animal-fields.ts'
import type { AnimalFormat, Rule } from './animal-format.ts'
import { readSize } from './animal-words.ts'
import { minorDigits, readFee } from './measures.ts'
import { petfinderColumns, readColor } from './petfinder.ts'
import { readSex } from './sexes.ts'

/** A column with numeric codes. Other values are read as text. */
const coded =
  (codes: Readonly<Record<string, unknown>>, read: Read): Read =>
  (value, circumstances) => {
    const word = wordOf(value)
    return word !== undefined && Object.hasOwn(codes, word) ? codes[word] : read(value, circumstances)
  }

/** 0 is yes, 1 no, 2 unknown; other codes have conditions, such as an age. */
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

/** The columns of its "Export animals as CSV", which its "Import a CSV file" reads. */
const exportedColumns: readonly Rule[] = [
  { from: 'ANIMALCODE', to: 'externalId' },
  { from: 'ANIMALSPECIES', to: 'species' },
  { from: 'ANIMALSPECIES', to: 'category' },
  { from: 'ANIMALBREED1', to: 'breeds.primary' },
  { from: 'ANIMALBREED2', to: 'breeds.secondary' },
  { from: 'ANIMALDOB', to: 'birthDate' },
  { from: 'ANIMALSEX', to: 'sex' },
  { from: 'ANIMALWEIGHT', to: 'weight' },
  { from: 'ANIMALCOLOR', to: 'colors', read: readColor },
  { from: 'ANIMALDESCRIPTION', to: 'description' },
  { from: 'ANIMALNEUTERED', to: 'spayedNeutered' },
  { from: 'ANIMALMICROCHIP', to: 'microchip' },
  { from: 'ANIMALENTRYDATE', to: 'intakeDate' },
  { from: 'ANIMALDECEASEDDATE', to: 'outcomeDate' },
  { from: 'MOVEMENTDATE', to: 'outcomeDate' },
  { from: 'ANIMALGOODWITHCATS', to: 'goodWith.cats', read: readGoodName },
  { from: 'ANIMALGOODWITHDOGS', to: 'goodWith.dogs', read: readGoodName },
  { from: 'ANIMALGOODWITHKIDS', to: 'goodWith.children', read: readGoodName },
  { from: 'ANIMALHOUSETRAINED', to: 'houseTrained', read: readGoodName },
  { from: 'ANIMALIMAGE', to: 'photos' },
]

/**
 * Animal Shelter Manager: its export, its service `csv_shelter_animals`, and its files for
 * Petfinder and Adopt-a-Pet.
 */
export const asm3: AnimalFormat = {
  lists: ['animals'],
  rules: [
    { from: 'SHELTERCODE', to: 'externalId' },
    { from: 'CODE', to: 'externalId' },
    ...exportedColumns,
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
    {
      from: 'SEX',
      to: 'sex',
      read: coded({ 0: { sex: 'female' }, 1: { sex: 'male' }, 2: undefined }, readSex),
    },
    { from: 'SIZENAME', to: 'size' },
    {
      from: 'SIZE',
      to: 'size',
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
    { from: 'DECEASEDDATE', to: 'outcomeDate' },
    { from: 'ACTIVEMOVEMENTDATE', to: 'outcomeDate' },
    { from: 'WEBSITEVIDEOURL', to: 'videos' },
    { from: 'BONDEDANIMAL1CODE', to: 'bondedWith' },
    { from: 'BONDEDANIMAL2CODE', to: 'bondedWith' },
    { from: 'STATE', to: 'status' },
    ...petfinderColumns,
    ...adoptAPetColumns,
  ],
  repeats: [
    'SPECIESID',
    'BREEDID',
    'BREED2ID',
    'BASECOLOURID',
    'COATTYPE',
    'AGEGROUP',
    'SHORTCODE',
    'BONDEDANIMALID',
    'BONDEDANIMAL2ID',
    'BONDEDANIMAL1NAME',
    'BONDEDANIMAL2NAME',
    'IDENTICHIPPED',
    'IDENTICHIPPEDNAME',
    'DAYSONSHELTER',
    'TIMEONSHELTER',
    'RECORDVERSION',
    'ARCHIVED',
    'ADOPTABLE',
    'ISNOTAVAILABLEFORADOPTION',
    'ISNOTAVAILABLEFORADOPTIONNAME',
    'ACTIVEMOVEMENTTYPE',
    'ACTIVEMOVEMENTTYPENAME',
    'HASACTIVERESERVE',
    'ISHOLD',
    'HASACTIVERESERVENAME',
    'DECEASEDDATE',
    'DECLAWEDNAME',
    'NONSHELTERANIMAL',
    'ANIMALID',
    'ANIMALDECEASEDDATE',
    'ANIMALNOTFORADOPTION',
    'MOVEMENTTYPE',
    'ANIMALEUTHANIZED',
    'PUTTOSLEEP',
    'ANIMALNONSHELTER',
    'DECEASEDREASON',
    'ANIMALDECEASEDREASON',
  ],
  headless: headlessAdoptAPet,
  isOfferedAnyway: true,
  isOtherRow: (item) => isOtherRow(item),
  prepare: (item) => {
    const state = stateOf(new Map(Object.entries(item).map(([name, value]) => [name.toUpperCase(), value])))
    return state === undefined ? item : { ...item, STATE: state }
  },
}

/**
 * Its export writes further rows for the treatments, costs, logs and files of an animal. They repeat its code and name,
 * and fill in no other column of the animal.
 */
const isOtherRow = (item: Record<string, unknown>): boolean => {
  const isExport = Object.keys(item).some((name) => name.toUpperCase() === 'ANIMALCODE')
  const filled = Object.entries(item).filter(([, value]) => String(value ?? '').trim() !== '')
  const names = filled.map(([name]) => name.toUpperCase())
  const others = names.filter((name) => name !== 'ANIMALCODE' && name !== 'ANIMALNAME')
  return isExport && others.length > 0 && others.every((name) => OF_OTHER_ROW.test(name))
}

const OF_OTHER_ROW = /^(?:ANIMAL(?:IMAGE|PDF|HTML)|(?!ANIMAL))/

/** The meaning of its movement codes. */
const movements = wordTable<string>({
  1: 'Adoption',
  2: 'Foster',
  3: 'Transfer',
  4: 'Escaped',
  5: 'Reclaimed',
  6: 'Stolen',
  7: 'Released to wild',
  9: 'Reserved',
  11: 'Trial adoption',
  12: 'Permanent foster',
  13: 'TNR',
  reservation: 'Reserved',
})

type Fields = ReadonlyMap<string, unknown>

/** Several columns together give the status of an animal. */
const stateOf = (fields: Fields): string | undefined => {
  const word = (...names: string[]) =>
    names.map((name) => wordOf(fields.get(name))).find((found) => found !== undefined)
  const says = (...names: string[]) => names.some((name) => saysYes(fields.get(name)))
  if (word('DECEASEDDATE', 'ANIMALDECEASEDDATE') !== undefined) {
    return says('PUTTOSLEEP', 'ANIMALEUTHANIZED') ? 'Euthanized' : 'Died'
  }
  const isElsewhere = says('NONSHELTERANIMAL', 'ANIMALNONSHELTER')
  if (isElsewhere || /non-shelter/.test(word('ANIMALTYPE') ?? '')) return 'Non-shelter animal'
  const columns = ['ACTIVEMOVEMENTTYPENAME', 'ACTIVEMOVEMENTTYPE', 'MOVEMENTTYPE']
  const moved = movementOf(columns.map((name) => textOf(fields.get(name))))
  if (moved !== undefined && !/^(?:foster|retailer)$/i.test(moved)) return moved
  if (moved === undefined && says('ARCHIVED')) return 'Archived'
  if (says('HASACTIVERESERVE')) return 'Reserved'
  if (says('ISNOTAVAILABLEFORADOPTION', 'ANIMALNOTFORADOPTION', 'ISHOLD')) return 'Not available'
  if (fields.has('ADOPTABLE')) return says('ADOPTABLE') ? 'Available' : 'Not available'
  if (moved !== undefined) return moved
  if (saysNo(fields.get('ISNOTAVAILABLEFORADOPTION') ?? fields.get('ANIMALNOTFORADOPTION'))) {
    return 'Available'
  }
  return undefined
}

const movementOf = (texts: readonly (string | undefined)[]): string | undefined => {
  const text = texts.find((one) => one !== undefined && one !== '0')
  return text && (movements.get(text.toLowerCase()) ?? text)
}

const saysYes = (value: unknown): boolean => parseYesNo(value) === true
const saysNo = (value: unknown): boolean => parseYesNo(value) === false

const parseYesNo = (value: unknown): boolean | undefined => {
  try {
    return yesOrNo(value)
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}
