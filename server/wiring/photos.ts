import type { Config } from '../config.ts'
import { imageRenderer } from '../images/image-renderer.ts'
import { folderMedia } from '../media/folder-media.ts'
import type { MediaStorage } from '../media/media.ts'
import type { PetsService } from '../pets/pets.service.ts'
import { photoMedia as createPhotoMedia } from '../photos/photo-media.service.ts'
import { photosService } from '../photos/photos.service.ts'
import { uploadSlots } from '../photos/upload-slots.ts'
import { sweepFolder } from '../platform/sweep-folder.ts'
import type { Parts, Routine } from './parts.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type Deps = Pick<Parts, 'database' | 'clock'> & {
  config: Pick<Config, 'media'>
  pets: PetsService
}

/** Photos, what renders them, and where their files are. */
export const wirePhotos = async ({ config, database, clock, pets }: Deps) => {
  const { uploadFolder } = config.media
  const media = await openMedia(config)
  const images = imageRenderer({ folder: uploadFolder })
  const photos = photosService({ database, pets, clock })
  const photoMedia = createPhotoMedia({ database, media, images, clock })
  const sweep = async (stopping: AbortSignal) => {
    await photoMedia.sweep(stopping)
    await sweepFolder(uploadFolder, clock.nowMs() - DAY_MS, stopping)
  }
  const routines: Routine[] = [
    { everyMs: HOUR_MS, run: sweep },
    { everyMs: DAY_MS, run: photoMedia.find },
  ]
  return {
    ...{ photos, photoMedia, media, uploadFolder, sweep, routines },
    uploadSlots: uploadSlots(),
    close: images.close,
  }
}

/** The adapter that the settings name. */
export const openMedia = async ({ media }: Pick<Config, 'media'>): Promise<MediaStorage> => {
  if (media.kind === 'folder') return folderMedia(media.folder)
  // Loaded only where it is used.
  const { s3Media } = await import('../media/s3-media.ts')
  return s3Media(media.s3)
}
