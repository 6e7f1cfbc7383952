import type { Int64 } from './exact-json.ts'
import type { ChangeOptions, ListOptions, PostOptions, ReadOptions } from './options.ts'
import { type List, list } from './page.ts'
import { inPath } from './request.ts'
import type { Call } from './response.ts'
import type { InvitedUser, NewUser, PageQuery, PasswordLink, Session, User, UserPatch } from './schemas.ts'
import type { Send } from './transport.ts'

/** Calls for users. They need the scope `admin`, and throw `user_not_found`. */
export type UserCalls = ReturnType<typeof userCalls>

export const userCalls = (send: Send) => ({
  /** Lists users. Members see the users of their own account. Awaitable, and iterable over all pages. */
  list: (query?: PageQuery, options?: ListOptions): List<User> =>
    list(send, { operation: 'listUsers', path: '/users', query }, options),

  /** Invites a user. The link to set a password is returned only here. Throws `email_in_use`, `insufficient_scope`. */
  create: (user: NewUser, options?: PostOptions): Call<InvitedUser> =>
    send({ operation: 'createUser', method: 'POST', path: '/users', body: user }, options),

  /** Gets a user. */
  get: (id: Int64, options?: ReadOptions): Call<User> => send({ operation: 'getUser', path: userPath(id) }, options),

  /** Changes the given fields. `disabled: true` ends all sessions. Throws `last_admin`, `precondition_failed`. */
  update: (id: Int64, patch: UserPatch, options?: ChangeOptions): Call<User> =>
    send({ operation: 'updateUser', method: 'PATCH', path: userPath(id), body: patch }, options),

  /** Deletes a user and ends all their sessions. Throws `last_admin`, `precondition_failed`. */
  remove: (id: Int64, options?: ChangeOptions): Call<void> =>
    send({ operation: 'deleteUser', method: 'DELETE', path: userPath(id) }, options),

  /** Creates a link for the user to set a new password. It is returned only here. */
  resetPassword: (id: Int64, options?: PostOptions): Call<PasswordLink> =>
    send({ operation: 'resetPassword', method: 'POST', path: `${userPath(id)}/reset-password` }, options),
})

/** The id of a user, or `me` for the caller. */
type Whose = Int64 | 'me'

/** Calls for sessions. Every user can use them for `me`; for others they need the scope `admin`. */
export type SessionCalls = ReturnType<typeof sessionCalls>

export const sessionCalls = (send: Send) => ({
  /** Lists the devices on which a user is signed in. Awaitable, and iterable over all pages. */
  list: (user: Whose, query?: PageQuery, options?: ListOptions): List<Session> =>
    list(send, { operation: 'listSessions', path: sessionsPath(user), query }, options),

  /** Signs a user out on one device immediately. Throws `session_not_found`. */
  end: (user: Whose, id: Int64, options?: ChangeOptions): Call<void> =>
    send({ operation: 'endSession', method: 'DELETE', path: `${sessionsPath(user)}/${inPath(id)}` }, options),

  /** Signs a user out everywhere immediately. */
  endAll: (user: Whose, options?: ChangeOptions): Call<void> =>
    send({ operation: 'endSessions', method: 'DELETE', path: sessionsPath(user) }, options),
})

const userPath = (id: Int64): string => `/users/${inPath(id)}`
const sessionsPath = (user: Whose): string => `/users/${user === 'me' ? user : inPath(user)}/sessions`
