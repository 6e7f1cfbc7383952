import { termOf } from '../../animals/profiles/listing-terms.ts'
import { companions, sexes } from '../../animals/profiles/profile-values.ts'
import { maskOf } from '../../animals/profiles/traits.ts'
import type { ListingSearch } from '../../catalogue/listings/listing-query.ts'
import type { WindowOrder } from '../../catalogue/listings/listing-window.ts'
import { parseInt64 } from '../../platform/http/int64.ts'
import { foldText, wordsOf } from '../../platform/search-text.ts'
import { instant } from '../../platform/time.ts'
import {
  petfinderAges,
  petfinderCoats,
  petfinderGenders,
  petfinderSizes,
  unknownGender,
  valueOfWord,
} from '../animal-formats/petfinder-words.ts'
import { speciesOfType, typeNames } from './animal-type.ts'
import { type PageNumber, pageOf } from './page.ts'
import { parameterReader, querySchema, type Sent } from './parameters.ts'

export const AnimalQuery = querySchema(
  [
    'type',
    'status',
    'name',
    'house_trained',
    'declawed',
    'special_needs',
    'location',
    'good_with_children',
    'good_with_dogs',
    'good_with_cats',
    'distance',
    'before',
    'after',
    'sort',
    'page',
    'limit',
  ],
  ['breed', 'size', 'gender', 'age', 'color', 'coat', 'organization'],
)

/** Miles. */
export const DISTANCE = { most: 500, otherwise: 100 } as const
export const METRES_A_MILE = 1_609.344

const orders = {
  recent: 'newest',
  '-recent': 'oldest',
  distance: 'nearest',
  '-distance': 'farthest',
  random: 'shuffled',
} as const satisfies Record<string, WindowOrder>

const isOrder = (word: string): word is keyof typeof orders => Object.hasOwn(orders, word)

type Reader = ReturnType<typeof parameterReader>

export type AnimalSearch = PageNumber & {
  search: ListingSearch
  inName: string | undefined
  order: WindowOrder
  location: string | undefined
  metres: number
  /** No animal can match. */
  isNone: boolean
}

/** Throws `invalid_parameter`. The location still has to be resolved. */
export const animalSearchOf = (sent: Sent): AnimalSearch => {
  const read = parameterReader(sent)
  const type = read.word('type', 'animal type', (word) => valueOfWord(typeNames, word))
  const status = read.word('status', 'adoption status', statusOf)
  const name = read.text('name')
  const order = read.word('sort', 'sort', (word) => (isOrder(word) ? orders[word] : undefined))
  const location = read.text('location')
  const distance = read.integer('distance', DISTANCE)
  if (sent.distance && location === undefined) read.wrong('location', 'is required with distance')
  if ((order === 'nearest' || order === 'farthest') && location === undefined)
    read.wrong('location', `is required with sort=${sent.sort}`)
  const before = read.time('before')
  const after = read.time('after')
  const groups = groupsOf(read, type === undefined ? undefined : speciesOfType(type))
  const ages = read.words('age', 'age', (word) => valueOfWord(petfinderAges, word))
  const traits = traitsOf(read)
  const page = pageOf(read)
  read.check()
  const words = name === undefined ? undefined : wordsOf(name)
  return {
    ...page,
    location,
    metres: distance * METRES_A_MILE,
    order: order ?? 'newest',
    isNone: status === 'none',
    inName: words?.join(' '),
    search: {
      words,
      ages,
      near: undefined,
      withinMetres: undefined,
      conditions: {
        status: 'available',
        groups,
        ...traits,
        publishedAfter: after === undefined ? undefined : instant(after),
        publishedUntil: before === undefined ? undefined : instant(before) - 1n,
      },
    },
  }
}

/**
 * Lists only contain adoptable animals: an adopted animal is only shown at its own URL, and found
 * ones do not exist here.
 */
const statusOf = (word: string): 'adoptable' | 'none' | undefined => {
  const words = word.toLowerCase().split(',')
  if (words.some((one) => !['adoptable', 'adopted', 'found'].includes(one.trim()))) return undefined
  return words.some((one) => one.trim() === 'adoptable') ? 'adoptable' : 'none'
}

const groupsOf = (read: Reader, species: readonly string[] | undefined): string[][] => {
  const fold = (texts: string[] | undefined) => texts?.map(foldText)
  const values: Record<string, readonly (string | bigint)[] | undefined> = {
    species,
    breed: fold(read.texts('breed')),
    size: read.words('size', 'size', (word) => valueOfWord(petfinderSizes, word)),
    color: fold(colorsOf(read)),
    coat: read.words('coat', 'coat', (word) => valueOfWord(petfinderCoats, word)),
    // A malformed id matches nobody.
    organization: read.texts('organization')?.map((id) => parseInt64(id) ?? 0n),
  }
  return Object.entries(values).flatMap(([kind, some]) =>
    some ? [[...new Set(some.map((value) => termOf(kind, value)))]] : [],
  )
}

/** Some names of colours contain a comma. */
const colorsOf = (read: Reader): string[] | undefined => {
  const colors = read.texts('color')
  return colors && colors.length > 1 ? [...colors, colors.join(', ')] : colors
}

/** An unknown value is neither true nor false. */
const traitsOf = (read: Reader): { masks: bigint[]; without: bigint | undefined } => {
  const masks: bigint[] = []
  const ask = (truth: boolean | undefined, yes: string, no: string): void => {
    if (truth !== undefined) masks.push(maskOf([truth ? yes : no]) ?? 0n)
  }
  for (const one of companions) ask(read.truth(`good_with_${one}`), `goodWith:${one}`, `notGoodWith:${one}`)
  ask(read.truth('house_trained'), 'houseTrained:true', 'houseTrained:false')
  ask(read.truth('declawed'), 'declawed:true', 'declawed:false')
  ask(read.truth('special_needs'), 'specialNeeds:true', 'specialNeeds:false')
  const genders = read.words('gender', 'gender', (word) =>
    valueOfWord({ ...petfinderGenders, unknown: unknownGender }, word),
  )
  if (genders === undefined) return { masks, without: undefined }
  const known = sexes.filter((sex) => genders.includes(sex))
  if (!genders.includes('unknown')) return { masks: [...masks, sexMask(known)], without: undefined }
  const others = sexes.filter((sex) => !genders.includes(sex))
  return { masks, without: others.length === 0 ? undefined : sexMask(others) }
}

const sexMask = (some: readonly string[]): bigint => maskOf(some.map((sex) => termOf('sex', sex))) ?? 0n
