import { ageBands } from '../../animals/profiles/age.ts'
import { companions, sexes, sizes, species } from '../../animals/profiles/profile-values.ts'
import { usesMiles } from '../../platform/country.ts'
import { parseInt64 } from '../../platform/http/int64.ts'
import { parseQuery } from '../../platform/http/query.ts'
import { LANGUAGE_PARAMETER, languageOf } from '../../platform/language.ts'
import { recentlyUsed } from '../../platform/recently-used.ts'
import type { ListListings } from '../listings/listing-query.ts'
import { readPoint } from '../listings/place.ts'
import type { SiteTexts } from './texts/english.ts'

/** The filters that a visitor has chosen. */
export type Choice = Pick<
  ListListings,
  | 'species'
  | 'breed'
  | 'sex'
  | 'size'
  | 'age'
  | 'goodWith'
  | 'tag'
  | 'organizationId'
  | 'houseTrained'
  | 'specialNeeds'
  | 'q'
  | 'status'
> & {
  sort?: Sort
  /** A place: its name, postcode or coordinates. */
  near?: string
  withinKm?: number
}

const sorts = ['-publishedAt', 'publishedAt', 'name', 'distance', 'relevance'] as const
type Sort = (typeof sorts)[number]
const distancesKm: readonly number[] = [10, 25, 50, 100, 250]
/** 10, 25, 50, 100 and 250 miles. */
const distancesOfMiles: readonly number[] = [16, 40, 80, 161, 402]

/** The distances to choose from, in kilometres, which are round in the unit of the country. */
export const distancesIn = (country: string | null): readonly number[] =>
  usesMiles(country) ? distancesOfMiles : distancesKm

export type AdoptQuery = {
  choice: Choice
  cursor: string | undefined
  /** Parameters that were ignored. */
  notices: readonly AdoptNotice[]
}

/** Notices to the visitor about the list. */
export type AdoptNotice =
  | { is: 'ignored'; value: string; filter?: IgnoredFilter | undefined }
  | { is: 'noPlace'; value: string }
  | { is: 'noPage' }

const MAX_VALUES = 20
const MAX_TEXT = 100
const MAX_SEARCH = 200
const MAX_NOTICES = 5
/** Parameters by which other sites track links to us. */
const tracking = /^(?:utm_|mc_|_|pk_|mtm_|hsa_)|clid$|^(?:ref|source|igsh|si)$/

/**
 * Reads the query of `/adopt`. People and programs pass its links on, so nothing in it is an error: unknown parameters
 * are ignored, and named in a notice.
 */
const readAdoptQuery = (query: string): AdoptQuery => {
  const sent = parseQuery(query)
  const notices: AdoptNotice[] = []
  const leaveOut = (name: string, value: string) =>
    notices.push({ is: 'ignored', value: short(value), filter: labels[name] })
  // It chooses the language of the page, and nothing about the list.
  const [language] = sent.get(LANGUAGE_PARAMETER) ?? []
  sent.delete(LANGUAGE_PARAMETER)
  if (language && languageOf(language) === undefined) leaveOut('', language)

  const textsOf = (name: string): string[] => {
    const texts = sent.get(name) ?? []
    sent.delete(name)
    const given = texts.flatMap((text) => (text === undefined ? [] : text.split(','))).map(trimmed)
    return [...new Set(given.filter((text) => text !== ''))].slice(0, MAX_VALUES)
  }
  const textOf = (name: string, most: number): string | undefined => {
    const [text] = sent.get(name) ?? []
    sent.delete(name)
    const given = trimmed(text ?? '')
    if (given === '') return undefined
    if (given.length <= most && isLine(given)) return given
    leaveOut(name, given)
    return undefined
  }
  const known = <Value extends string>(name: string, values: readonly Value[]): Value[] =>
    textsOf(name).flatMap((text) => {
      const found = values.find((value) => value === text)
      if (found === undefined) leaveOut(name, text)
      return found ?? []
    })
  const oneOf = <Value extends string>(name: string, values: readonly Value[]) => known(name, values)[0]
  const lines = (name: string) =>
    textsOf(name).filter((text) => {
      const isShown = text.length <= MAX_TEXT && isLine(text)
      if (!isShown) leaveOut(name, text)
      return isShown
    })
  const ids = (name: string): bigint[] =>
    textsOf(name).flatMap((text) => {
      const id = parseInt64(text)
      if (id === undefined) leaveOut(name, text)
      return id ?? []
    })

  const near = textOf('near', MAX_TEXT)
  const within = oneOf('within', [...distancesKm, ...distancesOfMiles].map(String))
  const q = textOf('q', MAX_SEARCH)
  const sort = oneOf('sort', sorts)
  const choice: Choice = compact({
    species: known('species', species),
    breed: lines('breed'),
    sex: known('sex', sexes),
    size: known('size', sizes),
    age: known('age', ageBands),
    goodWith: known('goodWith', companions),
    tag: lines('tag'),
    organizationId: ids('organizationId'),
    houseTrained: oneOf('houseTrained', ['true'] as const),
    specialNeeds: oneOf('specialNeeds', ['true', 'false'] as const),
    status: oneOf('status', ['pending', 'available'] as const),
    q,
    near,
    withinKm: near !== undefined && within !== undefined ? Number(within) : undefined,
    // Sorting by distance needs a place, and sorting by relevance needs a search.
    sort: (sort === 'distance' && !near) || (sort === 'relevance' && !q) ? undefined : sort,
  })
  const [cursor] = textsOf('cursor')
  for (const name of sent.keys()) if (!tracking.test(name.slice(0, MAX_TEXT))) leaveOut('', name)
  return { choice, cursor, notices: notices.slice(0, MAX_NOTICES) }
}

