import { createHash } from 'node:crypto'

/** Lua that Redis runs as one step, known to it by the digest of its text. */
export type Script = { text: string; sha: string }

export const script = (text: string): Script => ({
  text,
  sha: createHash('sha1').update(text).digest('hex'),
})
