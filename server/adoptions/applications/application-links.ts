import { createHmac, hash, type KeyObject } from 'node:crypto'

const SALT_BYTES = 16
const form = /^[\w-]{43}$/

export type Link = { salt: string; hash: string }

export type LinkKeys = ReturnType<typeof applicationLinks>

type Deps = { key: KeyObject; random: (size: number) => Uint8Array }

/**
 * Secret links of applicants. A link is derived from a salt with a key that is not in the database,
 * which has only its hash: reading the database reveals no link, and a later mail about the
 * application can still contain it.
 */
export const applicationLinks = ({ key, random }: Deps) => {
  const secretOf = (salt: string): string => createHmac('sha256', key).update(`application ${salt}`).digest('base64url')

  const linkOf = (bytes: Uint8Array): Link => {
    const salt = Buffer.from(bytes).toString('base64url')
    return { salt, hash: hashOf(secretOf(salt)) }
  }

  return {
    make: (): Link => linkOf(Buffer.from(random(SALT_BYTES))),

    /** The same link for the same seed, so that a repeated submission gets the same one. */
    makeFor: (seed: string): Link =>
      linkOf(createHmac('sha256', key).update(`salt ${seed}`).digest().subarray(0, SALT_BYTES)),

    /** The page where the applicant can follow the application. */
    path: (salt: string): string => `/applications/${secretOf(salt)}`,

    /** The hash of a link's secret; undefined if it is malformed. */
    hashOf: (secret: string): string | undefined => (form.test(secret) ? hashOf(secret) : undefined),
  }
}

const hashOf = (secret: string): string => hash('sha256', secret, 'hex')