/** Most visitors send the same queries, so parsed queries are cached. Longer queries are not. */
const MAX_KNOWN = 1_000
const MAX_KNOWN_LENGTH = 200

type ReadQuery = { query: AdoptQuery; key: string }

/** Parses queries, and normalizes each into the key under which its page is cached. */
export const adoptQueries = () => {
  const known = recentlyUsed<ReadQuery>(MAX_KNOWN)
  return (sent: string): ReadQuery => {
    const found = known.get(sent)
    if (found) return found
    const query = readAdoptQuery(sent)
    const { choice, cursor, notices } = query
    const read = { query, key: JSON.stringify([addressOf(choice), cursor, notices]) }
    if (sent.length <= MAX_KNOWN_LENGTH) known.set(sent, read)
    return read
  }
}

/** The filters that notices name, by parameter. */
const labels: Readonly<Record<string, IgnoredFilter>> = {
  species: 'species',
  sex: 'sex',
  size: 'size',
  age: 'age',
  goodWith: 'goodWith',
  sort: 'order',
  within: 'within',
  organizationId: 'shelter',
  status: 'availability',
  q: 'search',
  near: 'near',
  breed: 'breed',
  tag: 'tag',
}

/** Named like their texts. */
type IgnoredFilter = keyof SiteTexts['filter']

const compact = (all: { [Name in keyof Choice]: Choice[Name] | undefined }): Choice =>
  Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  )

const trimmed = (text: string): string => text.trim()

/** Whether it is one line of text that can be stored and shown. */
const isLine = (text: string): boolean => text.isWellFormed() && !/\p{Cc}/u.test(text)

const short = (text: string): string => {
  const shown = text.replace(/\p{Cc}/gu, ' ').toWellFormed()
  return shown.length > 40 ? `${shown.slice(0, 40).toWellFormed()}…` : shown
}

/** The parameters of the API's list, with the coordinates of the place. */
export const listingsQueryOf = (
  { near: _near, withinKm, ...choice }: Choice,
  place: string | undefined,
): ListListings => ({
  ...choice,
  ...(place !== undefined && { near: place }),
  ...(place !== undefined && withinKm !== undefined && { within: `${withinKm}km` }),
  ...(choice.sort === 'distance' && place === undefined && { sort: '-publishedAt' }),
})

/** The address of a choice: always the same for the same choice. */
export const addressOf = (choice: Choice, more: Record<string, string> = {}): string => {
  let query = ''
  const add = (name: string, value: string) => {
    query += `${query === '' ? '?' : '&'}${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`
  }
  for (const name of names) {
    const value = name === 'within' ? choice.withinKm : choice[name]
    if (value !== undefined) add(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  for (const name in more) add(name, more[name] ?? '')
  return `/adopt${query}`
}

const names = [
  ...(['species', 'q', 'breed', 'sex', 'age', 'size', 'goodWith', 'tag'] as const),
  ...(['houseTrained', 'specialNeeds', 'organizationId', 'status', 'near', 'within', 'sort'] as const),
] as const

/** Whether it is coordinates, and not a name. */
export const isPoint = (near: string): boolean => readPoint(near) !== undefined
