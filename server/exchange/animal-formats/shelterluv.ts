import { type Read, readAddresses, readWeight, textOf } from './animal-fields.ts'
import type { AnimalFormat } from './animal-format.ts'

const readPounds: Read = (value, circumstances) =>
  readWeight(value, { ...circumstances, weightUnit: 'lb' })

/** Without the drawing that stands for an animal without a photo. */
const readPhotos: Read = (value, circumstances) =>
  // It returns addresses.
  (readAddresses(value, circumstances) as string[]).filter(
    (address) => !address.includes('/default_images/'),
  )

const readColors: Read = (value) => {
  const text = textOf(value)
  return text?.split(/[/,]/).map((color) => color.trim())
}

/** An animal of Shelterluv's API, version 1. */
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
    { from: 'DOBUnixTime', to: 'birthDate' },
    { from: 'Age', to: 'ageMonths' },
    { from: 'Size', to: 'size' },
    { from: 'CurrentWeightPounds', to: 'weight', read: readPounds },
    { from: 'Altered', to: 'spayedNeutered' },
    { from: 'Photos', to: 'photos', read: readPhotos },
    { from: 'CoverPhoto', to: 'photos', read: readPhotos },
    { from: 'Videos', to: 'videos' },
    { from: 'AdoptionFeeGroup.Price', to: 'fee' },
    { from: 'Description', to: 'description' },
    { from: 'Status', to: 'status' },
    { from: 'Microchip', to: 'microchip' },
    { from: 'LastIntakeUnixTime', to: 'intakeDate' },
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

/** What an attribute says, by a word in its name; its opposite is a name that begins with a word of denial. */
const traits: [RegExp, string][] = [
  [/\b(?:kids?|child(?:ren)?)\b/, 'Kids'],
  [/\bdogs?\b/, 'Dogs'],
  [/\bcats?\b/, 'Cats'],
  [/\b(?:house|potty|crate|litter)[ -]?(?:trained|broken)\b/, 'Trained'],
  [/\bspecial needs?\b/, 'Needs'],
  [/\b(?:vaccinated|vaccinations|shots)\b/, 'Vaccinations'],
  [/\bdeclawed\b/, 'Claws'],
]
const tellsOf = /\b(?:good|ok|okay|great|friendly|lives|likes|loves|no|not|without)\b/
const denial = /^(?:no|not|without)\b|\b(?:not|no|never)\b/

const traitsOf = (attributes: unknown): Record<string, unknown> => {
  if (!Array.isArray(attributes)) return attributes === undefined ? {} : { Attributes: attributes }
  const told: Record<string, string> = {}
  const tags: string[] = []
  const inner: string[] = []
  for (const attribute of attributes.slice(0, 100)) {
    const { AttributeName: name, Publish: publish } = (attribute ?? {}) as Record<string, unknown>
    if (typeof name !== 'string') continue
    const word = name.toLowerCase().slice(0, 200)
    const trait = traits.find(([pattern]) => pattern.test(word))?.[1]
    const isAboutCompany = trait !== 'Kids' && trait !== 'Dogs' && trait !== 'Cats'
    // "Older children only" is neither yes nor no.
    if (
      trait !== undefined &&
      (isAboutCompany || (tellsOf.test(word) && !/only|older|over/.test(word)))
    ) {
      told[trait] = denial.test(word) ? 'no' : 'yes'
    } else if (textOf(publish)?.toLowerCase() === 'no') inner.push(name)
    else tags.push(name)
  }
  return { ...told, 'Published tags': tags, ...(inner.length > 0 && { Attributes: inner }) }
}

const firstIdOf = (microchips: unknown): unknown =>
  Array.isArray(microchips)
    ? microchips
        .map((chip) => (chip as { Id?: unknown } | null)?.Id)
        .find((id) => typeof id === 'string' && id.trim() !== '')
    : undefined
