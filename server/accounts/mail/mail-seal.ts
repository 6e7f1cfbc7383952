import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'

/** 256-bit keys: the first one seals, and the others only open what they sealed before. */
export type SealKeys = readonly [KeyObject, ...KeyObject[]]

/** Derived from the secret key, which is never in the database. */
export const sealKeysOf = (ring: { keysFor(purpose: string): SealKeys }): SealKeys => ring.keysFor('mail texts')

const IV_LENGTH = 12
const TAG_LENGTH = 16

/** Encrypts a text (AES-256-GCM) bound to `context`. `iv` is 12 random bytes. */
export const seal = ([key]: SealKeys, text: string, context: string, iv: Uint8Array): string => {
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Undefined if no key opens it. */
export const unseal = (keys: SealKeys, sealed: string, context: string): string | undefined => {
  const bytes = Buffer.from(sealed, 'base64url')
  const iv = bytes.subarray(0, IV_LENGTH)
  const tag = bytes.subarray(IV_LENGTH, IV_LENGTH + TAG_LENGTH)
  for (const key of keys) {
    try {
      const options = { authTagLength: TAG_LENGTH }
      const decipher = createDecipheriv('aes-256-gcm', key, iv, options)
      decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
      const text = decipher.update(bytes.subarray(IV_LENGTH + TAG_LENGTH))
      return Buffer.concat([text, decipher.final()]).toString()
    } catch {
      // Sealed with another one.
    }
  }
  return undefined
}
