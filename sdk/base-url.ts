/** Returns the URL of version 1, with `/v1` added if it is missing. Throws a TypeError if the URL is invalid. */
export const versioned = (baseUrl: string): string => {
  const { origin, pathname } = checkedUrl(baseUrl)
  const path = pathname.replace(/\/+$/, '')
  return `${origin}${path.endsWith('/v1') ? path : `${path}/v1`}`
}

/** Checked here because `fetch` would fail only when a request is sent, and the client would retry. */
export const checkedUrl = (baseUrl: string): URL => {
  const url = parsed(baseUrl)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(
      `baseUrl must be an http or https URL, such as https://store.example.org, not ${JSON.stringify(baseUrl)}`,
    )
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl must have no user name, password, query or fragment')
  }
  return url
}

const parsed = (text: string): URL | undefined => {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
