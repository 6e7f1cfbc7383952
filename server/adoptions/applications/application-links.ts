import { createHmac, hash, type KeyObject } from 'node:crypto'

const SALT_BYTES = 16
const form = /^[\w-]{43}$/

export type Link = { salt: string; hash: string }

export type LinkKeys = ReturnType<typeof applicationLinks>

type Deps = { key: KeyObject; random: (size: number) => Uint8Array }

/**
 * Secret links of applicants. What a link ends in is derived from a salt with a key that is not in the database, where
 * only its hash is: so who reads the database knows no link, and a mail about the application can show it again.
 */
export const applicationLinks = ({ key, random }: Deps) => {
  const secretOf = (salt: string): string =>
    createHmac('sha256', key).update(`application ${salt}`).digest('base64url')

  const linkOf = (bytes: Uint8Array): Link => {
    const salt = Buffer.from(bytes).toString('base64url')
    return { salt, hash: hashOf(secretOf(salt)) }
  }

  return {
    make: (): Link => linkOf(Buffer.from(random(SALT_BYTES))),

    /** The same for the same seed: of what is sent twice, there is one. */
    makeFor: (seed: string): Link =>
      linkOf(createHmac('sha256', key).update(`salt ${seed}`).digest().subarray(0, SALT_BYTES)),

    /** Where the applicant finds the application. */
    path: (salt: string): string => `/applications/${secretOf(salt)}`,

    /** Of what a link ends in; undefined where that is none. */
    hashOf: (secret: string): string | undefined =>
      form.test(secret) ? hashOf(secret) : undefined,
  }
}

const hashOf = (secret: string): string => hash('sha256', secret, 'hex')
