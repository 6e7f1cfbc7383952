import { signal } from '../platform/signal.ts'

/** Pages to which links with a token behind the # lead. */
const linkPages = ['/console/setup', '/console/password', '/console/sign-up'] as const

/** The token of the link that was opened: in memory only, until it is used. */
export const linkToken = signal<string | undefined>(undefined)

/**
 * Takes the token out of the address, so that it is in no history, bookmark or screenshot. No browser sends what is
 * behind the # to a server.
 */
export const takeLinkToken = (): void => {
  const { pathname, search, hash } = window.location
  if (hash.length < 2 || !linkPages.some((path) => path === pathname)) return
  window.history.replaceState(window.history.state, '', pathname + search)
  linkToken.set(hash.slice(1))
}
