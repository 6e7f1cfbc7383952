/** How long an invitation or reset link is valid. */
export const LINK_MS = 7 * 86_400_000

/**
 * The page to set a password. The token is after the `#`, which browsers do not send to servers.
 */
export const passwordLink = (origin: string, token: string): string =>
  `${withoutSlash(origin)}/console/password#${token}`

/** The page to sign up. */
export const signUpLink = (origin: string, token: string): string => `${withoutSlash(origin)}/console/sign-up#${token}`

/** The page to create the first admin. */
export const setupLink = (origin: string, token: string): string => `${withoutSlash(origin)}/console/setup#${token}`

const withoutSlash = (origin: string): string => (origin.endsWith('/') ? origin.slice(0, -1) : origin)
