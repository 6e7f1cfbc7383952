import { Type } from 'typebox'

/**
 * The placeholders and their descriptions. Never rename one, as stored templates contain the names.
 */
export const placeholders = {
  'animal.name': 'Name of the animal.',
  'animal.number': 'Its number.',
  'animal.species': 'Its species.',
  'animal.breed': 'Its breed.',
  'animal.sex': 'Its sex.',
  'animal.birthDate': 'When it was born.',
  'animal.colors': 'Its colors.',
  'animal.microchip': 'The number of its microchip.',
  'animal.neutered': 'Whether it is spayed or neutered.',
  'adopter.name': 'Name of the adopter.',
  'adopter.email': 'Email address of the adopter.',
  'adopter.phone': 'Telephone number of the adopter.',
  'organization.name': 'Name of the organization.',
  'organization.address': 'Its address, in one line.',
  'organization.email': 'Its email address.',
  'organization.phone': 'Its telephone number.',
  'organization.website': 'Its website.',
  'adoption.number': 'Number of the adoption.',
  'adoption.date': 'The day of the hand-over; until then, today.',
  fee: 'What the adopter pays.',
  'return.date': 'The day of the return; until then, today.',
  'return.reason': 'Why it came back.',
  today: 'The day of printing.',
  line: 'A line to write on, for example for a signature.',
} as const

/** Typeset parts of a document. Each stands alone in its paragraph, at most once. */
export const blocks = {
  parties: 'The animal, with its photo, beside the adopter.',
  payment: 'The adoption fee, in a separate row.',
  signatures: 'Lines for both signatures, side by side.',
} as const

export type ValueName = keyof typeof placeholders
export type BlockName = keyof typeof blocks
export type PlaceholderName = ValueName | BlockName

/** The values of placeholders. A missing one becomes a line to write on. */
export type DocumentValues = Partial<Record<ValueName, string>>

/**
 * The most characters of values that may be long, as their fields allow; no other value has more
 * than 100.
 */
const longest: Partial<Record<ValueName, number>> = {
  'animal.name': 255,
  'animal.breed': 250,
  'animal.colors': 160,
  'adopter.name': 255,
  'adopter.email': 254,
  'organization.name': 255,
  'organization.address': 430,
  'organization.email': 254,
  'organization.website': 2_048,
  'return.reason': 1_000,
}

export const longestValue = (name: ValueName): number => longest[name] ?? 100

export const placeholderNames = Object.keys({ ...placeholders, ...blocks }) as PlaceholderName[]

export const isValueName = (name: string): name is ValueName => Object.hasOwn(placeholders, name)
export const isBlockName = (name: string): name is BlockName => Object.hasOwn(blocks, name)

export const Placeholder = Type.Unsafe<PlaceholderName>(
  Type.Enum(placeholderNames, {
    $id: 'Placeholder',
    description: `A placeholder, written in double braces, such as \`{{adopter.name}}\`. ${Object.entries({
      ...placeholders,
      ...blocks,
    })
      .map(([name, text]) => `\`${name}\`: ${text}`)
      .join(' ')}`,
  }),
)
