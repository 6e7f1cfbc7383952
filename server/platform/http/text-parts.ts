import { hash } from 'node:crypto'
import { constants, crc32, deflateRawSync } from 'node:zlib'

/** A part of texts that is compressed once, however many texts it is a part of. */
export type KeptText = {
  readonly bytes: Buffer
  /** Of the deflate format (RFC 1951): whole bytes, to which others can be added. */
  deflated(): Buffer
  /** Names its bytes, or those that it is compressed to. */
  digest(of: 'bytes' | 'deflated'): string
}

/** A text in one piece, or in parts, those among them that other texts have too. */
export type TextParts = string | readonly (string | KeptText)[]

export const keptText = (text: string): KeptText => {
  const bytes = exact(Buffer.from(text))
  let deflated: Buffer | undefined
  const digests: { bytes?: string; deflated?: string } = {}
  const kept: KeptText = {
    bytes,
    deflated() {
      deflated ??= deflate(bytes)
      return deflated
    },
    digest(of) {
      digests[of] ??= digestOf(of === 'bytes' ? bytes : kept.deflated())
      return digests[of]
    },
  }
  return kept
}

/** Characters of a text that no others share. */
export const ownLength = (text: TextParts): number =>
  partsOf(text).reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0)

/** Of all of it, in bytes where others share it, and else in characters. */
export const wholeLength = (text: TextParts): number =>
  partsOf(text).reduce(
    (sum, part) => sum + (typeof part === 'string' ? part.length : part.bytes.length),
    0,
  )

export const wholeBytes = (text: TextParts): Buffer =>
  typeof text === 'string' ? exact(Buffer.from(text)) : exact(Buffer.concat(text.map(bytesOf)))

const partsOf = (text: TextParts): readonly (string | KeptText)[] =>
  typeof text === 'string' ? [text] : text

const bytesOf = (part: string | KeptText): Buffer =>
  typeof part === 'string' ? Buffer.from(part) : part.bytes

/**
 * Names a text in parts, or the bytes that these are compressed to: others are named otherwise. No part is looked through
 * twice.
 */
export const digestOfParts = (text: TextParts, of: 'bytes' | 'deflated'): string =>
  digestOf(
    partsOf(text)
      .map((part) => (typeof part === 'string' ? `${part.length} ${part}` : part.digest(of)))
      .join(' '),
  )

const digestOf = (text: string | Buffer): string => hash('sha256', text).slice(0, 16)

/** One member of gzip (RFC 1952), of which only those parts are compressed that were not before. */
export const gzipParts = (text: TextParts): Buffer => {
  const chunks: Buffer[] = [HEADER]
  let sum = 0
  let length = 0
  for (const part of partsOf(text)) {
    const bytes = bytesOf(part)
    // The sum of no bytes is 0 in some releases of Node.js 24, whatever it goes on from.
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

/** To keep: what is compressed, or short, is a piece of up to 64 KiB that others had before, and would keep all of it. */
export const exact = (bytes: Buffer): Buffer => {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** Deflate, no time and no name of a file, from an unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty block that says that it is the last, and room for the sum and the length. */
const LAST_BLOCK = [3, 0, 0, 0, 0, 0, 0, 0, 0, 0]
/** Of nine. Better ones take longer than they save. */
const LEVEL = 1

/** Whole bytes without a last block (RFC 1951), so that others can follow. */
const deflate = (bytes: Buffer): Buffer =>
  exact(deflateRawSync(bytes, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH }))
