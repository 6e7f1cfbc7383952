import { Type } from 'typebox'
import { Int64, parseInt64 } from '../../platform/http/int64.ts'
import type { Caller } from '../../requests/access/caller.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { listPage, pageParameters } from '../../requests/api/page.ts'
import { noContent } from '../../requests/api/reply.ts'
import { linkHeaders } from '../../requests/api/responses.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import { userError } from '../users/user.errors.ts'
import type { UsersService } from '../users/users.service.ts'
import { Session } from './session.ts'
import type { SessionsService } from './sessions.service.ts'

type Deps = { users: Pick<UsersService, 'find'>; sessions: SessionsService }

const ListSessions = Type.Object(pageParameters, { additionalProperties: false })

const userId = Type.String({
  description: 'Identifier of the user, or `me` for yourself.',
  examples: ['me'],
})
const UserSessions = Type.Object({ userId }, { 'x-not-found': 'user_not_found' })
const OneSession = Type.Object(
  { userId, sessionId: Int64({ description: 'Identifier of the session.' }) },
  { 'x-not-found': 'session_not_found' },
)

export const sessionSchemas = [Session]

const shared = { tag: 'Admin', stability: 'beta' } as const
const whose = 'You can always do this for yourself (`me`); for others you need the scope `admin`.'

export const sessionOperations = ({ users, sessions }: Deps): Operation[] => {
  /** The user whose sessions are meant: the caller, or a user whom the caller manages. */
  const personOf = async (caller: Caller, text: string): Promise<bigint> => {
    const own = caller.kind === 'session' ? caller.userId : undefined
    const id = text === 'me' ? own : parseInt64(text)
    if (id === undefined) throw userError('user_not_found')
    if (id === own) return id
    if (!caller.scopes.has('admin')) {
      throw requestError('insufficient_scope', { requiredScope: 'admin' })
    }
    if (!(await users.find(caller, id))) throw userError('user_not_found')
    return id
  }

  return [
    operation({
      ...shared,
      id: 'listSessions',
      method: 'GET',
      path: '/users/{userId}/sessions',
      summary: "List a user's sessions",
      description: `Returns a page of the devices on which the user is signed in, oldest first. ${whose}`,
      params: UserSessions,
      query: ListSessions,
      requestHeaders: ['Prefer'],
      returns: {
        200: {
          description: 'A page of sessions.',
          schema: Type.Array(Session),
          headers: linkHeaders,
        },
      },
      errors: ['invalid_cursor', 'user_not_found'],
      example: {
        path: { userId: '1' },
        client: `for await (const session of store.sessions.list(1)) console.log(session.lastSeenAt)`,
      },
      handle: async (call) => {
        const { caller, params } = call
        const id = await personOf(caller, params.userId)
        const current = caller.kind === 'session' ? caller.sessionId : undefined
        return listPage(call, {
          list: `sessions ${id}`,
          path: `/v1/users/${params.userId}/sessions`,
          read: (page) => sessions.list(id, page),
          count: () => sessions.count(id),
          show: (session) => ({ ...session, isCurrent: session.id === current }),
        })
      },
    }),

    operation({
      ...shared,
      id: 'endSessions',
      method: 'DELETE',
      path: '/users/{userId}/sessions',
      summary: 'Sign a user out everywhere',
      description: `Ends all sessions of the user at once, on every replica. ${whose}`,
      params: UserSessions,
      returns: { 204: { description: 'The user is signed out.' } },
      errors: ['user_not_found'],
      example: { path: { userId: '1' }, client: `await store.sessions.endAll(1)` },
      handle: async ({ author, caller, params }) => {
        await sessions.endAll(author, await personOf(caller, params.userId))
        return noContent
      },
    }),

    operation({
      ...shared,
      id: 'endSession',
      method: 'DELETE',
      path: '/users/{userId}/sessions/{sessionId}',
      summary: 'End a session',
      description: `Signs the user out on one device at once, on every replica. ${whose}`,
      params: OneSession,
      returns: { 204: { description: 'The session has ended.' } },
      errors: ['user_not_found', 'session_not_found'],
      example: {
        path: { userId: '1', sessionId: '1' },
        client: `await store.sessions.end(1, 1)`,
      },
      handle: async ({ author, caller, params }) => {
        await sessions.endOne(author, await personOf(caller, params.userId), params.sessionId)
        return noContent
      },
    }),
  ]
}
