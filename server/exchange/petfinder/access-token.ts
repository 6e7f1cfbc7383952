import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

/** How long a token is valid. */
export const TOKEN_MS = 3_600_000

/** The content of a token: the key that it represents, and its expiry. */
type Grant = { keyId: bigint; expiresAtMs: number }

export const PETFINDER_TOKEN = 'aas_pf_'

const GRANT_BYTES = 16
const MAC_BYTES = 32
/** Every bit of the text is significant, so every modification is detected. */
const form = /^aas_pf_[\w-]{64}$/

/** Tokens are not stored: they are verified with `secret`. */
export const writeToken = ({ keyId, expiresAtMs }: Grant, secret: KeyObject): string => {
  const grant = Buffer.alloc(GRANT_BYTES)
  grant.writeBigInt64BE(keyId)
  grant.writeBigInt64BE(BigInt(expiresAtMs), 8)
  return PETFINDER_TOKEN + Buffer.concat([grant, macOf(grant, secret)]).toString('base64url')
}

/** Undefined unless the token was made with `secret`. */
export const readToken = (text: string, secret: KeyObject): Grant | undefined => {
  if (!form.test(text)) return undefined
  const bytes = Buffer.from(text.slice(PETFINDER_TOKEN.length), 'base64url')
  const grant = bytes.subarray(0, GRANT_BYTES)
  const mac = bytes.subarray(GRANT_BYTES)
  if (mac.length !== MAC_BYTES || !timingSafeEqual(mac, macOf(grant, secret))) return undefined
  return { keyId: grant.readBigInt64BE(), expiresAtMs: Number(grant.readBigInt64BE(8)) }
}

const macOf = (grant: Buffer, secret: KeyObject): Buffer => createHmac('sha256', secret).update(grant).digest()
