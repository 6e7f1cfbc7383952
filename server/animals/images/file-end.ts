import type { FileHandle } from 'node:fs/promises'
import type { ImageFormat } from './image-format.ts'

/** Bytes before the size that a RIFF header states, and the size itself. */
const RIFF_BYTES = 8
/** Even a WebP of one colour ends with at most one zero byte for this many pixels. */
const PIXELS_PER_ZERO = 8_000
const MIN_ZEROS = 64
const CHUNK_BYTES = 64 * 1_024

/**
 * Whether the end of a file is missing, or zeros are in its place, as an interrupted transfer leaves them. JPEG, lossy
 * WebP and AVIF have no checksum, so decoders turn zeros into one colour.
 */
export const isEndMissing = async (handle: FileHandle, format: ImageFormat, pixels: number): Promise<boolean> => {
  if (format !== 'jpeg' && format !== 'webp' && format !== 'avif') return false
  const { size } = await handle.stat()
  if (format === 'webp') {
    const stated = (await readAt(handle, 4, 4)).readUInt32LE() + RIFF_BYTES
    // A chunk of odd length is padded, which not all encoders count.
    if (size < stated || size > stated + 1) return true
  }
  const end = await endOfData(handle, size)
  // Cameras pad complete files with zeros.
  if (format === 'jpeg') {
    return size - end > MIN_ZEROS && (await readAt(handle, end - 2, 2)).toString('hex') !== 'ffd9'
  }
  return size - end > MIN_ZEROS + pixels / PIXELS_PER_ZERO
}

/** Where the zeros at the end begin. A known format begins with other bytes. */
const endOfData = async (handle: FileHandle, size: number): Promise<number> => {
  let end = size
  while (end > 0) {
    const length = Math.min(CHUNK_BYTES, end)
    const chunk = await readAt(handle, end - length, length)
    const last = chunk.findLastIndex((byte) => byte !== 0)
    if (last !== -1) return end - length + last + 1
    end -= length
  }
  return 0
}

const readAt = async (handle: FileHandle, position: number, length: number): Promise<Buffer> =>
  (await handle.read(Buffer.alloc(length), 0, length, position)).buffer
