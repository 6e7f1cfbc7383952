import { Type } from 'typebox'
import { linesPattern } from './patterns.ts'

/** Text of several lines for people to read, kept exactly as sent. */
export const Lines = (maxLength: number, description: string) =>
  Type.String({
    maxLength,
    pattern: linesPattern,
    'x-rule':
      'must have no control characters but line breaks and tabs, and no unpaired surrogates',
    description,
  })
