import { type Operation, visitorOperation } from '../../requests/api/operation.ts'
import { noContent, type Reply, resource } from '../../requests/api/reply.ts'
import type { SessionsService } from '../sessions/sessions.service.ts'
import { readCookie, writeCookie } from '../sign-in/cookie.ts'
import { fromOf, hereOf, signedIn } from '../sign-in/visitor.ts'
import { NewPasskey, PasskeyPath, PasskeySignIn } from './passkey.ts'
import { CHALLENGE_MS, type PasskeysService } from './passkeys.service.ts'

type Deps = {
  /** Undefined if passkeys do not work here. */
  passkeys: PasskeysService | undefined
  sessions: Pick<SessionsService, 'signedInHere'>
}

/** Binds a challenge to the browser that requested it. */
const challengeCookie = {
  name: 'aas_passkey',
  path: '/auth/passkeys',
  maxAgeMs: CHALLENGE_MS,
  sameSite: 'Strict',
} as const

/**
 * Operations on passkeys, for our own pages only. They require the refresh cookie, so a stolen
 * access token cannot add a passkey.
 */
export const passkeyOperations = ({ passkeys, sessions }: Deps): Operation[] => {
  if (!passkeys) return []

  return [
    visitorOperation({
      id: 'startPasskeySignIn',
      path: '/auth/passkeys/sign-in/options',
      isAllowedReadOnly: true,
      summary: 'Start signing in with a passkey',
      async handle({ origin }) {
        const { options, secret } = await passkeys.requestOptions()
        return own(options, { headers: writeCookie(challengeCookie, secret, origin) })
      },
    }),

    visitorOperation({
      id: 'signInByPasskey',
      path: '/auth/passkeys/sign-in',
      isAllowedReadOnly: true,
      summary: 'Sign in with a passkey',
      body: PasskeySignIn,
      async handle(visit) {
        const secret = readCookie(visit, challengeCookie)
        const issued = await passkeys.signIn(visit.body.credential, secret, fromOf(visit))
        return signedIn(visit, issued)
      },
    }),

    visitorOperation({
      id: 'listPasskeys',
      method: 'GET',
      path: '/auth/passkeys',
      summary: 'List your passkeys',
      handle: async (visit) => own(await passkeys.list(await hereOf(visit, sessions))),
    }),

    visitorOperation({
      id: 'startPasskey',
      path: '/auth/passkeys/options',
      summary: 'Start adding a passkey',
      handle: async (visit) => own(await passkeys.creationOptions(await hereOf(visit, sessions))),
    }),

    visitorOperation({
      id: 'addPasskey',
      path: '/auth/passkeys',
      summary: 'Add a passkey',
      body: NewPasskey,
      handle: async (visit) =>
        own(await passkeys.add(await hereOf(visit, sessions), visit.body, fromOf(visit)), {
          status: 201,
        }),
    }),

    visitorOperation({
      id: 'removePasskey',
      method: 'DELETE',
      path: '/auth/passkeys/{passkeyId}',
      summary: 'Remove a passkey',
      params: PasskeyPath,
      async handle(visit) {
        await passkeys.remove(await hereOf(visit, sessions), visit.params.passkeyId, fromOf(visit))
        return noContent
      },
    }),
  ]
}

/** A response for this browser only. */
const own = (value: object, options?: Parameters<typeof resource>[1]): Reply => ({
  ...resource(value, options),
  noStore: true,
})
