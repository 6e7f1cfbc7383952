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
    isCurrent: Type.Boolean({ description: 'Whether this request was sent with this session.' }),
    address: Type.Optional(Type.String({ description: 'The IP address of the sign-in.', examples: ['203.0.113.7'] })),
    userAgent: Type.Optional(Type.String({ description: 'The `User-Agent` of the sign-in.' })),
    createdAt: Type.String({ format: 'date-time', description: 'When the user signed in.' }),
    lastSeenAt: Type.String({ format: 'date-time', description: 'When it was last used.' }),
    expiresAt: Type.String({
      format: 'date-time',
      description: 'When it ends unless it is used before. It always ends after 90 days, or after 14 days for staff.',
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

/** How a user signed in; `link` is a link that an operator created. */
export type SignInMethod = 'password' | 'passkey' | 'provider' | 'link'

/**
 * The prefix of the bearer tokens of sessions: they are short-lived, and each refresh issues a new
 * one.
 */
export const ACCESS_TOKEN = 'aas_ses_'
export const ACCESS_MS = 900_000

/** A session that is not refreshed ends after this. */
export const SESSION_MS = 30 * 86_400_000
/** A session always ends after this, to limit the use of a stolen one. */
const MOST_MS = { member: 90 * 86_400_000, staff: 14 * 86_400_000 }

/** When a session that is used now ends unless it is refreshed. */
export const sessionEnd = (
  { createdAtMs, isStaff }: { createdAtMs: number; isStaff: boolean },
  nowMs: number,
): number => Math.min(nowMs + SESSION_MS, createdAtMs + MOST_MS[isStaff ? 'staff' : 'member'])

/**
 * A replaced refresh token still works for this long, as two tabs may send it, or a response may be
 * lost.
 */
export const GRACE_MS = 10_000

const REFRESH_TOKEN = 'aas_ref_'
const form = /^aas_ref_[0-9A-Za-z]{70}$/

/**
 * The value of the cookie. Its first half identifies the session for its whole life, so that even a
 * token replaced long ago can be matched to it; the second half changes with each use.
 */
export type RefreshToken = { text: string; familyHash: string; hash: string }

const tokenOf = (text: string): RefreshToken => ({
  text,
  familyHash: hashToken(text.slice(0, REFRESH_TOKEN.length + SECRET_LENGTH)),
  hash: hashToken(text),
})

export const mintRefreshToken = (random: (size: number) => Uint8Array): RefreshToken =>
  tokenOf(withChecksum(REFRESH_TOKEN + randomDigits(2 * SECRET_LENGTH, random)))

/** Undefined for a malformed token, which needs no lookup. */
export const readRefreshToken = (text: string): RefreshToken | undefined =>
  text.length <= 100 && form.test(text) && hasChecksum(text) ? tokenOf(text) : undefined

/**
 * The token that replaces another one, derived from that token and the salt. The database has only
 * the salt, and a thief only the token.
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

export const mintAccessToken = (random: (size: number) => Uint8Array): string => mintToken(ACCESS_TOKEN, random)
