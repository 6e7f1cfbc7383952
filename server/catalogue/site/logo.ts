/** A logo whose content was checked to be an image. */
export type Logo = { bytes: Buffer; type: string; extension: string; width: number; height: number }

export const MAX_LOGO_BYTES = 500_000

type Size = { width: number; height: number }

/** Recognizes the format by the content, not the name; undefined if it is not an image with a size. */
export const readLogo = (bytes: Buffer): Logo | undefined => {
  for (const { type, extension, sizeOf } of formats) {
    const size = sizeOf(bytes)
    if (size && size.width > 0 && size.height > 0) return { bytes, type, extension, ...size }
  }
  return undefined
}

const pngSize = (bytes: Buffer): Size | undefined =>
  bytes.length > 24 && bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined

/** The first frame header has the size; the segments before it are skipped. */
const jpegSize = (bytes: Buffer): Size | undefined => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

const webpSize = (bytes: Buffer): Size | undefined => {
  const isWebp =
    bytes.length > 30 && bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  if (!isWebp) return undefined
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    default:
      return undefined
  }
}

/** Taken from the `viewBox`, or from width and height. */
const svgSize = (bytes: Buffer): Size | undefined => {
  const text = bytes.toString('utf8', 0, 20_000)
  const start = text.indexOf('<svg')
  if (start < 0) return undefined
  const tag = text.slice(start, text.indexOf('>', start))
  const [, box] = /\bviewBox=["']([^"']{1,200})["']/.exec(tag) ?? []
  const [, , width, height] =
    box
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? []
  if (width && height) return { width, height }
  const lengthIn = (found: RegExpExecArray | null) => Number.parseFloat(found?.[1] ?? '') || 0
  return {
    width: lengthIn(/\swidth=["']([\d.]{1,20})/.exec(tag)),
    height: lengthIn(/\sheight=["']([\d.]{1,20})/.exec(tag)),
  }
}

const formats = [
  { type: 'image/png', extension: 'png', sizeOf: pngSize },
  { type: 'image/jpeg', extension: 'jpg', sizeOf: jpegSize },
  { type: 'image/webp', extension: 'webp', sizeOf: webpSize },
  { type: 'image/svg+xml', extension: 'svg', sizeOf: svgSize },
] as const
