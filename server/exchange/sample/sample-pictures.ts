import type { PhotoMedia, StoredImage } from '../../animals/photos/photo-media.service.ts'
import type { Clock } from '../../platform/clock.ts'
import type { SampleEntry } from './sample-shelter.ts'

type Deps = {
  photoMedia: Pick<PhotoMedia, 'store'>
  /** Claims stored files that are about to be used. Returns false while one of them is being removed. */
  claimFiles: (names: readonly string[]) => Promise<boolean>
  clock: Pick<Clock, 'nowMs'>
}

/** The stored picture of an animal, for an account. Undefined if the animal gets none. */
export type SamplePictures = (entry: SampleEntry, accountId: bigint) => Promise<StoredImage | undefined>

type Rendered = { image: StoredImage; usedMs: number }

/** Files without a photo are stored for a day after their last use. */
const REUSED_MS = 12 * 3_600_000

/**
 * Stores the pictures of sample animals. Each is rendered once, however many accounts add the sample: they share its
 * files.
 */
export const samplePictures = ({ photoMedia, claimFiles, clock }: Deps): SamplePictures => {
  const rendered = new Map<string, Rendered>()

  const reuse = async ({ picture }: SampleEntry): Promise<StoredImage | undefined> => {
    const recent = rendered.get(picture)
    if (!recent || clock.nowMs() - recent.usedMs >= REUSED_MS) return undefined
    if (!(await claimFiles(recent.image.names.toSorted()))) return undefined
    recent.usedMs = clock.nowMs()
    return recent.image
  }

  const render = async ({ picture }: SampleEntry): Promise<StoredImage> => {
    const image = await photoMedia.store(picture)
    rendered.set(picture, { image, usedMs: clock.nowMs() })
    return image
  }

  return async (entry) => (await reuse(entry)) ?? (await render(entry))
}
