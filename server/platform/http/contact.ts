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

/** A telephone number, kept exactly as sent. */
export const Phone = (docs: Docs) =>
  Type.String({
    maxLength: 32,
    pattern: phonePattern,
    'x-rule':
      'must be a telephone number: digits with +, spaces, brackets, dots, slashes or dashes',
    ...docs,
  })
