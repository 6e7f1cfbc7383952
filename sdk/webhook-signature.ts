/** Returns the Web Crypto of the options, or the global one. */
export const subtleOf = (options: { crypto?: Pick<Crypto, 'subtle'> | undefined }): SubtleCrypto => {
  const subtle = (options.crypto ?? globalThis.crypto)?.subtle
  if (!subtle) throw new TypeError('no Web Crypto here: give it as `crypto`')
  return subtle
}

/** Imports the key of a secret (`whsec_...`), to sign and to verify. */
export const hmacKey = (subtle: SubtleCrypto, secret: string): Promise<CryptoKey> => {
  const bytes = bytesOfBase64(secret.replace(/^whsec_/, ''))
  if (!bytes?.length) throw new TypeError('a secret must be whsec_ and base64')
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify'])
}

/** Returns the bytes to sign. */
export const signedBytes = (
  { id, timestamp }: { id: string; timestamp: string },
  payload: string | Uint8Array,
): Uint8Array<ArrayBuffer> => {
  const encoder = new TextEncoder()
  const head = encoder.encode(`${id}.${timestamp}.`)
  const body = typeof payload === 'string' ? encoder.encode(payload) : payload
  const bytes = new Uint8Array(head.length + body.length)
  bytes.set(head)
  bytes.set(body, head.length)
  return bytes
}

export const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
