import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

/** 64 MiB of memory for each guess of a passphrase. */
const COST = { N: 2 ** 16, r: 8, p: 1 }
/** A sealed key that asks for more than this was not made by us. */
const MAX_MEMORY = 256 * 1_048_576
const KEY_BYTES = 32
const IV_BYTES = 12

const Sealed = Type.Object({
  format: Type.Literal(1),
  kdf: Type.Literal('scrypt'),
  cipher: Type.Literal('aes-256-gcm'),
  N: Type.Integer({ minimum: 2, maximum: 2 ** 20 }),
  r: Type.Integer({ minimum: 1, maximum: 32 }),
  p: Type.Integer({ minimum: 1, maximum: 16 }),
  salt: Type.String(),
  iv: Type.String(),
  tag: Type.String(),
  text: Type.String(),
})

/** The passphrase is not the one that the key was sealed with. */
export class WrongPassphrase extends Error {
  constructor() {
    super('BACKUP_PASSPHRASE is not the passphrase that this backup was made with')
    this.name = 'WrongPassphrase'
  }
}

/** The key is sealed, and nobody has named a passphrase. */
export class NoPassphrase extends Error {
  constructor() {
    super('the secret key of this backup is sealed: set BACKUP_PASSPHRASE')
    this.name = 'NoPassphrase'
  }
}

/** Encrypts a short text with a key derived from a passphrase. */
export const seal = async (plain: string, passphrase: string): Promise<string> => {
  const salt = randomBytes(16)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', await deriveKey(passphrase, salt, COST), iv)
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  const sealed = { format: 1, kdf: 'scrypt', cipher: 'aes-256-gcm', ...COST }
  const bytes = { salt, iv, tag: cipher.getAuthTag(), text }
  const shown = Object.entries(bytes).map(([name, value]) => [name, value.toString('base64')])
  return `${JSON.stringify({ ...sealed, ...Object.fromEntries(shown) }, undefined, 2)}\n`
}

/** Throws `WrongPassphrase`. */
export const unseal = async (sealed: string, passphrase: string): Promise<string> => {
  const { salt, iv, tag, text, ...cost } = readSealed(sealed)
  const bytes = (value: string) => Buffer.from(value, 'base64')
  const key = await deriveKey(passphrase, bytes(salt), cost)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes(iv), { authTagLength: 16 })
    decipher.setAuthTag(bytes(tag))
    return Buffer.concat([decipher.update(bytes(text)), decipher.final()]).toString('utf8')
  } catch {
    throw new WrongPassphrase()
  }
}

const readSealed = (text: string): Type.Static<typeof Sealed> => {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    found = undefined
  }
  if (Value.Check(Sealed, found)) return found
  throw new Error('the sealed secret key of the backup is damaged')
}

type Cost = { N: number; r: number; p: number }

const deriveKey = async (passphrase: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> => {
  const options = { N, r, p, maxmem: MAX_MEMORY }
  // The same text can be typed as different sequences of code points.
  return derive(passphrase.normalize('NFKC'), salt, KEY_BYTES, options)
}

const derive = promisify<string, Buffer, number, Cost & { maxmem: number }, Buffer>(scrypt)
