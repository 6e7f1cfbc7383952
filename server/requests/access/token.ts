import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHECKSUM_LENGTH = 6

/** This many random base62 digits have 190 bits. */
export const SECRET_LENGTH = 32

/** Generates base62 digits; `random` returns that many random bytes. */
export const randomDigits = (length: number, random: (size: number) => Uint8Array): string => {
  let text = ''
  while (text.length < length) {
    // Bytes from 248 on are skipped: modulo 62 they would make some digits more likely than others.
    for (const byte of random(length)) {
      if (byte < 248 && text.length < length) text += digits[byte % 62]
    }
  }
  return text
}

/** Appends 6 base62 digits of a CRC32, so that mistyped and invented tokens are detected without a lookup. */
export const withChecksum = (text: string): string => text + checksum(text)

export const hasChecksum = (text: string): boolean => {
  const at = text.length - CHECKSUM_LENGTH
  return checksum(text.slice(0, at)) === text.slice(at)
}

export const mintToken = (prefix: string, random: (size: number) => Uint8Array): string =>
  withChecksum(prefix + randomDigits(SECRET_LENGTH, random))

/** Whether a text may be a token with this prefix. */
export const isToken = (text: string, prefix: string): boolean =>
  text.length === prefix.length + SECRET_LENGTH + CHECKSUM_LENGTH && text.startsWith(prefix) && hasChecksum(text)

/** SHA-256: a fast hash is safe here, because a token has 190 random bits and cannot be guessed from its hash. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex')

const checksum = (text: string): string => {
  let rest = crc32(text)
  let encoded = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    encoded = digits[rest % 62] + encoded
    rest = Math.floor(rest / 62)
  }
  return encoded
}
