import type { Fault } from '../../platform/http/http-error.ts'

/** Pages of a site mostly have one origin or two; each request of a publishable key is held against them. */
export const MAX_ORIGINS = 20
/** The longest name of a host (253), with a scheme and a port. */
export const MAX_ORIGIN_LENGTH = 267

/** Origins as browsers send them (RFC 6454 section 6.2), each once, and what is wrong with the others. */
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

/** Lower case, punycode, and no port where it is the scheme's own, whichever way it was written. */
const readOrigin = (text: string): string | undefined => {
  if (text.length > MAX_ORIGIN_LENGTH || !URL.canParse(text)) return undefined
  const { protocol, hostname, pathname, origin, href } = new URL(text)
  const isPlain = pathname === '/' && href === `${origin}/` && !/[?#@\\]/.test(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLocal(hostname))
  return isPlain && isSafe && hostForm.test(hostname) ? origin : undefined
}

/** What a browser can have for a host: a name or an address, and no `*`. */
const hostForm = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/

/** Nobody on the way can change a page that comes from the same machine. */
const isLocal = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127\.\d+\.\d+\.\d+$/.test(hostname)
