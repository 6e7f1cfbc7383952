import type { Readable } from 'node:stream'

/**
 * The storage of files of photos. A file never changes: its name is the SHA-256 of its bytes.
 * Adapters: `folder-media.ts`, `s3-media.ts`; `media.contract.ts` is their contract.
 */
export type MediaStorage = {
  /**
   * Moves a file into the storage, durably: once this resolves, it survives a power cut. Readers
   * never see a part of it.
   */
  put(name: MediaName, file: string): Promise<void>
  /** The length of a file, without opening it; undefined if there is none. */
  find(name: MediaName): Promise<{ bytes: number } | undefined>
  open(name: MediaName): Promise<OpenMedia | undefined>
  /** The file need not exist. */
  remove(name: MediaName): Promise<void>
  /** Removes files of `put`s that were interrupted before a time. */
  sweep(beforeMs: number, stopping: AbortSignal): Promise<void>
  /** All files, in any order. */
  list(): AsyncIterable<MediaName>
}

/** `body` must be read or destroyed. */
export type OpenMedia = { bytes: number; body: Readable }

/** `<64 hex digits>.webp` or another format: nothing else is ever looked up. */
export type MediaName = string & { readonly isMediaName: true }

export const mediaTypes = { webp: 'image/webp', jpg: 'image/jpeg' } as const
export type MediaExtension = keyof typeof mediaTypes

/** The prefix of files that are not photos but markers of servers: `folder-markers.ts`. */
export const MARKER_PREFIX = 'server-'

const pattern = /^[0-9a-f]{64}\.(webp|jpg)$/

export const isMediaName = (text: string): text is MediaName => pattern.test(text)

export const mediaName = (sha256: string, format: 'webp' | 'jpeg'): MediaName => {
  const name = `${sha256}.${format === 'jpeg' ? 'jpg' : format}`
  if (!isMediaName(name)) throw new Error(`${name} is not the name of a photo file`)
  return name
}

export const mediaPath = (name: string): string => `/media/${name}`

/** The name of the file at a path. */
export const nameAt = (path: string): string => path.slice(mediaPath('').length)

/** The storage cannot be reached, or is full. */
export class MediaUnavailable extends Error {
  constructor(cause: unknown) {
    super('the files of photos are unavailable', { cause })
    this.name = 'MediaUnavailable'
  }
}
