import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PhotoChange } from '../../animals/photos/photo.ts'
import type { PhotoMedia } from '../../animals/photos/photo-media.service.ts'
import type { PhotosService } from '../../animals/photos/photos.service.ts'
import { makePrivateFolder } from '../../platform/private-folder.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Actor } from '../../requests/access/ownership.ts'
import type { Author, By } from '../../requests/author/author.ts'
import { drawingOf } from './drawing/drawing.ts'
import type { SampleEntry } from './sample-shelter.ts'

type Deps = {
  database: Database<PhotoChange, Author>
  photos: Pick<PhotosService, 'add' | 'update'>
  photoMedia: Pick<PhotoMedia, 'store'>
  /** The folder for received photos. */
  uploadFolder: string
}

export type SamplePictures = ReturnType<typeof samplePictures>

/** The command does not use the URLs of photos. */
const origin = ''

/** Draws an animal, and adds the picture like any photo. */
export const samplePictures =
  ({ database, photos, photoMedia, uploadFolder }: Deps) =>
  async (by: By<Actor>, petId: bigint, { look, pictureText }: SampleEntry): Promise<void> => {
    // Only loaded by this command. Its input is ours.
    const { default: sharp } = await import('sharp')
    await makePrivateFolder(uploadFolder)
    const file = join(uploadFolder, `${randomUUID()}.jpg`)
    try {
      await sharp(Buffer.from(drawingOf(look)))
        .jpeg({ quality: 92 })
        .toFile(file)
      const image = await photoMedia.store(file, 'sample')
      const { id } = await database.writeAs(by.author, (trx) =>
        photos.add(trx, by.caller, { petId, image, origin }),
      )
      await photos.update(by, id, { alt: pictureText }, { origin })
    } finally {
      await rm(file, { force: true })
    }
  }
