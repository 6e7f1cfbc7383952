import type { Visit } from '../../requests/api/operation.ts'
import { SESSION_MS } from '../sessions/session.ts'

type Cookie = {
  name: string
  path: string
  maxAgeMs: number
  /** `Lax` if the browser returns from another site. */
  sameSite: 'Strict' | 'Lax'
}

/** The cookie of a session. */
export const sessionCookie: Cookie = {
  name: 'aas_session',
  path: '/auth',
  maxAgeMs: SESSION_MS,
  sameSite: 'Strict',
}

type Sent = Pick<Visit, 'headers' | 'origin'>

export const isSecure = (origin: string): boolean => origin.startsWith('https:')

/**
 * Over TLS, browsers accept the prefix only from this host: a page on a sibling host cannot set the
 * cookie.
 */
const nameOf = ({ name }: Cookie, origin: string): string => (isSecure(origin) ? `__Host-${name}` : name)

const valuesOf = ({ headers }: Sent, name: string): string[] =>
  (headers.cookie ?? '').split(';').flatMap((part) => {
    const at = part.indexOf('=')
    return at > 0 && part.slice(0, at).trim() === name ? [part.slice(at + 1).trim()] : []
  })

/**
 * The value of the cookie. Undefined if the request has two, as one of them was set by somebody
 * else.
 */
export const readCookie = (sent: Sent, cookie: Cookie): string | undefined => {
  const values = valuesOf(sent, nameOf(cookie, sent.origin))
  return values.length === 1 ? values[0] : undefined
}

/**
 * The token of a session. `isUnprefixed` over TLS: the cookie is from before cookies had the
 * prefix.
 */
type SentSession = { token: string; isUnprefixed: boolean }

export const readSession = (sent: Sent): SentSession | undefined => {
  const { origin } = sent
  const isPrefixed = isSecure(origin) && valuesOf(sent, nameOf(sessionCookie, origin)).length > 0
  const name = isPrefixed ? nameOf(sessionCookie, origin) : sessionCookie.name
  const values = valuesOf(sent, name)
  const [token] = values
  if (token === undefined || values.length > 1) return undefined
  return { token, isUnprefixed: isSecure(origin) && !isPrefixed }
}

/** A `Set-Cookie` header that sets or clears the cookie. Scripts and other sites cannot read it. */
export const writeCookie = (cookie: Cookie, value: string | undefined, origin: string): readonly string[] => {
  const { path, maxAgeMs, sameSite } = cookie
  const maxAge = value === undefined ? 0 : maxAgeMs / 1_000
  const secure = isSecure(origin) ? '; Secure' : ''
  const place = isSecure(origin) ? '/' : path
  const rules = `Path=${place}; Max-Age=${maxAge}; HttpOnly; SameSite=${sameSite}${secure}`
  return ['set-cookie', `${nameOf(cookie, origin)}=${value ?? ''}; ${rules}`]
}

/** A `Set-Cookie` header that clears the unprefixed session cookie, if one was sent over TLS. */
export const clearUnprefixed = (sent: Sent): readonly string[] => {
  const isSent = isSecure(sent.origin) && valuesOf(sent, sessionCookie.name).length > 0
  const { name, path, sameSite } = sessionCookie
  return isSent ? ['set-cookie', `${name}=; Path=${path}; Max-Age=0; HttpOnly; SameSite=${sameSite}; Secure`] : []
}
