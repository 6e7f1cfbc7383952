import type { IncomingMessage } from 'node:http'

/**
 * The URL to route by. The target of a request may be a whole URL, whose authority then replaces the Host header (RFC
 * 9112 section 3.2.2). Percent signs that encode nothing are taken as they stand, so that they make an unknown id
 * rather than an unroutable path.
 */
export const readTarget = (request: IncomingMessage): string => {
  const { url = '/' } = request
  if (url.startsWith('/') && !url.includes('%')) return url
  const target = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url)
  if (target) replaceHost(request, target[1] ?? '')
  const path = target?.[2] ?? url
  return routable(path.startsWith('/') ? path : `/${path}`)
}

/** A request that lacks the header still lacks it: of HTTP/1.1 it is malformed. */
const replaceHost = ({ headers, httpVersion }: IncomingMessage, authority: string): void => {
  if (headers.host !== undefined || httpVersion === '1.0') headers.host = authority
}

const routable = (path: string): string => {
  const end = path.indexOf('?')
  const [before, query] = end < 0 ? [path, ''] : [path.slice(0, end), path.slice(end)]
  return isDecodable(before) ? path : before.replaceAll('%', '%25') + query
}

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
