import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { isEndMissing } from './file-end.ts'
import {
  type Degrees,
  ImageFault,
  LARGE_PIXELS,
  MAX_PIXELS,
  type RenderedImage,
  type RenderedVariant,
  type VariantFormat,
  variantFormats,
  variantWidths,
} from './image.ts'
import { animated, heic, type ImageFormat, tooMuchMemory } from './image-format.ts'
import type { RenderReply, RenderRequest } from './image-messages.ts'
import { EMPTY_PROCESS_BYTES } from './image-room.ts'
import { isAnimatedPng } from './png-chunks.ts'

/** WebP files have a maximum side, so higher images are rejected. */
const MAX_HEIGHT_BY_WIDTH = 4
/** Very long, thin images need as much memory as large ones. */
const MAX_SIDES_RATIO = 100
const QUALITY = { webp: 78, jpeg: 80 }
const MAX_RENDER_SECONDS = 100
/** The largest side of the input of a thumbhash. */
const PLACEHOLDER_SIDE = 100

sharp.concurrency(1)
sharp.cache(false)
// Only the loaders of supported formats, from files: no other decoder is reachable.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadHeifFile',
    'VipsForeignLoadNsgifFile',
  ],
})

/** Reads and validates an image, and writes its variants. */
export const renderImage = async (request: RenderRequest): Promise<RenderReply> => {
  const { file, format, degrees, folder, isAlone, roomBytes } = request
  try {
    const metadata = await sharp(file, options).metadata()
    const { width, height } = await checked(request, metadata)
    const hasRoom = memoryOf(format, metadata) <= roomBytes - EMPTY_PROCESS_BYTES
    if (!isAlone && (!hasRoom || pixelsOf(metadata) > LARGE_PIXELS)) return { kind: 'large' }
    if (!hasRoom) throw new ImageFault(tooMuchMemory(format))
    const base = await rotated(await upright(request, metadata), degrees)
    const placeholder = await placeholderOf(base)
    const variants: RenderedVariant[] = []
    for (const wide of widthsFor(base.width)) {
      for (const form of variantFormats) variants.push(await writeVariant(base, wide, form, folder))
    }
    const image: RenderedImage = { width, height, placeholder, variants }
    return { kind: 'rendered', image }
  } catch (error) {
    if (!existsSync(file)) return { kind: 'failed', message: 'its file is gone', code: 'ENOENT' }
    return errorReply(error)
  }
}

const options: SharpOptions = {
  limitInputPixels: MAX_PIXELS,
  limitInputChannels: 5,
  sequentialRead: true,
  failOn: 'warning',
}

const TOO_MANY_PIXELS = 'The image has more than 50 megapixels. Send a smaller one.'

const pixelsOf = ({ width, height }: Metadata): number => width * height

/** Bytes needed for decoding, as measured; most formats are read line by line. */
const memoryOf = (format: ImageFormat, metadata: Metadata): number => {
  const { channels, depth, isProgressive } = metadata
  const pixels = pixelsOf(metadata)
  if (format === 'jpeg') return isProgressive ? pixels * channels * 2 : 0
  if (format === 'png') return isProgressive ? pixels * channels * (depth === 'ushort' ? 2 : 1) : 0
  if (format === 'gif') return pixels * 5
  if (format === 'avif') return pixels * (depth === 'ushort' ? 30 : 18)
  return pixels
}

/** The size of the upright image. */
const checked = async (
  { file, format, degrees }: RenderRequest,
  metadata: Metadata,
): Promise<{ width: number; height: number }> => {
  const { pages = 1, compression } = metadata
  if (format === 'avif' && compression !== 'av1') throw heic()
  if (pages > 1) throw animated()
  if (format === 'png' && (await withFile(file, isAnimatedPng))) throw animated()
  if (pixelsOf(metadata) > MAX_PIXELS) throw new ImageFault(TOO_MANY_PIXELS)
  const isIncomplete = (handle: FileHandle) => isEndMissing(handle, format, pixelsOf(metadata))
  if (await withFile(file, isIncomplete)) throw new ImageFault(DAMAGED)
  const [shorter = 0, longer = 0] = [metadata.width, metadata.height].sort((one, other) => one - other)
  if (longer > shorter * MAX_SIDES_RATIO) {
    throw new ImageFault('One side of the image is more than 100 times as long as the other. Crop it.')
  }
  const [width, height] = isOnItsSide(metadata, degrees)
    ? [metadata.height, metadata.width]
    : [metadata.width, metadata.height]
  if (height > width * MAX_HEIGHT_BY_WIDTH) {
    throw new ImageFault('The image is more than four times as high as it is wide. Crop it.')
  }
  return { width, height }
}

