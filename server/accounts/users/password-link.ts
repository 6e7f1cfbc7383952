/** How long a link that somebody is sent is valid. */
export const LINK_MS = 7 * 86_400_000

/** Where somebody sets a password. The token is behind the `#`, which no browser sends to a server. */
export const passwordLink = (origin: string, token: string): string =>
  `${withoutSlash(origin)}/console/password#${token}`

/** Where somebody makes an account of their own. */
export const signUpLink = (origin: string, token: string): string =>
  `${withoutSlash(origin)}/console/sign-up#${token}`

/** Where the first admin is made. */
export const setupLink = (origin: string, token: string): string =>
  `${withoutSlash(origin)}/console/setup#${token}`

const withoutSlash = (origin: string): string =>
  origin.endsWith('/') ? origin.slice(0, -1) : origin
