import type { Degrees, RenderedImage } from './image.ts'
import type { ImageFormat } from './image-format.ts'

/** A request to a worker, which handles one at a time. */
export type RenderRequest = {
  file: string
  format: ImageFormat
  /** By how much to rotate the upright image, clockwise. */
  degrees: Degrees
  /** The folder to write variants to. */
  folder: string
  /**
   * Whether no other image is rendered at the same time. If one is, the worker reports an image
   * that needs too much memory for that.
   */
  isAlone: boolean
  /** The memory that the process may use. */
  roomBytes: number
}

export type RenderReply =
  | { kind: 'rendered'; image: RenderedImage }
  /** Not rendered: it has to be alone. */
  | { kind: 'large' }
  /** The same, but found only while decoding. The worker is still busy and has to be ended. */
  | { kind: 'outgrown' }
  | { kind: 'refused'; reason: string }
  /** It takes more than there is: the worker is still at it, and has to be ended. */
  | { kind: 'exhausted'; reason: string }
  /** The disk, for example. */
  | { kind: 'failed'; message: string; code: string | undefined }
