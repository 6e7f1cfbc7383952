import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { makePrivateFolder } from '../../platform/private-folder.ts'
import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Author } from '../../requests/author/author.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import { type Degrees, ImageFault, ImagesBusy, type RenderedImage, type RenderedVariant } from '../images/image.ts'
import type { ImageRenderer } from '../images/image-renderer.ts'
import { isMediaName, type MediaStorage, MediaUnavailable, mediaName, mediaPath, nameAt } from '../media/media.ts'
import { photoError } from './photo.errors.ts'
import type { Variant } from './photo.ts'
import type { PhotoBudget, PhotoOwner } from './photo-budget.ts'
import { claimFiles, forgetFiles, markUnused, noteFiles } from './photo-files.repository.ts'

const SWEEP_STEP = 50
/** Removing a file takes only a moment. */
const CLAIM_TRIES = 20
const CLAIM_WAIT_MS = 250
const RETRY_SECONDS = 5
/** In the queue of the renderer, for photos of no account. */
const STORE = 'store'

type Deps = {
  database: Database<never, Author>
  media: MediaStorage
  images: Pick<ImageRenderer, 'render'>
  budget: PhotoBudget
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
export const photoMedia = (deps: Deps) => {
  const { database, media, images, budget, uploadFolder, clock } = deps
  /** The photos that are being rotated. */
  const rotating = new Set<bigint>()

  /** Claims files before they are written, and charges their bytes. */
  const claim = async (names: readonly string[], bytes: number, owner?: PhotoOwner) => {
    for (let tries = 0; tries < CLAIM_TRIES; tries += 1) {
      const isClaimed = await database.write(async (trx) => {
        // Always in the same order, so that two uploads of one image do not deadlock.
        const claimed = await claimFiles(trx.query, names.toSorted(), clock.nowMs())
        if (claimed && owner) await budget.charge(trx.query, owner, bytes)
        return claimed
      })
      if (isClaimed) return
      await sleep(CLAIM_WAIT_MS)
    }
    throw new MediaUnavailable(new Error('a file is being removed'))
  }

  const keep = async (image: RenderedImage, owner?: PhotoOwner): Promise<StoredImage> => {
    const { width, height, placeholder } = image
    const named = image.variants.map((variant) => ({
      variant,
      name: mediaName(variant.sha256, variant.format),
    }))
    const names = [...new Set(named.map(({ name }) => name))]
    const bytes = image.variants.reduce((sum, variant) => sum + variant.bytes, 0)
    await claim(names, bytes, owner)
    for (const { variant, name } of named) await media.put(name, variant.file)
    const variants = named.map(({ variant, name }) => shown(variant, mediaPath(name)))
    return { width, height, placeholder, variants, names }
  }

  const render = async (file: string, degrees: Degrees, owner?: PhotoOwner): Promise<StoredImage> => {
    const image = await images.render(file, owner ? String(owner.accountId) : STORE, degrees)
    try {
      return await keep(image, owner)
    } finally {
      // Stored files were moved away already.
      await Promise.all(image.variants.map((variant) => rm(variant.file, { force: true })))
    }
  }

  return {
    /** Throws `photo_quota_exceeded`. */
    checkBudget: budget.check,

    /**
     * Stores the files of a photo, and charges them to its owner. Those of the sample have none. Throws
     * `invalid_image`, `photo_quota_exceeded`, and `service_unavailable` if too many images are waiting or
     * the storage is full.
     */
    async store(file: string, owner?: PhotoOwner): Promise<StoredImage> {
      if (owner) await budget.check(owner)
      try {
        // A file that was not received may be in another folder.
        await makePrivateFolder(uploadFolder)
        return await render(file, 0, owner)
      } catch (error) {
        throw asApiError(error)
      }
    },

    /**
     * Stores the files of a rotated photo, made from the largest of its upright ones. Throws the same as
     * `store`, and `rate_limit_exceeded` while the photo is being rotated by another request.
     */
    async rotate({ id, upright, angle }: Rotating, owner: PhotoOwner): Promise<StoredImage> {
      await budget.check(owner)
      if (rotating.has(id)) throw rotatedMeanwhile()
      rotating.add(id)
      const file = join(uploadFolder, `${randomUUID()}.upload`)
      try {
        await copyLargest(media, upright, file)
        return await render(file, angle, owner)
      } catch (error) {
        throw asApiError(error)
      } finally {
        rotating.delete(id)
        await rm(file, { force: true })
      }
    },

    /** Removes files that no photo has had for a day. */
    async sweep(stopping: AbortSignal): Promise<void> {
      await budget.removeOld()
      const step = async (): Promise<boolean> => {
        const beforeMs = clock.nowMs() - DAY_MS
        const names = await database.write((trx) => markUnused(trx.query, { beforeMs, limit: SWEEP_STEP }))
        const removed: string[] = []
        for (const name of names) {
          if (stopping.aborted) break
          if (isMediaName(name)) await media.remove(name)
          removed.push(name)
        }
        await database.write((trx) => forgetFiles(trx.query, removed))
        return names.length === SWEEP_STEP
      }
      await repeatUntilDone(step, stopping)
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

type Rotating = {
  id: bigint
  /** The variants of the photo as it was added. */
  upright: readonly Variant[]
  angle: Degrees
}

/** Only the account of a photo can rotate it, so it is the account that sends too much. */
export const rotatedMeanwhile = () =>
  requestError('rate_limit_exceeded', {
    message: 'The photo is being rotated by another request. Retry after `Retry-After` seconds.',
    headers: { 'retry-after': '1' },
  })

const copyLargest = async (media: MediaStorage, variants: readonly Variant[], file: string) => {
  const [largest] = variants.filter(({ format }) => format === 'jpeg').toSorted((one, other) => other.width - one.width)
  const name = nameAt(largest?.url ?? '')
  const opened = isMediaName(name) ? await media.open(name) : undefined
  if (!opened) throw new MediaUnavailable(new Error('the file of a photo is missing'))
  await pipeline(opened.body, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
}

const shown = ({ width, height, format, bytes }: RenderedVariant, url: string): Variant => ({
  width,
  height,
  format,
  url,
  bytes,
})

const asApiError = (error: unknown): unknown => {
  if (error instanceof ImageFault) return photoError('invalid_image', { message: error.message })
  const isForNow = error instanceof ImagesBusy || error instanceof MediaUnavailable || isSystemError(error)
  if (!isForNow) return error
  const headers = { 'retry-after': String(RETRY_SECONDS) }
  return requestError('service_unavailable', { headers, cause: error })
}

/** The system could not write the variants: the disk is full, or a permission is missing. */
const isSystemError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code))
