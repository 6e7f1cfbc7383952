import type { RenderedImage } from './image.ts'
import type { ImageFormat } from './image-format.ts'

/** What a worker is asked for, one at a time. */
export type RenderRequest = {
  file: string
  format: ImageFormat
  /** Where the variants are written. */
  folder: string
  /** Whether nothing else runs beside it; else it says so of an image that takes too much memory for that. */
  isAlone: boolean
  /** What the process may take. */
  roomBytes: number
}

export type RenderReply =
  | { kind: 'rendered'; image: RenderedImage }
  /** Not rendered: it has to be alone. */
  | { kind: 'large' }
  /** The same, which only decoding has shown: the worker is still at it, and has to be ended. */
  | { kind: 'outgrown' }
  | { kind: 'refused'; reason: string }
  /** It takes more than there is: the worker is still at it, and has to be ended. */
  | { kind: 'exhausted'; reason: string }
  /** The disk, for example. */
  | { kind: 'failed'; message: string; code: string | undefined }
