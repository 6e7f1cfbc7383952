import { hash } from 'node:crypto'

const BLOCK_BYTES = 64
const HASH_BYTES = 32
/** Of most entries; a longer text has a place of its own. */
const KEPT_BYTES = 4_096

/**
 * HMAC-SHA-256 (RFC 2104) of texts, each of which is in UTF-8, as base64url. `createHmac` makes a stream for each, which
 * takes twice the time of two plain hashes.
 */
export const textMac = (secret: Buffer): ((text: string) => string) => {
  const key = Buffer.alloc(BLOCK_BYTES)
  if (secret.length <= BLOCK_BYTES) secret.copy(key)
  else hash('sha256', secret, 'buffer').copy(key)
  const kept = Buffer.alloc(BLOCK_BYTES + KEPT_BYTES)
  const outer = Buffer.alloc(BLOCK_BYTES + HASH_BYTES)
  for (const [at, byte] of key.entries()) {
    kept[at] = byte ^ 0x36
    outer[at] = byte ^ 0x5c
  }
  return (text) => {
    const inner = text.length * 3 <= KEPT_BYTES ? kept : Buffer.alloc(BLOCK_BYTES + text.length * 3)
    if (inner !== kept) kept.copy(inner, 0, 0, BLOCK_BYTES)
    const end = BLOCK_BYTES + inner.write(text, BLOCK_BYTES, 'utf8')
    // Bytes as a text, as a hash makes a buffer more slowly than it is copied.
    outer.write(hash('sha256', inner.subarray(0, end), 'binary'), BLOCK_BYTES, 'latin1')
    return hash('sha256', outer, 'base64url')
  }
}
