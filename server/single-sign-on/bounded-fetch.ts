import type { CustomFetch } from 'openid-client'

/** Metadata, keys and tokens have some KB. Whatever goes on for longer is none of them. */
const MAX_BYTES = 1_048_576

/** `fetch` for what is small: a longer response, also one that only unpacks to more, is broken off and is an error. */
export const boundedFetch: CustomFetch = async (url, options) => {
  // The library's options are made for `fetch`; its types name a few more kinds of body.
  const response = await fetch(url, options as RequestInit)
  const { status, statusText, headers } = response
  if (!response.body) return response
  const pieces: Uint8Array[] = []
  let bytes = 0
  // To leave the loop breaks the response off.
  for await (const piece of response.body) {
    bytes += piece.length
    if (bytes > MAX_BYTES) throw new Error(`the response is longer than ${MAX_BYTES} bytes`)
    pieces.push(piece)
  }
  return new Response(Buffer.concat(pieces), { status, statusText, headers })
}
