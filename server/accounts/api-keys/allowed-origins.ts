import type { Fault } from '../../platform/http/http-error.ts'

/**
 * A site rarely has more than two origins. Every request of a publishable key is compared with all
 * of them.
 */
export const MAX_ORIGINS = 20
/** The longest host name (253), with a scheme and a port. */
export const MAX_ORIGIN_LENGTH = 267

/**
 * Normalizes origins as browsers send them (RFC 6454 section 6.2), without duplicates, and reports
 * invalid ones.
 */
export const readOrigins = (texts: readonly string[]): { origins: string[]; issues: Fault[] } => {
  const origins = new Set<string>()
  const issues: Fault[] = []
  for (const [at, text] of texts.entries()) {
    const origin = readOrigin(text)
    if (origin !== undefined) origins.add(origin)
    else issues.push({ field: `allowedOrigins.${at}`, code: 'invalid_value', message: rule })
  }
  return { origins: [...origins], issues }
}

const rule =
  'must be an origin such as https://www.example.org: https, a host and perhaps a port, no path and no wildcard ' +
  '(http for localhost only)'

/** Lower case, punycode, and without the scheme's default port. */
const readOrigin = (text: string): string | undefined => {
  if (text.length > MAX_ORIGIN_LENGTH || !URL.canParse(text)) return undefined
  const { protocol, hostname, pathname, origin, href } = new URL(text)
  const isPlain = pathname === '/' && href === `${origin}/` && !/[?#@\\]/.test(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLocal(hostname))
  return isPlain && isSafe && hostForm.test(hostname) ? origin : undefined
}

/** The hosts that a browser accepts: a name or an address, without `*`. */
const hostForm = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/

/** Nobody can modify a page in transit that comes from the same machine. */
const isLocal = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127\.\d+\.\d+\.\d+$/.test(hostname)
