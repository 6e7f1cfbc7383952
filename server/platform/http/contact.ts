import { Type } from 'typebox'
import { emailPattern, phonePattern } from './patterns.ts'

type Docs = { description: string; examples: string[] }

/** An email address, kept exactly as sent. */
export const Email = (docs: Docs) =>
  Type.String({
    maxLength: 254,
    pattern: emailPattern,
    'x-rule': 'must be an email address',
    ...docs,
  })

/** Describes `phonePattern`: each sign between the colon and the word "and" may stand in every position. */
export const phoneRule =
  'must be a telephone number of at least three digits, which may also have spaces, + - ( ) [ ] . , / # * and, at the end, an extension such as ext. 12'

/** A telephone number, kept exactly as sent. */
export const Phone = (docs: Docs) =>
  Type.String({
    maxLength: 32,
    pattern: phonePattern,
    'x-rule': phoneRule,
    ...docs,
  })
