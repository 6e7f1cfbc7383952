import { Type } from 'typebox'
import { linePattern } from './patterns.ts'

const MAX_LENGTH = 255

type Docs = { description: string; examples?: string[] }

/** A name for people to read, kept exactly as sent. */
export const Name = (docs: Docs) =>
  Type.String({
    minLength: 1,
    maxLength: MAX_LENGTH,
    pattern: linePattern,
    'x-rule': 'must not be blank and must have no control characters or unpaired surrogates',
    ...docs,
  })

/** The same in a response. What it keeps to is not said: some clients count length in other units, and would refuse it. */
export const ShownName = (docs: Docs) => Type.String(docs)

const form = new RegExp(linePattern, 'u')

/** Whether the schema would take it. */
export const isName = (text: string): boolean =>
  // In UTF-16 it is twice as long at most.
  text.length <= 2 * MAX_LENGTH &&
  [...text].length <= MAX_LENGTH &&
  text.isWellFormed() &&
  form.test(text)
