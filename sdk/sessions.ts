import type { Int64 } from './exact-json.ts'
import type { Session } from './openapi.gen.ts'
import type { ChangeOptions, ListOptions } from './options.ts'
import { type List, list } from './page.ts'
import type { PageQuery } from './queries.ts'
import { inPath } from './request.ts'
import type { Call } from './response.ts'
import type { Send } from './transport.ts'

/** The id of a user, or `me` for the caller. */
type Whose = Int64 | 'me'

/** Calls for sessions. Every user can use them for `me`; for others they need the scope `admin`. */
export type SessionCalls = ReturnType<typeof sessionCalls>

export const sessionCalls = (send: Send) => ({
  /** Lists the devices on which a user is signed in. Awaitable, and iterable over all pages. */
  list: (user: Whose, query?: PageQuery, options?: ListOptions): List<Session> =>
    list(send, { operation: 'listSessions', path: path(user), query }, options),

  /** Signs a user out on one device immediately. Throws `session_not_found`. */
  end: (user: Whose, id: Int64, options?: ChangeOptions): Call<void> =>
    send({ operation: 'endSession', method: 'DELETE', path: `${path(user)}/${inPath(id)}` }, options),

  /** Signs a user out everywhere immediately. */
  endAll: (user: Whose, options?: ChangeOptions): Call<void> =>
    send({ operation: 'endSessions', method: 'DELETE', path: path(user) }, options),
})

const path = (user: Whose): string => `/users/${inPath(user)}/sessions`
