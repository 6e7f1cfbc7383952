import { constants, crc32, deflateRawSync, type ZlibOptions } from 'node:zlib'

/** A part of texts that is compressed once, however many texts it is a part of. */
export type KeptText = {
  readonly text: string
  bytes(): Buffer
  /** Of the deflate format (RFC 1951): whole bytes, to which others can be added. */
  deflated(): Buffer
  /** Whether it has been a part of more than one text; before that, nothing is saved by compressing it alone. */
  isShared: boolean
}

/** A text in one piece, or in parts, those among them that other texts have too. */
export type TextParts = string | readonly (string | KeptText)[]

export const keptText = (text: string): KeptText => {
  let bytes: Buffer | undefined
  let deflated: Buffer | undefined
  const kept: KeptText = {
    ...{ text, isShared: false },
    bytes() {
      bytes ??= exact(Buffer.from(text))
      return bytes
    },
    deflated() {
      deflated ??= exact(deflate(kept.bytes(), sharedOptions))
      return deflated
    },
  }
  return kept
}

/** Characters of a text that no others share, and bytes of those that some do, once for all of them. */
export const ownLength = (text: TextParts): number =>
  typeof text === 'string'
    ? text.length
    : text.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0)

/** Characters of all of it. */
export const wholeLength = (text: TextParts): number =>
  typeof text === 'string'
    ? text.length
    : text.reduce((sum, part) => sum + (typeof part === 'string' ? part : part.text).length, 0)

export const wholeText = (text: TextParts): string =>
  typeof text === 'string'
    ? text
    : text.map((part) => (typeof part === 'string' ? part : part.text)).join('')

/** One member of gzip (RFC 1952), of which only those parts are compressed that were not before. */
export const gzipParts = (parts: readonly (string | KeptText)[]): Buffer => {
  const chunks: Buffer[] = [HEADER]
  let sum = 0
  let length = 0
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part.bytes()
    chunks.push(typeof part === 'string' ? deflate(bytes, ownOptions) : part.deflated())
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
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** Deflate, no time and no name of a file, from an unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty block that says that it is the last, and room for the sum and the length. */
const LAST_BLOCK = [3, 0, 0, 0, 0, 0, 0, 0, 0, 0]
/** A text that is used a few times. A better level takes twice as long, and saves 4 %. */
const sharedOptions = { level: 3 }
/** A short one that is used once: to prepare less memory takes less time, and costs no bytes. */
const ownOptions = { level: 1, windowBits: 13, memLevel: 6 }

/** Ends at a whole byte and not with a last block; it refers to nothing before it. */
const deflate = (bytes: Buffer, options: ZlibOptions): Buffer =>
  deflateRawSync(bytes, { ...options, finishFlush: constants.Z_SYNC_FLUSH })
