import type { PhotoMedia, StoredImage } from '../../animals/photos/photo-media.service.ts'
import type { Clock } from '../../platform/clock.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { SampleEntry } from './sample-shelter.ts'

type Deps = {
  /** Claims files that are about to be used. Returns false while one of them is being removed. */
  claimFiles: (query: Database['read'], names: readonly string[], nowMs: number) => Promise<boolean>
  database: Pick<Database, 'write'>
  clock: Pick<Clock, 'nowMs'>
}

/** The stored picture of an animal. Undefined if the animal gets none. */
export type SamplePictures = (entry: Pick<SampleEntry, 'picture' | 'pictureText'>) => Promise<StoredImage | undefined>

/** Files without a photo are stored for a day after their last use. */
const REUSED_MS = 12 * HOUR_MS

/** Whether files exist that are about to be used again. */
const claim = async ({ database, claimFiles, clock }: Deps, { names }: StoredImage): Promise<boolean> =>
  database.write(({ query }) => claimFiles(query, names.toSorted(), clock.nowMs()))

/** Renders each picture once, however many accounts add the sample: they share its files. */
export const samplePictures = (deps: Deps & { photoMedia: Pick<PhotoMedia, 'store'> }): SamplePictures => {
  const { clock, photoMedia } = deps
  const rendered = new Map<string, { image: StoredImage; usedMs: number }>()
  return async ({ picture }) => {
    const recent = rendered.get(picture)
    const isReused = recent && clock.nowMs() - recent.usedMs < REUSED_MS && (await claim(deps, recent.image))
    const image = isReused ? recent.image : await photoMedia.store(picture)
    rendered.set(picture, { image, usedMs: clock.nowMs() })
    return image
  }
}

/** Uses pictures again, without rendering any. */
export const reusedPictures =
  (deps: Deps, pictures: ReadonlyMap<string, StoredImage>): SamplePictures =>
  async ({ pictureText }) => {
    const image = pictures.get(pictureText)
    return image && (await claim(deps, image)) ? image : undefined
  }
