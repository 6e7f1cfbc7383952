import { createCipheriv, createDecipheriv, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

const PREFIX = 'per_'
const IV_BYTES = 16
/** Addresses are padded to a multiple of this, so that ids do not reveal their length. */
const BLOCK_BYTES = 32
/** No id of an acceptable address is longer. */
const MAX_LENGTH = 2_048
const form = /^per_[\w-]+$/

export type PersonIds = ReturnType<typeof personIds>

/**
 * Ids of people: their email address, encrypted deterministically (a synthetic IV, as in RFC 5297).
 * So nothing has to be stored, all replicas agree, and nobody can make up or decrypt an id. Ids of
 * an earlier key are still accepted.
 */
export const personIds = ({ keys }: { keys: readonly [KeyObject, ...KeyObject[]] }) => {
  const pairs = keys.map(pairOf)
  const [current = pairOf(keys[0])] = pairs
  return {
    write(email: string): string {
      const text = Buffer.from(email)
      const padded = Buffer.alloc(Math.ceil(text.length / BLOCK_BYTES) * BLOCK_BYTES)
      text.copy(padded)
      const iv = ivOf(current, padded)
      const cipher = createCipheriv(CIPHER, current.encryption, iv)
      return PREFIX + Buffer.concat([iv, cipher.update(padded)]).toString('base64url')
    },

    /** The email address; undefined if we did not issue the id. */
    read(id: string): string | undefined {
      if (id.length > MAX_LENGTH || !form.test(id)) return undefined
      const bytes = Buffer.from(id.slice(PREFIX.length), 'base64url')
      if (bytes.length <= IV_BYTES || PREFIX + bytes.toString('base64url') !== id) return undefined
      for (const pair of pairs) {
        const text = opened(pair, bytes)
        if (text !== undefined) return text
      }
      return undefined
    },
  }
}

type Pair = { encryption: Buffer; iv: Buffer }

const CIPHER = 'aes-256-ctr'

const pairOf = (key: KeyObject): Pair => {
  const derived = (purpose: string) => createHmac('sha256', key).update(purpose).digest()
  return { encryption: derived('encryption'), iv: derived('iv') }
}

const ivOf = ({ iv }: Pair, text: Buffer): Buffer =>
  createHmac('sha256', iv).update(text).digest().subarray(0, IV_BYTES)

const opened = (pair: Pair, bytes: Buffer): string | undefined => {
  const iv = bytes.subarray(0, IV_BYTES)
  const text = createDecipheriv(CIPHER, pair.encryption, iv).update(bytes.subarray(IV_BYTES))
  if (!timingSafeEqual(ivOf(pair, text), iv)) return undefined
  const end = text.indexOf(0)
  return text.subarray(0, end < 0 ? text.length : end).toString()
}
