import { createHash } from 'node:crypto'

/** A Lua script that Redis runs atomically, identified by the digest of its text. */
export type Script = { text: string; sha: string }

export const script = (text: string): Script => ({
  text,
  sha: createHash('sha1').update(text).digest('hex'),
})
