import { type Read, readAddresses, textOf, Unreadable, yesNoReader } from './animal-fields.ts'
import type { AnimalFormat, Rule } from './animal-format.ts'
import { readUnixDay } from './dates.ts'
import { readWeight } from './measures.ts'
import { readColor } from './petfinder.ts'

const readPounds: Read = (value, circumstances) => readWeight(value, { ...circumstances, weightUnit: 'lb' })

/** Without the drawing that Shelterluv uses in place of a missing photo. */
const readPhotos: Read = (value, circumstances) =>
  // `readAddresses` returns URLs.
  (readAddresses(value, circumstances) as string[]).filter((address) => !address.includes('/default_images/'))

const readAltered = yesNoReader({ yes: ['altered in care', 'altered'], no: ['not altered'] })

/** Only "yes" in one of these columns describes the animal's current state. */
const readAlteredInCare: Read = (value, circumstances) => {
  if (readAltered(value, circumstances) === false) return undefined
  return readAltered(value, circumstances)
}
const readAlteredBefore: Read = (value, circumstances) => {
  const isAltered = readAltered(value, circumstances)
  if (isAltered !== false) return isAltered
  throw new Unreadable('only says what the animal was before it arrived')
}

const readColors: Read = (value) => {
  const text = textOf(value)
  return text?.split(/[/,]/).map((color) => color.trim())
}

/** The columns of its CSV reports, in which weights have no unit. */
const reportColumns: readonly Rule[] = [
  { from: 'Animal ID', to: 'externalId' },
  { from: 'Species', to: 'species' },
  { from: 'Species', to: 'category' },
  { from: 'Primary Breed', to: 'breeds.primary' },
  { from: 'Secondary Breed', to: 'breeds.secondary' },
  { from: 'Primary Color', to: 'colors', read: readColor },
  { from: 'Secondary Color', to: 'colors', read: readColor },
  { from: 'Age (Y/M/D)', to: 'age' },
  { from: 'Date of Birth', to: 'birthDate' },
  { from: 'Current Weight', to: 'weight' },
  { from: 'Altered in Care', to: 'spayedNeutered', read: readAlteredInCare },
  { from: 'Altered before Arrival', to: 'spayedNeutered', read: readAlteredBefore },
  { from: 'Microchip Number', to: 'microchip' },
  { from: 'Intake Date', to: 'intakeDate' },
  { from: 'Adoption Fee', to: 'fee' },
  { from: 'Photo', to: 'photos', read: readPhotos },
  { from: 'Kennel Card / Web Site Memo', to: 'description' },
  { from: 'Memo', to: 'description' },
]

/** An animal of Shelterluv's API, version 1, or a row of its CSV. */
export const shelterluv: AnimalFormat = {
  lists: ['animals', 'animal'],
  usual: { dateOrder: 'mdy' },
  rules: [
    { from: 'ID', to: 'externalId' },
    { from: 'Internal-ID', to: 'externalId' },
    { from: 'Name', to: 'name' },
    { from: 'Type', to: 'species' },
    { from: 'Type', to: 'category' },
    { from: 'Breed', to: 'breed' },
    { from: 'Color', to: 'colors', read: readColors },
    { from: 'Sex', to: 'sex' },
    { from: 'DOBUnixTime', to: 'birthDate', read: readUnixDay },
    { from: 'Age', to: 'ageMonths' },
    { from: 'Size', to: 'size' },
    { from: 'CurrentWeightPounds', to: 'weight', read: readPounds },
    { from: 'Altered', to: 'spayedNeutered' },
    { from: 'Photos', to: 'photos', read: readPhotos },
    { from: 'CoverPhoto', to: 'photos', read: readPhotos },
    { from: 'Videos', to: 'videos' },
    { from: 'AdoptionFeeGroup.Price', to: 'fee' },
    ...reportColumns,
    { from: 'Description', to: 'description' },
    { from: 'Status', to: 'status' },
    { from: 'Microchip', to: 'microchip' },
    { from: 'LastIntakeUnixTime', to: 'intakeDate', read: readUnixDay },
    { from: 'Published tags', to: 'tags' },
    { from: 'Kids', to: 'goodWith.children' },
    { from: 'Dogs', to: 'goodWith.dogs' },
    { from: 'Cats', to: 'goodWith.cats' },
    { from: 'Trained', to: 'houseTrained' },
    { from: 'Needs', to: 'specialNeeds' },
    { from: 'Vaccinations', to: 'vaccinated' },
    { from: 'Claws', to: 'declawed' },
  ],
  prepare: ({ Attributes, Microchips, ...rest }) => ({
    ...rest,
    ...traitsOf(Attributes),
    Microchip: firstIdOf(Microchips),
  }),
}

