import { type TSchema, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'

// Parameters that several tools have.

const MAX_PAGE = 20

/** How many items a list returns. It is short, because an agent pays for what it reads. */
export const limit = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: MAX_PAGE,
    default: 10,
    description: 'The most items to return.',
  }),
)
export const DEFAULT_LIMIT = 10

export const cursor = Type.Optional(
  Type.String({
    maxLength: 1_000,
    description: 'Where to continue: the `nextCursor` of the previous result with the same filters.',
  }),
)

/** Half as long as the API allows, because a tool that makes two changes adds to it. */
export const idempotencyKey = Type.String({
  minLength: 8,
  maxLength: 120,
  pattern: '^[\\x21-\\x7e]+$',
  'x-rule': 'must be printable ASCII without spaces',
  description:
    'A new random text, such as a UUID, for each change. When you repeat a call because you do not know whether it ' +
    'succeeded, send the same one, so that it takes effect once.',
  examples: ['5f0c7e54-3c1b-4d2a-9a55-0d2f6f6a7c11'],
})

export const petId = Int64({ description: 'The id of the animal.', examples: [1] })

type Fields = Readonly<Record<string, TSchema>>

/** Some of the fields of a schema. */
export const pick = (fields: Fields, names: readonly string[]): Record<string, TSchema> =>
  Object.fromEntries(
    names.map((name) => {
      const field = fields[name]
      if (!field) throw new Error(`there is no field ${name}`)
      return [name, field]
    }),
  )

/** All but some of the fields of a schema. */
export const omit = (fields: Fields, names: readonly string[]): Record<string, TSchema> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
