/** The parameters of a URL's query: each name with all its values, `undefined` for one that is no valid UTF-8. */
export type Query = Map<string, (string | undefined)[]>

/** Reads `application/x-www-form-urlencoded` (WHATWG URL section 5.1), but keeps what could not be decoded as a fault. */
export const parseQuery = (encoded: string): Query => {
  const query: Query = new Map()
  for (const pair of encoded.split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const name = at < 0 ? pair : pair.slice(0, at)
    const value = at < 0 ? '' : pair.slice(at + 1)
    // Most pairs stand for themselves.
    const isEncoded = pair.includes('%') || pair.includes('+')
    const key = isEncoded ? (decode(name) ?? name) : name
    const text = isEncoded ? decode(value) : value
    const values = query.get(key)
    if (values) values.push(text)
    else query.set(key, [text])
  }
  return query
}

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
