import { argon2, timingSafeEqual } from 'node:crypto'
import { type Fault, validationFailed } from '../../platform/http/http-error.ts'
import { isCommonPassword, unit } from './common-passwords.ts'

export const MIN_PASSWORD_LENGTH = 12
/** In bytes. A longer password only costs time. */
export const MAX_PASSWORD_BYTES = 1_024

/** The cost of a hash; memory is in KiB. */
export type PasswordCost = { memory: number; passes: number; parallelism: number }

/** OWASP's figures for argon2id: 19 MiB, two passes, one lane. */
const passwordCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32

export type Passwords = ReturnType<typeof passwordsOf>

/** Hashes in the PHC string format, which contains everything needed to verify a password. */
export const passwordsOf = (random: (size: number) => Uint8Array, cost = passwordCost) => {
  /** The hash of no password, which costs as much to check as a real one: for users without one. */
  const nobodysHash = phc(cost, new Uint8Array(SALT_BYTES), new Uint8Array(TAG_BYTES))
  return {
    async hash(password: string): Promise<string> {
      const salt = random(SALT_BYTES)
      return phc(cost, salt, await derive(password, { ...cost, salt, tagLength: TAG_BYTES }))
    },
    isRight: (password: string, stored: string | undefined): Promise<boolean> =>
      verifyPassword(password, stored ?? nobodysHash),
  }
}

const phc = ({ memory, passes, parallelism }: PasswordCost, salt: Uint8Array, tag: Uint8Array) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`

/** The hash of a new password. Throws `validation_failed` if it is easy to guess. */
export const newPasswordHash = async (
  password: string,
  owner: Owner,
  random: (size: number) => Uint8Array,
): Promise<string> => {
  checkPassword(password, owner)
  return passwordsOf(random).hash(password)
}

type Owner = { email: string; name: string } | undefined

export const checkPassword = (password: string, owner: Owner): void => {
  const about = owner ? [owner.email, owner.email.split('@')[0] ?? '', owner.name] : []
  const issue = passwordIssue(password, about)
  if (issue) throw validationFailed([issue])
}

const verifyPassword = async (password: string, stored: string): Promise<boolean> => {
  const [, m, t, p, salt = '', tag = ''] = form.exec(stored) ?? []
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive(password, {
    memory: Number(m),
    passes: Number(t),
    parallelism: Number(p),
    salt: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
  })
  return timingSafeEqual(actual, expected)
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

type Parameters = PasswordCost & { salt: Uint8Array; tagLength: number }

const derive = (password: string, { salt, ...parameters }: Parameters): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const message = password.normalize('NFKC')
    argon2('argon2id', { message, nonce: salt, ...parameters }, (error, tag) => (error ? reject(error) : resolve(tag)))
  })

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '')

/** Validates a new password. */
export const passwordIssue = (password: string, about: readonly string[] = []): Fault | undefined => {
  const fault = (code: string, message: string): Fault => ({ field: 'password', code, message })
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES)
    return fault('too_long', `must be at most ${MAX_PASSWORD_BYTES} bytes`)
  if ([...password].length < MIN_PASSWORD_LENGTH)
    return fault('too_short', `must have at least ${MIN_PASSWORD_LENGTH} characters`)
  const isGuessable = isEasyToGuess(password) || about.some((text) => isAbout(password, text))
  return isGuessable ? fault('too_common', 'is too easy to guess: choose another one') : undefined
}

/** Few different characters, a row of a keyboard, or a common password. */
const isEasyToGuess = (password: string): boolean => {
  const plain = password.toLowerCase()
  return new Set(plain).size < 5 || isRun(plain) || isCommonPassword(password)
}

const rows = ['abcdefghijklmnopqrstuvwxyz', '0123456789', 'qwertyuiopasdfghjklzxcvbnm', '1qaz2wsx3edc4rfv5tgb6yhn7ujm']

/**
 * A sequence of the alphabet, the digits or a keyboard row, in either direction, once or repeated.
 */
const isRun = (plain: string): boolean => {
  const once = unit(plain)
  return rows.some((row) => {
    const twice = row + row
    return [twice, [...twice].reverse().join('')].some((line) => line.includes(once) && once.length > 2)
  })
}

/** The email address, the part before its @, or the name. */
const isAbout = (password: string, text: string): boolean => {
  const plain = password.toLowerCase()
  const about = text.toLowerCase()
  return plain === about || (about.length > 3 && plain.replaceAll(/[\d\W_]+/g, '') === about)
}
