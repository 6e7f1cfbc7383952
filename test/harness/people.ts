import type { Role } from '../../server/requests/access/role.ts'
import type { TestApp } from './app.ts'
import { tester } from './author.ts'

export const password = 'velvet-otter-harbour-71'

type Options = { address?: string; headers?: Record<string, string> }

/** Creates users of a store, and signs them in as a page does. */
export const peopleOf = (app: TestApp) => {
  const post = async (path: string, body?: object, { address = '127.0.0.1', headers = {} }: Options = {}) => {
    const response = await app.send({
      method: 'POST',
      url: path,
      remoteAddress: address,
      headers: {
        host: 'store.test',
        origin: 'http://store.test',
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { payload: JSON.stringify(body) }),
    })
    return response
  }
  const signIn = (email: string, secret = password, options?: Options) =>
    post('/auth/sign-in', { email, password: secret }, options)

  let made = 0
  /** Adds a user with a password who is signed in. Returns request headers and the cookie. */
  const add = async (
    role: Role,
    { accountId, origin = 'http://store.test' }: { accountId?: bigint; origin?: string } = {},
  ) => {
    made += 1
    const email = `${role}-${made}@shelter.example.org`
    const { user, token } = await app.service.users.create(tester, {
      email,
      name: `${role} ${made}`,
      role,
      ...(accountId !== undefined && { accountId }),
    })
    const response = await post('/auth/password', { token, password }, { headers: { origin } })
    if (response.statusCode !== 200) throw new Error(response.body)
    return { id: user.id, email, ...signedIn(response) }
  }
  return { post, signIn, add }
}

/** The part of a sign-in response that a browser stores. */
export const signedIn = (response: { json(): { accessToken: string }; headers: object }) => {
  const { accessToken } = response.json()
  return {
    accessToken,
    headers: { authorization: `Bearer ${accessToken}` },
    cookie: cookieOf(response),
  }
}

export const cookieOf = ({ headers }: { headers: object }): string =>
  String([(headers as Record<string, unknown>)['set-cookie']].flat()[0]).split(';')[0] ?? ''
