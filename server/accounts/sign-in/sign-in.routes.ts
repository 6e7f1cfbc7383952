import { Type } from 'typebox'
import { Name } from '../../platform/http/name.ts'
import { type Operation, type Visit, visitorOperation } from '../../requests/api/operation.ts'
import { noContent, resource } from '../../requests/api/reply.ts'
import { ApiError } from '../../requests/errors/api-error.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import type { SessionsService } from '../sessions/sessions.service.ts'
import { Email } from '../users/user.ts'
import { clearUnprefixed, readSession, sessionCookie, writeCookie } from './cookie.ts'
import { MAX_PASSWORD_BYTES } from './password.ts'
import { Shelter } from './shelter.ts'
import type { SignInService } from './sign-in.service.ts'
import { MAX_TICKET_LENGTH } from './ticket-length.ts'
import { fromOf, hereOf, signedIn } from './visitor.ts'

type Deps = {
  /** Whether people sign in with passwords. Otherwise none is checked, reset or set. */
  hasPasswords: boolean
  signIn: SignInService
  sessions: Pick<SessionsService, 'refresh' | 'signOut' | 'signedInHere'>
  singleSignOn: { name: string } | undefined
  passkeys: object | undefined
  signUp: object | undefined
}

const Password = Type.String({ minLength: 1, maxLength: MAX_PASSWORD_BYTES })

const SignIn = Type.Object({ email: Email, password: Password }, { additionalProperties: false })

const Token = Type.String({ minLength: 1, maxLength: MAX_TICKET_LENGTH })

const SetPassword = Type.Object(
  {
    token: Token,
    password: Password,
    email: Type.Optional(Email),
    name: Type.Optional(Name({ description: 'The name of the person.' })),
    shelter: Type.Optional(Shelter),
  },
  { additionalProperties: false },
)

const ChangePassword = Type.Object({ currentPassword: Password, password: Password }, { additionalProperties: false })

/** Operations of sign-in: for our own pages only, beside `/v1`. */
export const signInOperations = (deps: Deps): Operation[] => [
  visitorOperation({
    id: 'listSignInMethods',
    method: 'GET',
    path: '/auth/methods',
    summary: 'List the ways to sign in',
    handle: () => ({
      ...resource({
        password: deps.hasPasswords,
        passkeys: deps.passkeys !== undefined,
        passwordReset: deps.signIn.sendsMail,
        signUp: deps.signUp !== undefined,
        ...(deps.singleSignOn && { singleSignOn: { name: deps.singleSignOn.name } }),
      }),
      noStore: true,
    }),
  }),

  visitorOperation({
    id: 'refreshSession',
    path: '/auth/refresh',
    isAllowedReadOnly: true,
    summary: 'Get another access token',
    async handle(visit) {
      const sent = readSession(visit)
      try {
        if (sent === undefined) throw requestError('session_expired')
        return signedIn(visit, await deps.sessions.refresh(sent, fromOf(visit)))
      } catch (error) {
        throw withoutCookie(error, visit)
      }
    },
  }),

  visitorOperation({
    id: 'signOut',
    path: '/auth/sign-out',
    isAllowedReadOnly: true,
    summary: 'Sign out',
    async handle(visit) {
      const sent = readSession(visit)
      if (sent !== undefined) await deps.sessions.signOut(sent.token, fromOf(visit))
      const spent = writeCookie(sessionCookie, undefined, visit.origin)
      return { ...noContent, headers: [...spent, ...clearUnprefixed(visit)] }
    },
  }),

  ...(deps.hasPasswords ? passwordOperations(deps) : [signInByLink(deps)]),
]

const passwordOperations = ({ signIn, sessions }: Pick<Deps, 'signIn' | 'sessions'>): Operation[] => [
  visitorOperation({
    id: 'signIn',
    path: '/auth/sign-in',
    isAllowedReadOnly: true,
    summary: 'Sign in',
    body: SignIn,
    handle: async (visit) => signedIn(visit, await signIn.signIn(visit.body, fromOf(visit))),
  }),

  ...(signIn.sendsMail
    ? [
        visitorOperation({
          id: 'requestPasswordReset',
          path: '/auth/password-reset',
          summary: 'Request a link to set a new password',
          body: Type.Object({ email: Email }, { additionalProperties: false }),
          async handle(visit) {
            await signIn.requestReset(visit.body.email, fromOf(visit))
            return noContent
          },
        }),
      ]
    : []),

  visitorOperation({
    id: 'setPassword',
    path: '/auth/password',
    summary: 'Set a password',
    body: SetPassword,
    handle: async (visit) => signedIn(visit, await signIn.setPassword(visit.body, fromOf(visit))),
  }),

  // Requires the refresh cookie, so that a stolen access token is not enough.
  visitorOperation({
    id: 'changePassword',
    path: '/auth/password/change',
    summary: 'Change your password',
    body: ChangePassword,
    async handle(visit) {
      await signIn.changePassword(await hereOf(visit, sessions), visit.body, fromOf(visit))
      return noContent
    },
  }),
]

/**
 * For when the provider is unavailable: `users reset-password` creates the link on the command
 * line.
 */
const signInByLink = ({ signIn }: Pick<Deps, 'signIn'>): Operation =>
  visitorOperation({
    id: 'signInByLink',
    path: '/auth/link',
    summary: 'Sign in with a one-time link',
    body: Type.Object({ token: Token }, { additionalProperties: false }),
    handle: async (visit) => signedIn(visit, await signIn.signInByLink(visit.body.token, fromOf(visit))),
  })

/**
 * Clears the cookies of an ended session; after any other failure the browser may try again. An
 * unprefixed cookie is cleared first.
 */
const withoutCookie = (error: unknown, visit: Visit): unknown => {
  if (!(error instanceof ApiError) || error.code !== 'session_expired') return error
  const [, unprefixed] = clearUnprefixed(visit)
  const [, own = ''] = writeCookie(sessionCookie, undefined, visit.origin)
  if (visit.headers.cookie !== undefined) error.headers['set-cookie'] = unprefixed ?? own
  return error
}
