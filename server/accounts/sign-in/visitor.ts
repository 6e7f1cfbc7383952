import { stringifyJson } from '../../platform/http/json.ts'
import { findPreferred } from '../../platform/language.ts'
import { showTime } from '../../platform/time.ts'
import type { Visit } from '../../requests/api/operation.ts'
import type { Reply } from '../../requests/api/reply.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import { addressBucket } from '../../requests/rate-limits/address.ts'
import type { Issued, SessionsService, SignedInHere } from '../sessions/sessions.service.ts'
import { shownUser } from '../users/user.ts'
import { clearUnprefixed, isSecure, readCookie, sessionCookie, writeCookie } from './cookie.ts'
import type { From } from './sign-in.service.ts'

/** The client of a sign-in. */
export const fromOf = ({
  address,
  headers,
  requestId,
  origin,
}: Pick<Visit, 'address' | 'headers' | 'requestId' | 'origin'>): From => ({
  address,
  isSecure: isSecure(origin),
  requestId,
  bucket: addressBucket(address),
  userAgent: headers['user-agent'],
  language: findPreferred(headers['accept-language']),
})

/** The user and the session of the refresh cookie. Throws `session_expired`. */
export const hereOf = async (
  visit: Pick<Visit, 'headers' | 'origin'>,
  sessions: Pick<SessionsService, 'signedInHere'>,
): Promise<SignedInHere> => {
  const token = readCookie(visit, sessionCookie)
  const here = token === undefined ? undefined : await sessions.signedInHere(token)
  if (!here) throw requestError('session_expired')
  return here
}

/** The response to a sign-in: an access token, and the refresh cookie. */
export const signedIn = (
  visit: Pick<Visit, 'origin' | 'headers'>,
  { user, accessToken, expiresAtMs, refreshToken }: Issued,
  more: { key?: string } = {},
): Reply => ({
  status: 200,
  type: 'application/json; charset=utf-8',
  headers: [...writeCookie(sessionCookie, refreshToken, visit.origin), ...clearUnprefixed(visit)],
  body: stringifyJson({
    accessToken,
    expiresAt: showTime(expiresAtMs),
    user: shownUser(user),
    ...more,
  }),
  noStore: true,
})
