import { signal } from '../platform/signal.ts'

/** Pages for links with a token after the #. */
const linkPages = ['/console/setup', '/console/password', '/console/sign-up'] as const

/** The token of the opened link: only in memory, until it is used. */
export const linkToken = signal<string | undefined>(undefined)

/**
 * Removes the token from the URL, so that it is in no history, bookmark or screenshot. Browsers do
 * not send the part after the # to a server.
 */
export const takeLinkToken = (): void => {
  const { pathname, search, hash } = window.location
  if (hash.length < 2 || !linkPages.some((path) => path === pathname)) return
  window.history.replaceState(window.history.state, '', pathname + search)
  linkToken.set(hash.slice(1))
}
