import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHECKSUM_LENGTH = 6

/** So many random base62 digits have 190 bits. */
export const SECRET_LENGTH = 32

/** Base62 digits. `random` gives that many random bytes. */
export const randomDigits = (length: number, random: (size: number) => Uint8Array): string => {
  let text = ''
  while (text.length < length) {
    // Bytes from 248 on are thrown away: taken modulo 62 they would make some digits likelier than others.
    for (const byte of random(length)) {
      if (byte < 248 && text.length < length) text += digits[byte % 62]
    }
  }
  return text
}

/** The text with 6 base62 digits of CRC32 behind it, so that a mistyped or made-up one is known without a lookup. */
export const withChecksum = (text: string): string => text + checksum(text)

export const hasChecksum = (text: string): boolean => {
  const at = text.length - CHECKSUM_LENGTH
  return checksum(text.slice(0, at)) === text.slice(at)
}

export const mintToken = (prefix: string, random: (size: number) => Uint8Array): string =>
  withChecksum(prefix + randomDigits(SECRET_LENGTH, random))

/** Whether it may be a token with this prefix. */
export const isToken = (text: string, prefix: string): boolean =>
  text.length === prefix.length + SECRET_LENGTH + CHECKSUM_LENGTH &&
  text.startsWith(prefix) &&
  hasChecksum(text)

/** SHA-256: fast is safe here, as a token has 190 bits of its own and cannot be guessed from its hash. */
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
