import { crc32, deflateSync } from 'node:zlib'

// Images built by hand, for what no encoder produces.

/** A chunk of a PNG, with its length and its checksum. */
export const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
}

type PngOptions = {
  /** Chunks before the pixels. */
  before?: Buffer[]
  /** Fewer rows than the height make a truncated picture. */
  rows?: number
  isInterlaced?: boolean
}

/** A black PNG that claims to have this size. */
export const png = (
  width: number,
  height: number,
  { before = [], rows = height, isInterlaced = false }: PngOptions = {},
): Buffer => {
  const form = [8, 2, 0, 0, isInterlaced ? 1 : 0]
  const head = Buffer.concat([uint32(width), uint32(height), Buffer.from(form)])
  const data = deflateSync(Buffer.alloc((width * 3 + 1) * rows))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...before,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A PNG with extra chunks before its pixels. */
export const withChunks = (file: Buffer, ...chunks: Buffer[]): Buffer =>
  Buffer.concat([file.subarray(0, PNG_HEAD), ...chunks, file.subarray(PNG_HEAD)])

/** The length of the signature and the header chunk. */
const PNG_HEAD = 33

/** A JPEG with extra segments before its own. */
export const withSegments = (file: Buffer, ...segments: [marker: number, data: Buffer][]): Buffer =>
  Buffer.concat([
    file.subarray(0, 2),
    ...segments.flatMap(([marker, data]) => {
      const head = Buffer.from([0xff, marker, 0, 0])
      head.writeUInt16BE(data.length + 2, 2)
      return [head, data]
    }),
    file.subarray(2),
  ])

/** A JPEG that claims to have another size. */
export const jpegOfSize = (file: Buffer, width: number, height: number): Buffer => {
  const copy = Buffer.from(file)
  for (const { marker, at } of segmentsOf(file)) {
    if (!isFrame(marker)) continue
    copy.writeUInt16BE(height, at + 5)
    copy.writeUInt16BE(width, at + 7)
  }
  return copy
}

const isFrame = (marker: number): boolean => marker === 0xc0 || marker === 0xc2

/** The segments of a JPEG before its pixels, with their positions. */
export const segmentsOf = (file: Buffer): { marker: number; at: number }[] => {
  const found: { marker: number; at: number }[] = []
  for (let at = 2; at + 4 <= file.length; ) {
    const marker = file[at + 1] ?? 0
    found.push({ marker, at })
    if (marker === 0xda) break
    at += 2 + file.readUInt16BE(at + 2)
  }
  return found
}

export const riffChunks = (file: Buffer): string[] => {
  const found: string[] = []
  for (let at = 12; at + 8 <= file.length; ) {
    found.push(file.toString('latin1', at, at + 4))
    const size = file.readUInt32LE(at + 4)
    at += 8 + size + (size % 2)
  }
  return found
}

/** A WebP with an extra chunk at its end. */
export const withRiffChunk = (file: Buffer, type: string, data: Buffer): Buffer => {
  const whole = data.length % 2 ? Buffer.concat([data, Buffer.alloc(1)]) : data
  const size = Buffer.alloc(4)
  size.writeUInt32LE(whole.length)
  const copy = Buffer.concat([file, Buffer.from(type, 'latin1'), size, whole])
  copy.writeUInt32LE(copy.length - 8, 4)
  return copy
}

/** The start of an ISO base media file (HEIC, AVIF, a video), without content. */
export const container = (...brands: string[]): Buffer => {
  const [major = '', ...others] = brands
  const body = Buffer.from(`ftyp${major}\0\0\0\0${others.join('')}`, 'latin1')
  return Buffer.concat([uint32(body.length + 4), body, Buffer.alloc(64)])
}

/** Replaces bytes wherever they occur with as many others. */
export const replaced = (file: Buffer, these: Buffer, others: Buffer): Buffer => {
  const copy = Buffer.from(file)
  for (let at = copy.indexOf(these); at >= 0; at = copy.indexOf(these, at + 1)) others.copy(copy, at)
  return copy
}

export const uint32 = (number: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}
