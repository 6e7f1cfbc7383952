import { createHash } from 'node:crypto'

/** Replaces a text that is too long for an index. */
export const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 40)