const withFile = async (file: string, check: (handle: FileHandle) => Promise<boolean>): Promise<boolean> => {
  const handle = await open(file)
  try {
    return await check(handle)
  } finally {
    await handle.close()
  }
}

/** Whether the result is as wide as the file is high. */
const isOnItsSide = ({ orientation = 1 }: Metadata, degrees: Degrees): boolean =>
  orientation >= 5 !== (degrees === 90 || degrees === 270)

/** Raw pixels with three 8-bit channels. */
type Pixels = { data: Buffer; width: number; height: number }

const openPixels = ({ data, width, height }: Pixels): Sharp => sharp(data, { raw: { width, height, channels: 3 } })

/**
 * The image in sRGB, at the largest width needed. It is turned after it is resized, as turning
 * needs all of the image in memory.
 */
const upright = async ({ file, degrees }: RenderRequest, metadata: Metadata): Promise<Pixels> => {
  const [most = 0] = variantWidths.toReversed()
  const size = isOnItsSide(metadata, degrees) ? { height: most } : { width: most }
  const { data, info } = await orFurther((failOn) =>
    sharp(file, { ...options, failOn })
      .timeout({ seconds: MAX_RENDER_SECONDS })
      .resize({ ...size, fit: 'outside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  )
  const { width, height } = info
  const pixels = { data, width, height }
  const { orientation = 1 } = metadata
  return orientation === 1 ? pixels : turned(pixels, orientation)
}

/**
 * Warnings that many cameras cause and that do no harm. The image data itself must still be
 * complete.
 */
const harmless = /Invalid SOS parameters|extraneous bytes|incorrect sRGB profile/i

const orFurther = async <T>(read: (failOn: 'warning' | 'error') => Promise<T>): Promise<T> => {
  try {
    return await read('warning')
  } catch (error) {
    if (error instanceof Error && harmless.test(error.message)) return read('error')
    throw error
  }
}

/** The steps that turn each Exif orientation upright: mirroring left to right, then turning clockwise. */
const turns: Readonly<Record<number, { isMirrored: boolean; degrees: number }>> = {
  2: { isMirrored: true, degrees: 0 },
  3: { isMirrored: false, degrees: 180 },
  4: { isMirrored: true, degrees: 180 },
  5: { isMirrored: true, degrees: 270 },
  6: { isMirrored: false, degrees: 90 },
  7: { isMirrored: true, degrees: 90 },
  8: { isMirrored: false, degrees: 270 },
}

const turned = async (pixels: Pixels, orientation: number): Promise<Pixels> => {
  const turn = turns[orientation]
  if (!turn) return pixels
  const mirrored = turn.isMirrored ? await rawOf(openPixels(pixels).flop()) : pixels
  return turn.degrees === 0 ? mirrored : rawOf(openPixels(mirrored).rotate(turn.degrees))
}

const rotated = async (pixels: Pixels, degrees: Degrees): Promise<Pixels> =>
  degrees === 0 ? pixels : rawOf(openPixels(pixels).rotate(degrees))

const rawOf = async (image: Sharp): Promise<Pixels> => {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const placeholderOf = async (base: Pixels): Promise<string> => {
  const { data, info } = await openPixels(base)
    .resize({
      width: PLACEHOLDER_SIDE,
      height: PLACEHOLDER_SIDE,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

/** Never enlarged: a narrower image keeps its own width. */
const widthsFor = (width: number): number[] => [...new Set(variantWidths.map((wide) => Math.min(wide, width)))]

const writeVariant = async (
  base: Pixels,
  wide: number,
  format: VariantFormat,
  folder: string,
): Promise<RenderedVariant> => {
  const resized = wide === base.width ? openPixels(base) : openPixels(base).resize({ width: wide })
  const quality = QUALITY[format]
  const encoded = format === 'webp' ? resized.webp({ quality, effort: 3 }) : resized.jpeg({ quality })
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  const file = join(folder, `${randomUUID()}.${format}`)
  await writeFile(file, data, { flag: 'wx', mode: 0o600 })
  const sha256 = createHash('sha256').update(data).digest('hex')
  return { width: info.width, height: info.height, format, bytes: data.length, sha256, file }
}

/** A failed system call is not the image's fault; any other error of a decoder is. */
const errorReply = (error: unknown): RenderReply => {
  if (error instanceof ImageFault) return { kind: 'refused', reason: error.message }
  const { message, code } = error as Error & { code?: string }
  if (code !== undefined && code !== 'ERR_INVALID_ARG_VALUE') {
    return { kind: 'failed', message, code }
  }
  if (/pixel limit/i.test(message)) return { kind: 'refused', reason: TOO_MANY_PIXELS }
  return { kind: 'refused', reason: DAMAGED }
}

const DAMAGED = 'The image is damaged or incomplete: it cannot be decoded as a whole.'
