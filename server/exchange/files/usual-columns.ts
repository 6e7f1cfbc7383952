import { ageUnitIn } from '../animal-formats/ages.ts'
import type { Place } from '../animal-formats/animal-format.ts'
import { formatFor, systems } from '../animal-formats/animal-formats.ts'
import { plainName } from '../animal-formats/foreign-animal.ts'
import { weightUnitIn } from '../animal-formats/measures.ts'
import { foldWord } from '../animal-formats/words/fold-word.ts'
import { columnNames, columnPlaces } from '../animal-formats/words/word-tables.ts'

/** A field that a column may have, and how clear that is from its name: less is clearer. */
type NamedPlace = { place: Place; clarity: number }

/** The fields that a column of this name may have, the likeliest first. */
export const placesFor = (name: string): readonly NamedPlace[] => {
  const known = namesWithoutUnit(name).flatMap((part) => usualPlaces.get(letters(part)) ?? [])
  return known.filter(({ place }, at) => known.findIndex((one) => one.place === place) === at)
}

/** Only letters and digits, without accents; `#` is a number. */
const letters = (name: string): string => foldWord(plainName(name.replaceAll('#', ' number'))).replaceAll('.', '')

/** The name, and without what follows in brackets, behind a comma, or as a unit: `Gewicht, kg`. */
const namesWithoutUnit = (name: string): string[] => {
  const words = name.trim().split(/[\s_]+/)
  const last = words.at(-1) ?? ''
  const before = words.slice(0, -1).join(' ')
  const isUnit = before !== '' && (weightUnitIn(last) !== undefined || ageUnitIn(last) !== undefined)
  const [short = ''] = name.split(/[,([?:]/)
  return [name, ...(isUnit ? [before] : []), short]
}

const rules = systems.flatMap((system) => formatFor(system, []).rules)

/** The names of columns in shelters' own spreadsheets and in files of other systems. */
export const usualNames: readonly string[] = [
  ...columnPlaces.flatMap((place) => columnNames(place).flat()),
  ...rules.map(({ from }) => from),
]

/** Their fields. */
const usualPlaces = ((): ReadonlyMap<string, readonly NamedPlace[]> => {
  const places = new Map<string, NamedPlace[]>()
  const add = (name: string, place: Place, clarity: number): void => {
    const some = places.get(letters(name)) ?? []
    if (!some.some((one) => one.place === place)) {
      places.set(letters(name), [...some, { place, clarity }])
    }
  }
  for (const place of columnPlaces) {
    for (const names of columnNames(place)) {
      for (const [at, name] of names.entries()) add(name, place, at)
    }
  }
  for (const { from, to } of rules) add(from, to, Number.POSITIVE_INFINITY)
  return places
})()
