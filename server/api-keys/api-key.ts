import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** What a key may do. `admin` is never given unless it is named. */
export const scopes = [
  'pets:read',
  'pets:write',
  'orders:read',
  'orders:write',
  'webhooks:manage',
  'admin',
] as const
export type Scope = (typeof scopes)[number]

export const defaultScopes: readonly Scope[] = scopes.filter((scope) => scope !== 'admin')

export const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text)

/** A key as it is stored and shown: never the key itself. */
export type ApiKey = {
  id: bigint
  accountId: bigint
  name: string
  /** The first 13 and the last 4 characters. */
  display: string
  scopes: Scope[]
  expiresAtMs?: number
  revokedAtMs?: number
  lastUsedAtMs?: number
  createdAtMs: number
}

/** `live` keys work in production, `test` keys in staging. */
export type KeyKind = 'live' | 'test'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 32
const CHECKSUM_LENGTH = 6
const form = /^aas_(live|test)_[0-9A-Za-z]{38}$/

/** A new key of 190 random bits. `random` gives that many random bytes. */
export const mintKey = (kind: KeyKind, random: (size: number) => Uint8Array): string => {
  let secret = ''
  while (secret.length < SECRET_LENGTH) {
    // Bytes from 248 on are thrown away: taken modulo 62 they would make some digits likelier than others.
    for (const byte of random(SECRET_LENGTH)) {
      if (byte < 248 && secret.length < SECRET_LENGTH) secret += digits[byte % 62]
    }
  }
  const body = `aas_${kind}_${secret}`
  return body + checksum(body)
}

/** The kind of a well-formed key, or `undefined`: its checksum tells a mistyped key without asking the store. */
export const parseKey = (key: string): KeyKind | undefined => {
  const kind = form.exec(key)?.[1] as KeyKind | undefined
  if (!kind) return undefined
  const at = key.length - CHECKSUM_LENGTH
  return checksum(key.slice(0, at)) === key.slice(at) ? kind : undefined
}

/** SHA-256: fast is safe here, as a key has 190 bits of its own and cannot be guessed from its hash. */
export const hashKey = (key: string): string => hash('sha256', key, 'hex')

export const displayKey = (key: string): string => `${key.slice(0, 13)}...${key.slice(-4)}`

const checksum = (text: string): string => {
  let rest = crc32(text)
  let encoded = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    encoded = digits[rest % 62] + encoded
    rest = Math.floor(rest / 62)
  }
  return encoded
}
