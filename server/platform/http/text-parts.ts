import { hash } from 'node:crypto'
import { constants, crc32, deflateRawSync } from 'node:zlib'

/** A part that many texts share, and that is compressed only once. */
export type SharedText = {
  readonly bytes: Buffer
  /** In the deflate format (RFC 1951), aligned to whole bytes so that other parts can follow. */
  deflated(): Buffer
  /** A digest of the bytes, or of the compressed bytes. */
  digest(of: 'bytes' | 'deflated'): string
}

/** A text in one piece, or in parts, some of which it shares with other texts. */
export type TextParts = string | readonly (string | SharedText)[]

export const sharedText = (text: string): SharedText => {
  const bytes = exact(Buffer.from(text))
  let deflated: Buffer | undefined
  const digests: { bytes?: string; deflated?: string } = {}
  const shared: SharedText = {
    bytes,
    deflated() {
      deflated ??= deflate(bytes)
      return deflated
    },
    digest(of) {
      digests[of] ??= digestOf(of === 'bytes' ? bytes : shared.deflated())
      return digests[of]
    },
  }
  return shared
}

/** The number of characters that the text does not share. */
export const ownLength = (text: TextParts): number =>
  partsOf(text).reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0)

/** The approximate length: shared parts count in bytes, others in characters. */
export const wholeLength = (text: TextParts): number =>
  partsOf(text).reduce(
    (sum, part) => sum + (typeof part === 'string' ? part.length : part.bytes.length),
    0,
  )

export const wholeBytes = (text: TextParts): Buffer =>
  typeof text === 'string' ? exact(Buffer.from(text)) : exact(Buffer.concat(text.map(bytesOf)))

const partsOf = (text: TextParts): readonly (string | SharedText)[] =>
  typeof text === 'string' ? [text] : text

const bytesOf = (part: string | SharedText): Buffer =>
  typeof part === 'string' ? Buffer.from(part) : part.bytes

/** A digest of a text in parts, or of its compressed parts. The digests of shared parts are computed only once. */
export const digestOfParts = (text: TextParts, of: 'bytes' | 'deflated'): string =>
  digestOf(
    partsOf(text)
      .map((part) => (typeof part === 'string' ? `${part.length} ${part}` : part.digest(of)))
      .join(' '),
  )

const digestOf = (text: string | Buffer): string => hash('sha256', text).slice(0, 16)

/** Compresses a text to one gzip member (RFC 1952), reusing the parts that are already compressed. */
export const gzipParts = (text: TextParts): Buffer => {
  const chunks: Buffer[] = [HEADER]
  let sum = 0
  let length = 0
  for (const part of partsOf(text)) {
    const bytes = bytesOf(part)
    // In some releases of Node.js 24, the checksum of zero bytes is 0 whatever it continues from.
    if (bytes.length === 0) continue
    chunks.push(typeof part === 'string' ? deflate(bytes) : part.deflated())
    sum = crc32(bytes, sum)
    length += bytes.length
  }
  const end = Buffer.from(LAST_BLOCK)
  end.writeUInt32LE(sum, 2)
  end.writeUInt32LE(length, 6)
  return exact(Buffer.concat([...chunks, end]))
}

/**
 * Copies bytes that will be cached. A short buffer is often a slice of a shared one of up to 64 KiB, and would keep
 * all of it in memory.
 */
export const exact = (bytes: Buffer): Buffer => {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** Deflate, no modification time, no file name, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty final block, followed by room for the checksum and the length. */
const LAST_BLOCK = [3, 0, 0, 0, 0, 0, 0, 0, 0, 0]
/** Of nine. Higher levels take more time than they save. */
const LEVEL = 1

/** Compresses to whole bytes without a final block (RFC 1951), so that other parts can follow. */
const deflate = (bytes: Buffer): Buffer =>
  exact(deflateRawSync(bytes, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH }))
