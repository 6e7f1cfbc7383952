import { Type } from 'typebox'
import { type Operation, type Visit, visitorOperation } from '../api/operation.ts'
import { noContent, type Reply } from '../api/reply.ts'
import { ApiError } from '../errors/api-error.ts'
import { stringifyJson } from '../platform/http/json.ts'
import { Name } from '../platform/http/name.ts'
import { showTime } from '../platform/time.ts'
import { addressBucket } from '../rate-limits/address.ts'
import type { Issued, SessionsService } from '../sessions/sessions.service.ts'
import { Email, shownUser } from '../users/user.ts'
import { readCookie, writeCookie } from './cookie.ts'
import { MAX_PASSWORD_BYTES } from './password.ts'
import type { From, SignInService } from './sign-in.service.ts'

type Deps = { signIn: SignInService; sessions: Pick<SessionsService, 'refresh' | 'signOut'> }

const Password = Type.String({ minLength: 1, maxLength: MAX_PASSWORD_BYTES })

const SignIn = Type.Object({ email: Email, password: Password }, { additionalProperties: false })

const SetPassword = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 100 }),
    password: Password,
    email: Type.Optional(Email),
    name: Type.Optional(Name({ description: 'The name of the person.' })),
  },
  { additionalProperties: false },
)

/** How people sign in: for our own pages alone, beside `/v1`. */
export const signInOperations = ({ signIn, sessions }: Deps): Operation[] => [
  visitorOperation({
    id: 'signIn',
    path: '/auth/sign-in',
    summary: 'Sign in',
    body: SignIn,
    handle: async (visit) => signedIn(visit, await signIn.signIn(visit.body, fromOf(visit))),
  }),

  visitorOperation({
    id: 'refreshSession',
    path: '/auth/refresh',
    summary: 'Get another access token',
    async handle(visit) {
      const token = readCookie(visit.headers.cookie)
      try {
        if (token === undefined) throw new ApiError('session_expired')
        return signedIn(visit, await sessions.refresh(token, fromOf(visit)))
      } catch (error) {
        throw token === undefined ? error : withoutCookie(error, visit)
      }
    },
  }),

  visitorOperation({
    id: 'signOut',
    path: '/auth/sign-out',
    summary: 'Sign out',
    async handle(visit) {
      const token = readCookie(visit.headers.cookie)
      if (token !== undefined) await sessions.signOut(token, fromOf(visit))
      return { ...noContent, headers: writeCookie(undefined, visit.origin) }
    },
  }),

  visitorOperation({
    id: 'setPassword',
    path: '/auth/password',
    summary: 'Set a password',
    body: SetPassword,
    handle: async (visit) => signedIn(visit, await signIn.setPassword(visit.body, fromOf(visit))),
  }),
]

const signedIn = (
  { origin }: Visit,
  { user, accessToken, expiresAtMs, refreshToken }: Issued,
): Reply => ({
  status: 200,
  type: 'application/json; charset=utf-8',
  headers: writeCookie(refreshToken, origin),
  body: stringifyJson({ accessToken, expiresAt: showTime(expiresAtMs), user: shownUser(user) }),
  noStore: true,
})

/** Of a session that has ended nothing is left in the browser; whatever else failed may be tried again. */
const withoutCookie = (error: unknown, { origin }: Visit): unknown => {
  if (error instanceof ApiError && error.code === 'session_expired') {
    error.headers['set-cookie'] = writeCookie(undefined, origin)[1] ?? ''
  }
  return error
}

const fromOf = ({ address, headers, requestId }: Visit): From => ({
  address,
  requestId,
  bucket: addressBucket(address),
  userAgent: headers['user-agent'],
})
