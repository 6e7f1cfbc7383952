type Fetch = (url: string, init: RequestInit) => Promise<Response>

type Unsettled = { key: string; endsAtMs: number }

const KEY = 'idempotency-key'
/** The store remembers keys for longer. */
const MAX_AGE_MS = 60 * 60_000
const MAX_UNSETTLED = 50

/**
 * Sends a request again with the idempotency key of the first attempt if that one got no response. The store may have
 * carried it out, so pressing Save again must not add the same thing twice. `nowMs` is the clock.
 */
export const repeatPosts = (fetch: Fetch, nowMs: () => number = Date.now): Fetch => {
  const unsettled = new Map<string, Unsettled>()

  return async (url, init) => {
    const headers = new Headers(init.headers)
    const sent = headers.get(KEY)
    const { body = '' } = init
    if (sent === null || typeof body !== 'string') return fetch(url, init)
    const content = `${init.method} ${url}\n${body}`
    const earlier = unsettled.get(content)
    const key = earlier && earlier.endsAtMs > nowMs() ? earlier.key : sent
    headers.set(KEY, key)
    // The oldest come first.
    unsettled.delete(content)
    unsettled.set(content, { key, endsAtMs: nowMs() + MAX_AGE_MS })
    for (const oldest of [...unsettled.keys()].slice(0, -MAX_UNSETTLED)) unsettled.delete(oldest)
    const response = await fetch(url, { ...init, headers })
    if (response.status < 500) unsettled.delete(content)
    return response
  }
}
