import { Type } from 'typebox'
import { linePattern } from './patterns.ts'

const MAX_LENGTH = 255

type Docs = { description: string; examples?: string[] }

/** A name for people to read, stored exactly as sent. */
export const Name = (docs: Docs) =>
  Type.String({
    minLength: 1,
    maxLength: MAX_LENGTH,
    pattern: linePattern,
    'x-rule': 'must not be blank and must have no control characters or unpaired surrogates',
    ...docs,
  })

/**
 * A name in a response. Its limits are not published: clients that count length in other units would reject valid
 * names.
 */
export const ShownName = (docs: Docs) => Type.String(docs)

const form = new RegExp(linePattern, 'u')

/** Whether a text is a valid name: one line of 1 to 255 characters. */
export const isName = (text: string): boolean => isLine(text, MAX_LENGTH)

/** Whether a text is one line of 1 to `most` characters that is not blank. */
export const isLine = (text: string, most: number): boolean =>
  // A character has at most two UTF-16 code units.
  text.length <= 2 * most && [...text].length <= most && text.isWellFormed() && form.test(text)
