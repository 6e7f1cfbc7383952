import { type TSchema, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import {
  dayPattern,
  linePattern,
  linesPattern,
  microchipPattern,
  secureAddressPattern,
} from '../../platform/http/patterns.ts'
import { feeFields as fee } from './fee.ts'
import { coats, sexes, sizes, species } from './profile-values.ts'

/** The most animals that one is bonded with. */
export const MAX_BONDS = 10

/** The schema for a value that may be unknown. */
const orNull = (schema: TSchema): TSchema => {
  const { type, enum: values } = schema as { type?: unknown; enum?: unknown[] }
  return Type.Unsafe({
    ...schema,
    ...(type !== undefined && { type: [type, 'null'] }),
    ...(values && { enum: [...values, null] }),
  })
}

const oneOf = (values: readonly string[], description: string): TSchema =>
  orNull(Type.Unsafe({ enum: [...values], description }))

const yesOrNo = (description: string): TSchema => orNull(Type.Boolean({ description }))

const line = (maxLength: number, description: string, example: string): TSchema =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: linePattern,
    'x-rule': 'must be one line that is not blank, without control characters',
    description: `${description} At most ${maxLength} characters.`,
    examples: [example],
  })

const lines = (thousands: number, description: string): TSchema =>
  Type.String({
    maxLength: thousands * 1_000,
    pattern: linesPattern,
    'x-rule': 'must have no control characters but line breaks and tabs',
    description: `${description} At most ${thousands},000 characters.`,
  })

const day = (description: string, example: string): TSchema =>
  Type.String({
    maxLength: 10,
    pattern: dayPattern,
    'x-rule': 'must be a date such as 2024-05-17',
    description,
    examples: [example],
  })

/** A list is never unknown: `null` means an empty list. */
const list = (items: TSchema, maxItems: number, description: string): TSchema =>
  orNull(Type.Array(items, { maxItems, description }))

const breeds = {
  primary: orNull(line(100, 'The main breed.', 'Labrador Retriever')),
  secondary: orNull(line(100, 'Another breed.', 'Border Collie')),
  mixed: yesOrNo('Whether the animal is a mix.'),
}

const goodWith = {
  children: yesOrNo('Whether the animal is good with children.'),
  dogs: yesOrNo('Whether the animal is good with dogs.'),
  cats: yesOrNo('Whether the animal is good with cats.'),
}

const optional = (fields: Record<string, TSchema>): Record<string, TSchema> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, Type.Optional(field)]))

const part = (fields: Record<string, TSchema>, description: string): TSchema =>
  Type.Object(fields, { additionalProperties: false, description })

/** The fields of an animal beyond those of `Pet`. */
const facts = {
  before: {
    species: oneOf(species, 'The species. Required to publish.'),
  },
  after: {
    birthDate: orNull(day('Date of birth, exact or estimated.', '2024-05-17')),
    birthDateExact: yesOrNo('Whether `birthDate` is exact.'),
    sex: oneOf(sexes, 'Sex.'),
    size: oneOf(sizes, 'Size when fully grown.'),
    weightGrams: orNull(Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'Weight in grams.' })),
    coat: oneOf(coats, 'Length or kind of coat.'),
    colors: list(line(50, 'A color.', 'black'), 3, 'Up to 3 colors, the main one first.'),
    description: orNull(lines(10, 'Description in Markdown, stored exactly as sent. Render it without raw HTML.')),
    tags: list(line(50, 'A tag.', 'playful'), 20, 'Up to 20 tags.'),
    houseTrained: yesOrNo('Whether the animal is house-trained.'),
    spayedNeutered: yesOrNo('Whether the animal is spayed or neutered.'),
    vaccinated: yesOrNo('Whether the animal is vaccinated.'),
    declawed: yesOrNo('Whether the animal is declawed.'),
    specialNeeds: orNull(lines(1, 'Special needs that an adopter must know of.')),
  },
  last: {
    bondedWith: list(
      Int64({ examples: [2] }),
      MAX_BONDS,
      'Animals to be adopted together with this one: up to 10 others of the same account. Each of them names this one too: ' +
        'a bond that is written or removed here is written or removed there.',
    ),
    videos: list(
      Type.String({
        minLength: 1,
        maxLength: 2_048,
        pattern: secureAddressPattern,
        'x-rule': 'must be an https address without a user and characters that are not shown',
        examples: ['https://videos.example.org/biscuit.mp4'],
      }),
      5,
      'Up to 5 https addresses of videos.',
    ),
  },
}

const inParts = (breedPart: TSchema, goodWithPart: TSchema, feePart: TSchema) => ({
  ...facts.before,
  breeds: breedPart,
  ...facts.after,
  goodWith: goodWithPart,
  fee: feePart,
  ...facts.last,
})

const breedDocs = 'Breeds.'
const goodWithDocs = 'Whom the animal is good with.'
const feeDocs = 'The adoption fee.'

/** The fields that everybody sees once it is published. */
export const shownFacts = inParts(part(breeds, breedDocs), part(goodWith, goodWithDocs), orNull(part(fee, feeDocs)))

/** The fields that only the owner sees. */
export const privateFacts = {
  externalId: orNull(line(255, "The animal's id in another system.", 'A-1047')),
  microchip: orNull(
    Type.String({
      maxLength: 15,
      pattern: microchipPattern,
      'x-rule': 'must have 9, 10 or 15 letters and digits',
      description: 'The microchip number.',
      examples: ['276098102345678'],
    }),
  ),
  intakeDate: orNull(day('When the animal arrived at its shelter.', '2026-10-02')),
}

const published = Type.Boolean({
  description: 'Whether the animal is listed publicly. Requires `species`.',
})

const sent = (feePart: TSchema) =>
  optional({
    published: orNull(published),
    ...inParts(
      orNull(part(optional(breeds), breedDocs)),
      orNull(part(optional(goodWith), goodWithDocs)),
      orNull(feePart),
    ),
    ...privateFacts,
  })

/** The fields of a request, all optional: for a whole profile, and for changes to one. */
export const wholeFields = sent(part(fee, feeDocs))
export const patchFields = sent(part(optional(fee), feeDocs))
export const shownPublished = published
