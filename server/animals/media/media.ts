import type { Readable } from 'node:stream'

/**
 * Where files of photos are kept. A file never changes: its name is the SHA-256 of its bytes. Adapters: `folder-media.ts`,
 * `s3-media.ts`; `media.contract.ts` says what each has to do.
 */
export type MediaStorage = {
  /**
   * Takes a file over from the disk, durably: it is there from then on, also after a power cut. Readers find no part
   * of it before.
   */
  put(name: MediaName, file: string): Promise<void>
  /** Its length, without a look into it; undefined where there is none. */
  find(name: MediaName): Promise<{ bytes: number } | undefined>
  open(name: MediaName): Promise<OpenMedia | undefined>
  /** It need not be there. */
  remove(name: MediaName): Promise<void>
  /** Removes what a `put` that was interrupted before a time has left. */
  sweep(beforeMs: number, stopping: AbortSignal): Promise<void>
  /** Everything that is there, in any order. */
  list(): AsyncIterable<MediaName>
}

/** `body` has to be read or destroyed. */
export type OpenMedia = { bytes: number; body: Readable }

/** As `<64 hex digits>.webp`: nothing else is ever looked up. */
export type MediaName = string & { readonly isMediaName: true }

export const mediaTypes = { webp: 'image/webp', jpg: 'image/jpeg' } as const
export type MediaExtension = keyof typeof mediaTypes

/** Of the names of files that are no photos but marks of servers: `folder-markers.ts`. */
export const MARKER_PREFIX = 'server-'

const pattern = /^[0-9a-f]{64}\.(webp|jpg)$/

export const isMediaName = (text: string): text is MediaName => pattern.test(text)

export const mediaName = (sha256: string, format: 'webp' | 'jpeg'): MediaName => {
  const name = `${sha256}.${format === 'jpeg' ? 'jpg' : format}`
  if (!isMediaName(name)) throw new Error(`${name} names no file of a photo`)
  return name
}

export const mediaPath = (name: string): string => `/media/${name}`

/** What keeps the files cannot be reached, or has no room. */
export class MediaUnavailable extends Error {
  constructor(cause: unknown) {
    super('the files of photos are unavailable', { cause })
    this.name = 'MediaUnavailable'
  }
}
