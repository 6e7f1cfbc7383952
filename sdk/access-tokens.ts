/**
 * The access tokens of a person who is signed in, each of which is valid for some minutes. Pass this instead of a key:
 *
 *     const session = { get: () => token, renew: async () => (token = await another()) !== undefined }
 *     const store = new AdoptionStore({ apiKey: session, baseUrl })
 */
export type AccessTokens = {
  /** The token of the next request. What it throws is the error of the attempt. */
  get: () => string | Promise<string>
  /** The service has rejected this token with 401. Returns whether to try once more with what `get` returns then. */
  renew: (rejected: string) => Promise<boolean>
}

/** A key is a token that is never renewed. */
export const tokensOf = (apiKey: string | AccessTokens): AccessTokens => {
  if (typeof apiKey === 'object' && apiKey !== null) return apiKey
  const key = checkedKey(apiKey)
  return { get: () => key, renew: async () => false }
}

/** Checked here, because `fetch` would show the key in its error. */
const checkedKey = (apiKey: string): string => {
  if (typeof apiKey === 'string' && /^[\x21-\x7e]+$/.test(apiKey)) return apiKey
  throw new TypeError('apiKey must be an API key: printable ASCII characters without spaces')
}
