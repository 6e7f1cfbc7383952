/**
 * A source of access tokens for a signed-in user. Each token is valid for a few minutes. Pass it instead of an API key:
 *
 *     const session = { get: () => token, renew: async () => (token = await another()) !== undefined }
 *     const store = new AdoptionStore({ apiKey: session, baseUrl })
 */
export type AccessTokens = {
  /** Returns the token for the next request. If it throws, the attempt fails with that error. */
  get: () => string | Promise<string>
  /**
   * Called when the service rejects `token` with 401. Return true to retry the request once with the token that `get`
   * then returns.
   */
  renew: (rejected: string) => Promise<boolean>
}

/** A key is a token that is never renewed. */
export const tokensOf = (apiKey: string | AccessTokens): AccessTokens => {
  if (typeof apiKey === 'object' && apiKey !== null) return apiKey
  const key = checkedKey(apiKey)
  return { get: () => key, renew: async () => false }
}

/** Checked here because an error from `fetch` would contain the key. */
const checkedKey = (apiKey: string): string => {
  if (typeof apiKey === 'string' && /^[\x21-\x7e]+$/.test(apiKey)) return apiKey
  throw new TypeError('apiKey must be an API key: printable ASCII characters without spaces')
}
