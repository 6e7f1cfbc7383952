import { Type } from 'typebox'
import { linePattern, linesPattern } from './patterns.ts'

/** Text of several lines for people to read, stored exactly as sent. */
export const Lines = (maxLength: number, description: string) =>
  Type.String({
    maxLength,
    pattern: linesPattern,
    'x-rule': 'must have no control characters but line breaks and tabs, and no unpaired surrogates',
    description,
  })

/** One line of text, such as a search term. Not every database accepts all control characters. */
export const Line = (maxLength: number, docs: { description?: string; examples?: string[] } = {}) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: linePattern,
    'x-rule': 'must be one line that is not blank, without control characters',
    ...docs,
  })
