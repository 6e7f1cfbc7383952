/// <reference path="./virtual-cities.d.ts" />
import { foldText } from './fold-text.ts'

/** A city, from the list of those with 15,000 people and more. */
export type City = {
  name: string
  /** ISO 3166-1 alpha-2. */
  country: string
  /** The code of the state, in the United States only. */
  state: string
  lat: number
  lng: number
}

type Entry = Omit<City, 'name'> & { names: string[]; folded: string[]; thousands: number }

const MAX_FOUND = 8
const KM_PER_DEGREE = 111
/** A position farther from every city belongs to none. */
const MAX_KM = 40
/** The larger of two cities of one name is meant if it has so many times the people. */
const MUCH_LARGER = 10

const parse = (lines: string): Entry[] =>
  lines.split('\n').map((line) => {
    const [names = '', country = '', state = '', lat, lng, thousands] = line.split('\t')
    const split = names.split('|')
    return {
      names: split,
      folded: split.map(foldText),
      country,
      state,
      lat: Number(lat),
      lng: Number(lng),
      thousands: Number(thousands),
    }
  })

/** The list, loaded when it is first needed. A failure is tried again. */
export const loadCities = (): Promise<Cities> => {
  loaded ??= import('virtual:cities')
    .then((module) => citiesOf(module.lines))
    .catch((error: unknown) => {
      loaded = undefined
      throw error
    })
  return loaded
}
let loaded: Promise<Cities> | undefined

export type Cities = ReturnType<typeof citiesOf>

export const citiesOf = (lines: string) => {
  /** The largest first. */
  const entries = parse(lines)

  const exactly = (text: string, country: string): Entry[] => {
    const wanted = foldText(text.trim())
    return entries.filter((entry) => isIn(entry, country) && entry.folded.some((name) => name === wanted))
  }

  return {
    /**
     * The cities whose name begins with the text, or has a word that does; the largest first, and those of `country`
     * before others.
     */
    search(text: string, country = ''): City[] {
      const wanted = foldText(text.trim())
      if (wanted.length < 2) return []
      const ranks: City[][] = [[], [], [], []]
      for (const entry of entries) {
        const start = entry.folded.findIndex((name) => name.startsWith(wanted))
        const at = start >= 0 ? start : entry.folded.findIndex((name) => hasWord(name, wanted))
        if (at < 0) continue
        const rank = ranks[(start >= 0 ? 0 : 2) + (isIn(entry, country) ? 0 : 1)]
        if (rank && rank.length < MAX_FOUND) rank.push(cityOf(entry, at))
      }
      return ranks.flat().slice(0, MAX_FOUND)
    },

    /** The city that somebody means by its name, unless it could be several. */
    named(text: string, country = ''): City | undefined {
      const [first, second] = exactly(text, country)
      if (!first) return undefined
      if (second && first.thousands < second.thousands * MUCH_LARGER) return undefined
      const wanted = foldText(text.trim())
      return cityOf(first, Math.max(0, first.folded.indexOf(wanted)))
    },

    /** The city next to a position. */
    nearest(lat: number, lng: number): City | undefined {
      let best: Entry | undefined
      let bestKm = MAX_KM
      for (const entry of entries) {
        const km = roughKm(entry, lat, lng)
        if (km < bestKm) {
          bestKm = km
          best = entry
        }
      }
      return best && cityOf(best, 0)
    },
  }
}

const isIn = (entry: Entry, country: string): boolean => country === '' || entry.country === country

const hasWord = (name: string, wanted: string): boolean => name.includes(` ${wanted}`) || name.includes(`-${wanted}`)

const cityOf = ({ names, country, state, lat, lng }: Entry, at: number): City => {
  return { name: names[at] ?? '', country, state, lat, lng }
}

/** Good enough to compare cities nearby. */
const roughKm = (entry: Entry, lat: number, lng: number): number => {
  const east = (entry.lng - lng) * Math.cos((lat * Math.PI) / 180)
  return Math.hypot(entry.lat - lat, east) * KM_PER_DEGREE
}
