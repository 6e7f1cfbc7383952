import { adoptAPet } from './adoptapet.ts'
import { type AnimalFormat, type Place, placeNames, type Rule } from './animal-format.ts'
import { asm3 } from './asm3.ts'
import { plainName } from './foreign-animal.ts'
import { petfinder } from './petfinder.ts'
import { petstore } from './petstore.ts'
import { rescueGroups } from './rescuegroups.ts'
import { shelterluv } from './shelterluv.ts'

export const systems = [
  ...(['petfinder', 'rescuegroups', 'asm3', 'shelterluv', 'adoptapet', 'petstore'] as const),
] as const
export type System = (typeof systems)[number]

const formats: Record<System, AnimalFormat> = {
  petfinder,
  rescuegroups: rescueGroups,
  asm3,
  shelterluv,
  adoptapet: adoptAPet,
  petstore,
}

/** The format of a system, preceded by own rules; without a system, only those. */
export const formatFor = (system: System | undefined, own: readonly Rule[]): AnimalFormat => {
  if (system === undefined) return { lists: ['animals', 'pets', 'data'], rules: own, joinsTexts: true }
  const format = formats[system]
  return { ...format, rules: [...own, ...format.rules] }
}

/**
 * Parses rules of the command line: `Animal Name=name,Type=species`. A name with a comma is quoted.
 */
export const parseMap = (text: string): Rule[] | { fault: string } => {
  const rules: Rule[] = []
  for (const [pair] of text.matchAll(/(?:"[^"]*"|[^",])+/g)) {
    const at = pair.lastIndexOf('=')
    const from = pair.slice(0, at).trim().replaceAll('"', '')
    const to = placeOf(pair.slice(at + 1).trim())
    if (at < 1 || from === '') return { fault: `${pair.trim()} is not COLUMN=FIELD` }
    if (!to) return { fault: `${pair.slice(at + 1).trim()} is not one of ${placeNames.join(', ')}` }
    rules.push({ from, to })
  }
  return rules.length > 0 ? rules : { fault: 'it names no column' }
}

const letters = (name: string): string => plainName(name).replaceAll('.', '')

/** Also without the dot, in any case: `goodWithChildren`. */
const placeOf = (name: string): Place | undefined => {
  const plain = letters(name)
  return placeNames.find((place) => [plain, `${plain}s`].includes(letters(place)))
}
