import { Type } from 'typebox'
import { type Operation, visitorOperation } from '../../requests/api/operation.ts'
import { type Reply, resource } from '../../requests/api/reply.ts'
import { ApiError } from '../../requests/errors/api-error.ts'
import { clearUnprefixed, readCookie, sessionCookie, writeCookie } from '../sign-in/cookie.ts'
import { fromOf, signedIn } from '../sign-in/visitor.ts'
import { FLOW_MS, type SingleSignOnService } from './single-sign-on.service.ts'

/** The path that the provider redirects to. */
export const CALLBACK_PATH = '/auth/oidc/callback'

/** `Lax`, because the browser returns from the provider's site. */
const flowCookie = {
  name: 'aas_oidc',
  path: '/auth/oidc',
  maxAgeMs: FLOW_MS,
  sameSite: 'Lax',
} as const

/** Like the session cookie, for our own pages only. */
const invitationCookie = {
  name: 'aas_invitation',
  path: '/auth/oidc',
  maxAgeMs: FLOW_MS,
  sameSite: 'Strict',
} as const

/** Providers send additional parameters. */
const AnyQuery = Type.Object({}, { additionalProperties: true })

/**
 * Sign-in at an OpenID Connect provider. The first two are pages, as browsers are redirected there
 * and back.
 */
export const singleSignOnOperations = (singleSignOn: SingleSignOnService | undefined): Operation[] => {
  if (!singleSignOn) return []
  return [
    visitorOperation({
      id: 'startSingleSignOn',
      method: 'GET',
      path: '/auth/oidc/start',
      summary: 'Sign in at the provider',
      async handle({ origin }) {
        try {
          const { url, ticket } = await singleSignOn.begin()
          return redirect(url, writeCookie(flowCookie, ticket, origin))
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          return redirect(signInPage(origin, 'sso_unavailable'))
        }
      },
    }),

    visitorOperation({
      id: 'finishSingleSignOn',
      method: 'GET',
      path: CALLBACK_PATH,
      summary: 'Return from the provider',
      query: AnyQuery,
      isFromElsewhere: true,
      async handle(visit) {
        const { origin, url } = visit
        const [, query = ''] = url.split('?', 2)
        const ticket = readCookie(visit, flowCookie)
        const finished = await singleSignOn.finish(query, ticket, fromOf(visit))
        const spent = writeCookie(flowCookie, undefined, origin)
        if ('invitation' in finished) {
          const invitation = writeCookie(invitationCookie, finished.invitation, origin)
          return redirect(`${origin}/console/join`, [...spent, ...invitation])
        }
        if ('error' in finished) return redirect(signInPage(origin, finished.error), spent)
        const session = writeCookie(sessionCookie, finished.issued.refreshToken, origin)
        return redirect(`${origin}/console`, [...spent, ...session, ...clearUnprefixed(visit)])
      },
    }),

    visitorOperation({
      id: 'findInvitation',
      method: 'GET',
      path: '/auth/oidc/invitation',
      summary: 'Get the invitation from a member',
      async handle(visit) {
        const sent = readCookie(visit, invitationCookie)
        return { ...resource(await singleSignOn.findInvitation(sent)), noStore: true }
      },
    }),

    visitorOperation({
      id: 'acceptInvitation',
      path: '/auth/oidc/invitation',
      summary: 'Join the account of the person who invited you',
      async handle(visit) {
        const sent = readCookie(visit, invitationCookie)
        const reply = signedIn(visit, await singleSignOn.join(sent, fromOf(visit)))
        const spent = writeCookie(invitationCookie, undefined, visit.origin)
        return { ...reply, headers: [...(reply.headers ?? []), ...spent] }
      },
    }),
  ]
}

const signInPage = (origin: string, error: string): string => `${origin}/console?signInError=${error}`

const redirect = (location: string, headers: readonly string[] = []): Reply => ({
  status: 302,
  headers: ['location', location, 'referrer-policy', 'no-referrer', ...headers],
  noStore: true,
})
