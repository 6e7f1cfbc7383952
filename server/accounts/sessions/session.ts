import { createHmac } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import {
  hasChecksum,
  hashToken,
  mintToken,
  randomDigits,
  SECRET_LENGTH,
  withChecksum,
} from '../../requests/access/token.ts'

export const Session = Type.Object(
  {
    id: Int64({ description: 'Identifier of the session; not a secret.', examples: [1] }),
    userId: Int64({ description: 'The user who is signed in.', examples: [1] }),
    isCurrent: Type.Boolean({ description: 'Whether this very request was sent by it.' }),
    address: Type.Optional(
      Type.String({ description: 'The IP address of the sign-in.', examples: ['203.0.113.7'] }),
    ),
    userAgent: Type.Optional(
      Type.String({ description: 'The browser of the sign-in, as it names itself.' }),
    ),
    createdAt: Type.String({ format: 'date-time', description: 'When the user signed in.' }),
    lastSeenAt: Type.String({ format: 'date-time', description: 'When it was last used.' }),
    expiresAt: Type.String({
      format: 'date-time',
      description:
        'When it ends if it is not used. In use it ends after 90 days, one of the staff after 14.',
    }),
  },
  {
    $id: 'Session',
    description: 'A sign-in of a user on one device.',
    examples: [
      {
        id: 1,
        userId: 1,
        isCurrent: true,
        address: '203.0.113.7',
        createdAt: '2026-11-20T09:30:00.000Z',
        lastSeenAt: '2026-11-20T09:30:00.000Z',
        expiresAt: '2026-12-20T09:30:00.000Z',
      },
    ],
  },
)
export type Session = Static<typeof Session>

/** How somebody signs in; a link is one that an operator has made. */
export type SignInMethod = 'password' | 'passkey' | 'provider' | 'link'

/** What requests carry as bearer credential: it is short-lived, and another one comes with each refresh. */
export const ACCESS_TOKEN = 'aas_ses_'
export const ACCESS_MS = 900_000

/** A session that nobody refreshes ends after this. */
export const SESSION_MS = 30 * 86_400_000
/** A session ends after this, even if it is in use: a stolen one is of use for so long. */
const MOST_MS = { member: 90 * 86_400_000, staff: 14 * 86_400_000 }

/** When a session ends that is used now: it may be refreshed until then. */
export const sessionEnd = (
  { createdAtMs, isStaff }: { createdAtMs: number; isStaff: boolean },
  nowMs: number,
): number => Math.min(nowMs + SESSION_MS, createdAtMs + MOST_MS[isStaff ? 'staff' : 'member'])

/** A refresh token that was replaced goes on for this: two tabs may send it, or a response be lost. */
export const GRACE_MS = 10_000

const REFRESH_TOKEN = 'aas_ref_'
const form = /^aas_ref_[0-9A-Za-z]{70}$/

/**
 * What the cookie holds. Its first half stays the same as long as the session lives, so that one that was replaced long
 * ago is known to be of this session; the second half changes at each use.
 */
export type RefreshToken = { text: string; familyHash: string; hash: string }

const tokenOf = (text: string): RefreshToken => ({
  text,
  familyHash: hashToken(text.slice(0, REFRESH_TOKEN.length + SECRET_LENGTH)),
  hash: hashToken(text),
})

export const mintRefreshToken = (random: (size: number) => Uint8Array): RefreshToken =>
  tokenOf(withChecksum(REFRESH_TOKEN + randomDigits(2 * SECRET_LENGTH, random)))

/** Undefined of what cannot be one: then no database is asked. */
export const readRefreshToken = (text: string): RefreshToken | undefined =>
  text.length <= 100 && form.test(text) && hasChecksum(text) ? tokenOf(text) : undefined

/**
 * The token in the place of another one. Whoever has both the token and the salt finds the same again: the database has
 * the salt alone, and a thief of the token only that.
 */
export const successorOf = ({ text }: RefreshToken, salt: string): RefreshToken => {
  const family = text.slice(0, REFRESH_TOKEN.length + SECRET_LENGTH)
  let block = 0
  const random = (): Uint8Array => {
    block += 1
    return createHmac('sha256', text).update(`${salt} ${block}`).digest()
  }
  return tokenOf(withChecksum(family + randomDigits(SECRET_LENGTH, random)))
}

export const mintAccessToken = (random: (size: number) => Uint8Array): string =>
  mintToken(ACCESS_TOKEN, random)
