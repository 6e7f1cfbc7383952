import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Author } from '../../requests/author/author.ts'
import { ApiError } from '../../requests/errors/api-error.ts'
import {
  type Degrees,
  ImageFault,
  ImagesBusy,
  type RenderedImage,
  type RenderedVariant,
} from '../images/image.ts'
import type { ImageRenderer } from '../images/image-renderer.ts'
import {
  isMediaName,
  type MediaStorage,
  MediaUnavailable,
  mediaName,
  mediaPath,
} from '../media/media.ts'
import type { Photo, Rotation, Variant } from './photo.ts'
import { claimFiles, forgetFiles, markUnused, noteFiles } from './photo-files.repository.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const SWEEP_STEP = 50
/** Removing a file takes only a moment. */
const CLAIM_TRIES = 20
const CLAIM_WAIT_MS = 250
const RETRY_SECONDS = 5

type Deps = {
  database: Database<never, Author>
  media: MediaStorage
  images: Pick<ImageRenderer, 'render'>
  /** The folder for temporary files. */
  uploadFolder: string
  clock: Pick<Clock, 'nowMs'>
}

/** An image whose files are stored, for a photo. */
export type StoredImage = {
  width: number
  height: number
  placeholder: string
  variants: Variant[]
  names: string[]
}

export type PhotoMedia = ReturnType<typeof photoMedia>

/**
 * The files of photos: stored before the photo, and removed a day after the last photo that has
 * them.
 */
export const photoMedia = ({ database, media, images, uploadFolder, clock }: Deps) => {
  const claim = async (names: readonly string[]): Promise<void> => {
    for (let tries = 0; tries < CLAIM_TRIES; tries += 1) {
      const isClaimed = await database.write(async (trx) => {
        // Always in the same order, so that two uploads of one image do not deadlock.
        const claimed = await claimFiles(trx.query, names.toSorted(), clock.nowMs())
        return claimed
      })
      if (isClaimed) return
      await sleep(CLAIM_WAIT_MS)
    }
    throw new MediaUnavailable(new Error('a file is being removed'))
  }

  const keep = async (image: RenderedImage): Promise<StoredImage> => {
    const { width, height, placeholder } = image
    const named = image.variants.map((variant) => ({
      variant,
      name: mediaName(variant.sha256, variant.format),
    }))
    const names = [...new Set(named.map(({ name }) => name))]
    await claim(names)
    for (const { variant, name } of named) await media.put(name, variant.file)
    const variants = named.map(({ variant, name }) => shown(variant, mediaPath(name)))
    return { width, height, placeholder, variants, names }
  }

  const render = async (file: string, owner: string, degrees: Degrees): Promise<StoredImage> => {
    const image = await images.render(file, owner, degrees)
    try {
      return await keep(image)
    } finally {
      // Stored files were moved away already.
      await Promise.all(image.variants.map((variant) => rm(variant.file, { force: true })))
    }
  }

  return {
    /**
     * Throws `invalid_image`, and `service_unavailable` if too many images are waiting or the
     * storage is full.
     */
    store: (file: string, owner: string): Promise<StoredImage> =>
      render(file, owner, 0).catch((error: unknown) => {
        throw asApiError(error)
      }),

    /** Stores the files of a rotated photo, made from its largest one. Throws the same as `store`. */
    async rotate(photo: Photo, degrees: Rotation, owner: string): Promise<StoredImage> {
      const file = join(uploadFolder, `${randomUUID()}.upload`)
      try {
        await copyLargest(media, photo, file)
        return await render(file, owner, degrees)
      } catch (error) {
        throw asApiError(error)
      } finally {
        await rm(file, { force: true })
      }
    },

    /** Removes files that no photo has had for a day. */
    sweep(stopping: AbortSignal): Promise<void> {
      const step = async (): Promise<boolean> => {
        const beforeMs = clock.nowMs() - DAY_MS
        const names = await database.write((trx) =>
          markUnused(trx.query, { beforeMs, limit: SWEEP_STEP }),
        )
        const removed: string[] = []
        for (const name of names) {
          if (stopping.aborted) break
          if (isMediaName(name)) await media.remove(name)
          removed.push(name)
        }
        await database.write((trx) => forgetFiles(trx.query, removed))
        return names.length === SWEEP_STEP
      }
      return repeatUntilDone(step, stopping)
    },

    /**
     * Records files without a row, as after a restore of an older database, so that they are
     * removed in a day.
     */
    async find(stopping: AbortSignal): Promise<void> {
      let some: string[] = []
      const note = () => {
        const names = some.splice(0)
        return database.write((trx) => noteFiles(trx.query, names.toSorted(), clock.nowMs()))
      }
      for await (const name of media.list()) {
        if (some.push(name) >= SWEEP_STEP) await note()
        if (stopping.aborted) break
      }
      if (some.length > 0) await note()
      some = []
    },
  }
}

const copyLargest = async (media: MediaStorage, { variants }: Photo, file: string) => {
  const [largest] = variants
    .filter(({ format }) => format === 'jpeg')
    .toSorted((one, other) => other.width - one.width)
  const name = largest?.url.slice(mediaPath('').length) ?? ''
  const opened = isMediaName(name) ? await media.open(name) : undefined
  if (!opened) throw new MediaUnavailable(new Error('the file of a photo is missing'))
  await pipeline(opened.body, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
}

const shown = ({ width, height, format, bytes }: RenderedVariant, url: string): Variant => ({
  ...{ width, height, format, url, bytes },
})

const asApiError = (error: unknown): unknown => {
  if (error instanceof ImageFault) return new ApiError('invalid_image', { message: error.message })
  const isForNow =
    error instanceof ImagesBusy || error instanceof MediaUnavailable || isSystemError(error)
  if (!isForNow) return error
  const headers = { 'retry-after': String(RETRY_SECONDS) }
  return new ApiError('service_unavailable', { headers, cause: error })
}

/** The system could not write the variants: the disk is full, or a permission is missing. */
const isSystemError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code))
