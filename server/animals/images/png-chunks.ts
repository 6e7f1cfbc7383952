import type { FileHandle } from 'node:fs/promises'

const SIGNATURE_BYTES = 8
/** The length and type before a chunk's data, and the checksum after it. */
const HEAD_BYTES = 8
const CHECKSUM_BYTES = 4
/** Far more than any program writes before the image data. */
const MAX_CHUNKS = 1_000

/**
 * Whether a PNG is animated: the chunk that says so comes before the image data (PNG, third
 * edition, section 5.6).
 */
export const isAnimatedPng = async (file: FileHandle): Promise<boolean> => {
  const head = Buffer.alloc(HEAD_BYTES)
  let at = SIGNATURE_BYTES
  for (let chunks = 0; chunks < MAX_CHUNKS; chunks += 1) {
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, at)
    if (bytesRead < HEAD_BYTES) return false
    const type = head.toString('latin1', 4)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
    at += HEAD_BYTES + head.readUInt32BE(0) + CHECKSUM_BYTES
  }
  return true
}
