import { SESSION_MS } from '../sessions/session.ts'

type Cookie = {
  name: string
  path: string
  maxAgeMs: number
  /** `Lax` where the browser comes back from another site. */
  sameSite: 'Strict' | 'Lax'
}

/** What keeps somebody signed in. */
export const sessionCookie: Cookie = {
  name: 'aas_session',
  path: '/auth',
  maxAgeMs: SESSION_MS,
  sameSite: 'Strict',
}

/** What a request carries of it. */
export const readCookie = (header: string | undefined, { name }: Cookie): string | undefined => {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}

/** `Set-Cookie` that gives it to the browser, or takes it away: no script and no other site gets at it. */
export const writeCookie = (
  { name, path, maxAgeMs, sameSite }: Cookie,
  value: string | undefined,
  origin: string,
): readonly string[] => {
  const maxAge = value === undefined ? 0 : maxAgeMs / 1_000
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  const rules = `Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=${sameSite}${secure}`
  return ['set-cookie', `${name}=${value ?? ''}; ${rules}`]
}
