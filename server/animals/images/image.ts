/** Widths of variants, in pixels; a narrower image keeps its own width. */
export const variantWidths = [320, 640, 1280, 2048] as const
export const variantFormats = ['webp', 'jpeg'] as const
export type VariantFormat = (typeof variantFormats)[number]

/** A rotation, clockwise. */
export type Degrees = 0 | 90 | 180 | 270

/** The most pixels of an image. */
export const MAX_PIXELS = 50_000_000
/** Images with more pixels are rendered alone. */
export const LARGE_PIXELS = 12_000_000

/** One rendering of an image in a file. */
export type RenderedVariant = {
  width: number
  height: number
  format: VariantFormat
  bytes: number
  /** The hash of the file's bytes, in hexadecimal. */
  sha256: string
  /** The path of the file. */
  file: string
}

/** A rendered image: upright, in sRGB, and without metadata. */
export type RenderedImage = {
  /** The size of the upright image. */
  width: number
  height: number
  /** A thumbhash, in Base64. */
  placeholder: string
  variants: RenderedVariant[]
}

/** Why an image is rejected, as a message for its sender. */
export class ImageFault extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'ImageFault'
  }
}

/** The renderer is overloaded; the image is not at fault. */
export class ImagesBusy extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'ImagesBusy'
  }
}
