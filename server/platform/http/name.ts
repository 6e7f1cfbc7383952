import { Type } from 'typebox'

const MAX_LENGTH = 255
const pattern = '^[^\\p{Cc}\\p{Cs}]*[^\\p{Cc}\\p{Cs}\\s][^\\p{Cc}\\p{Cs}]*$'

/** A name for people to read, kept exactly as sent. */
export const Name = (options: { description: string; examples?: string[] }) =>
  Type.String({
    minLength: 1,
    maxLength: MAX_LENGTH,
    pattern,
    'x-rule': 'must not be blank and must have no control characters or unpaired surrogates',
    ...options,
  })

const form = new RegExp(pattern, 'u')

/** Whether the schema would take it. */
export const isName = (text: string): boolean => form.test(text) && [...text].length <= MAX_LENGTH
