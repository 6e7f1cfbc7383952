import { createHmac, hash, type KeyObject } from 'node:crypto'

const SALT_BYTES = 16
const form = /^[\w-]{43}$/

export type LinkKeys = ReturnType<typeof applicationLinks>

type Deps = { key: KeyObject; random: (size: number) => Uint8Array }

/**
 * Secret links of applicants. What a link ends in is derived from a salt with a key that is not in the database, where
 * only its hash is: so who reads the database knows no link, and a mail about the application can show it again.
 */
export const applicationLinks = ({ key, random }: Deps) => {
  const secretOf = (salt: string): string =>
    createHmac('sha256', key).update(`application ${salt}`).digest('base64url')

  return {
    make(): { salt: string; hash: string } {
      const salt = Buffer.from(random(SALT_BYTES)).toString('base64url')
      return { salt, hash: hashOf(secretOf(salt)) }
    },

    /** Where the applicant finds the application. */
    path: (salt: string): string => `/applications/${secretOf(salt)}`,

    /** Of what a link ends in; undefined where that is none. */
    hashOf: (secret: string): string | undefined =>
      form.test(secret) ? hashOf(secret) : undefined,
  }
}

const hashOf = (secret: string): string => hash('sha256', secret, 'hex')
