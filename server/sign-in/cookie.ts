import { SESSION_MS } from '../sessions/session.ts'

const NAME = 'aas_session'

/** The refresh token of a request's cookie. */
export const readCookie = (header: string | undefined): string | undefined => {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === NAME) return part.slice(at + 1).trim()
  }
  return undefined
}

/** `Set-Cookie` that gives the browser a refresh token, or takes it away: no script and no other site gets at it. */
export const writeCookie = (token: string | undefined, origin: string): readonly string[] => {
  const maxAge = token === undefined ? 0 : SESSION_MS / 1_000
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  const rules = `Path=/auth; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`
  return ['set-cookie', `${NAME}=${token ?? ''}; ${rules}`]
}
