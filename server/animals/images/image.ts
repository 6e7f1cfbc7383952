/** Widths of variants, in pixels; an image that is narrower has its own width instead. */
export const variantWidths = [320, 640, 1280, 2048] as const
export const variantFormats = ['webp', 'jpeg'] as const
export type VariantFormat = (typeof variantFormats)[number]

/** Most pixels of an image. */
export const MAX_PIXELS = 50_000_000
/** One with more is worked on alone. */
export const LARGE_PIXELS = 12_000_000

/** One rendering of an image, as a file of its own. */
export type RenderedVariant = {
  width: number
  height: number
  format: VariantFormat
  bytes: number
  /** Of its bytes, in hex. */
  sha256: string
  /** Where it was written. */
  file: string
}

/** An image as it is served: upright, in sRGB, and nothing but pixels. */
export type RenderedImage = {
  /** Of the image itself, upright. */
  width: number
  height: number
  /** A thumbhash, in Base64. */
  placeholder: string
  variants: RenderedVariant[]
}

/** Why an image is not accepted, in words for who sent it. */
export class ImageFault extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'ImageFault'
  }
}

/** There is too much to do: what was sent is not at fault. */
export class ImagesBusy extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'ImagesBusy'
  }
}
