import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PhotoMedia, StoredImage } from '../../animals/photos/photo-media.service.ts'
import { makePrivateFolder } from '../../platform/private-folder.ts'
import { drawingOf } from './drawing/drawing.ts'
import type { SampleEntry } from './sample-shelter.ts'

type Deps = {
  photoMedia: Pick<PhotoMedia, 'store'>
  /** The folder for received photos. */
  uploadFolder: string
}

/** The stored picture of an animal, for an account. Undefined if the animal gets none. */
export type SamplePictures = (
  entry: SampleEntry,
  accountId: bigint,
) => Promise<StoredImage | undefined>

/** Draws the picture of an animal, for the command. */
export const samplePictures =
  ({ photoMedia, uploadFolder }: Deps): SamplePictures =>
  async ({ look }) => {
    // Only loaded by this command. Its input is ours.
    const { default: sharp } = await import('sharp')
    await makePrivateFolder(uploadFolder)
    const file = join(uploadFolder, `${randomUUID()}.jpg`)
    try {
      await sharp(Buffer.from(drawingOf(look)))
        .jpeg({ quality: 92 })
        .toFile(file)
      return await photoMedia.store(file)
    } finally {
      await rm(file, { force: true })
    }
  }