const COMPANY = `(?:other )?(?:dogs?|cats?|kids?|children)`
const COMPANIES = new RegExp(
  String.raw`^(?:(not?|no) )?(?:(?:(?:is |does )?(?:good|ok|okay|great|friendly|fine|well|lives) (?:with|around) )(${COMPANY}(?:(?:,| and| or| &|\/) ?${COMPANY})*)|(${COMPANY}))(?: (friendly|ok|okay))?$`,
)
const companions: [RegExp, string][] = [
  [/\b(?:kids?|children)\b/, 'Kids'],
  [/\bdogs?\b/, 'Dogs'],
  [/\bcats?\b/, 'Cats'],
]
const others: [RegExp, string][] = [
  [/^(?:not )?(?:house|potty|litter(?: ?box)?)[ -]?(?:trained|broken)$/, 'Trained'],
  [/^(?:no )?special needs?$/, 'Needs'],
  [/^(?:not )?(?:vaccinated|vaccinations current|shots current|up to date on shots)$/, 'Vaccinations'],
  [/^(?:not )?declawed$/, 'Claws'],
]

/**
 * The meaning of an attribute, if all of it is understood: "Older children only" is neither yes nor
 * no.
 */
const traitsIn = (attribute: string): { names: string[]; answer: 'yes' | 'no' } | undefined => {
  const word = attribute.toLowerCase().trim().slice(0, 200)
  const answer = /^(?:no|not)\b/.test(word) ? 'no' : 'yes'
  const [all, denial, withWhom, alone, friendly] = COMPANIES.exec(word) ?? []
  // A name alone has no meaning.
  if (all !== undefined && (withWhom !== undefined || denial === 'no' || friendly !== undefined)) {
    const whom = withWhom ?? alone ?? ''
    return { names: companions.flatMap(([of, name]) => (of.test(whom) ? [name] : [])), answer }
  }
  const trait = others.find(([of]) => of.test(word))?.[1]
  return trait === undefined ? undefined : { names: [trait], answer }
}

const traitsOf = (given: unknown): Record<string, unknown> => {
  if (given === undefined) return {}
  // Its CSV does not say which of these are public, so those that are not understood are ignored.
  const attributes =
    typeof given === 'string' ? given.split(',').map((name) => ({ AttributeName: name.trim(), Publish: 'No' })) : given
  if (!Array.isArray(attributes)) return { Attributes: attributes }
  const traits = new Map<string, string>()
  const tags: string[] = []
  const inner: string[] = []
  for (const attribute of attributes) {
    const { AttributeName: name, Publish: publish } = (attribute ?? {}) as Record<string, unknown>
    if (typeof name !== 'string' || name === '') continue
    const read = traitsIn(name)
    const isContradiction = read?.names.some((trait) => (traits.get(trait) ?? read.answer) !== read.answer)
    if (read && !isContradiction) for (const trait of read.names) traits.set(trait, read.answer)
    else if (textOf(publish)?.toLowerCase() === 'no') inner.push(name)
    else tags.push(name)
  }
  return {
    ...Object.fromEntries(traits),
    'Published tags': tags,
    ...(inner.length > 0 && { Attributes: inner }),
  }
}

const firstIdOf = (microchips: unknown): unknown =>
  Array.isArray(microchips)
    ? microchips
        .map((chip) => (chip as { Id?: unknown } | null)?.Id)
        .find((id) => typeof id === 'string' && id.trim() !== '')
    : undefined
