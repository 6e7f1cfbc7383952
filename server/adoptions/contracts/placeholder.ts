import { Type } from 'typebox'

/** What a template may name, with what stands in its place. Names are never changed, as templates hold them. */
export const placeholders = {
  'animal.name': 'Name of the animal.',
  'animal.number': 'Its number.',
  'animal.species': 'What kind of animal it is.',
  'animal.breed': 'Its breed.',
  'animal.sex': 'Its sex.',
  'animal.birthDate': 'When it was born.',
  'animal.colors': 'Its colours.',
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
  'adoption.date': 'The day it was handed over; until then, today.',
  fee: 'What the adopter pays.',
  'return.date': 'The day it came back; until then, today.',
  'return.reason': 'Why it came back.',
  today: 'The day of printing.',
  line: 'A line to write on, as for a signature.',
} as const

export type PlaceholderName = keyof typeof placeholders

/** What stands in the place of each; a line to write on where it is not known. */
export type DocumentValues = Partial<Record<PlaceholderName, string>>

export const placeholderNames = Object.keys(placeholders) as PlaceholderName[]

export const isPlaceholder = (name: string): name is PlaceholderName =>
  Object.hasOwn(placeholders, name)

export const Placeholder = Type.Unsafe<PlaceholderName>(
  Type.Enum(placeholderNames, {
    $id: 'Placeholder',
    description: `What a template may name in double braces, as \`{{adopter.name}}\`. ${Object.entries(
      placeholders,
    )
      .map(([name, text]) => `\`${name}\`: ${text}`)
      .join(' ')}`,
  }),
)
