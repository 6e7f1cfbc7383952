import { randomUUID } from 'node:crypto'
import { imageRenderer } from '../../animals/images/image-renderer.ts'
import { folderMarkers } from '../../animals/media/folder-markers.ts'
import { folderMedia } from '../../animals/media/folder-media.ts'
import {
  MARKER_PREFIX,
  type MediaStorage,
  type MediaUnavailable,
} from '../../animals/media/media.ts'
import {
  findStorageFaults,
  photosElsewhere,
  type StorageFault,
} from '../../animals/media/storage-check.ts'
import type { PetsService } from '../../animals/pets/pets.service.ts'
import { photoMedia as createPhotoMedia } from '../../animals/photos/photo-media.service.ts'
import { photosService } from '../../animals/photos/photos.service.ts'
import { sharedFolder } from '../../animals/photos/shared-folder.service.ts'
import { uploadSlots } from '../../animals/photos/upload-slots.ts'
import { systemClock } from '../../platform/clock.ts'
import { sweepFolder } from '../../platform/sweep-folder.ts'
import type { Config } from '../config.ts'
import type { Parts, Routine } from './parts.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MARKER_MS = HOUR_MS / 6

type Deps = Pick<Parts, 'database' | 'clock'> & {
  config: Pick<Config, 'media'>
  pets: PetsService
}

type StorageDeps = Pick<Parts, 'database' | 'clock' | 'log'> & {
  config: Pick<Config, 'media' | 'database' | 'redis'>
}

/** Photos, what renders them, and where their files are. */
export const wirePhotos = async ({ config, database, clock, pets }: Deps) => {
  const { uploadFolder } = config.media
  let mediaFault: MediaUnavailable | undefined
  const media = await openMedia(config, (fault) => {
    mediaFault = fault
  })
  const images = imageRenderer({ folder: uploadFolder })
  const photos = photosService({ database, pets, clock })
  const photoMedia = createPhotoMedia({ database, media, images, clock })
  const sweep = async (stopping: AbortSignal) => {
    await photoMedia.sweep(stopping)
    // Other processes of this machine receive files there too: only the machine's own clock tells how old they are.
    await sweepFolder(uploadFolder, systemClock.nowMs() - DAY_MS, stopping)
    await media.sweep(clock.nowMs() - DAY_MS, stopping)
  }
  const routines: Routine[] = [
    { everyMs: HOUR_MS, run: sweep },
    { everyMs: DAY_MS, run: photoMedia.find },
  ]
  return {
    ...{ photos, photoMedia, media, uploadFolder, sweep, routines },
    uploadSlots: uploadSlots(),
    /** Why the last use of the bucket failed. */
    mediaFault: () => mediaFault,
    close: images.close,
  }
}

/**
 * Says in the log what keeps photos from being stored, or replicas from serving each other's: at the start, and when a
 * replica with another folder joins.
 */
export const wirePhotoStorage = async ({ config, database, clock, log }: StorageDeps) => {
  const { media } = config
  const warn = ({ found, advice }: StorageFault) => log.warn(`${found}: ${advice}`)
  const faults = await findStorageFaults({ media, mayHaveReplicas: mayHaveReplicas(config) })
  for (const fault of faults) warn(fault)
  const isChecked = media.kind === 'folder' && media.isGiven && config.database.kind === 'postgres'
  if (!isChecked || faults.length > 0)
    return { check: async () => {}, routines: [], close: async () => {} }

  const name = `${MARKER_PREFIX}${randomUUID()}`
  const shared = sharedFolder({ database, clock, markers: folderMarkers(media.folder) })
  let wasElsewhere = false
  const check = async () => {
    await shared.leaveMarker(name)
    const isElsewhere = await shared.isElsewhere()
    if (isElsewhere && !wasElsewhere) warn(photosElsewhere(media.folder))
    wasElsewhere = isElsewhere
  }
  const logFailure = (error: unknown) =>
    log.warn({ err: error }, 'whether replicas share the folder of photos is not known')
  await check().catch(logFailure)
  const routines: Routine[] = [{ everyMs: MARKER_MS, run: check }]
  return { check, routines, close: () => shared.removeMarker(name).catch(logFailure) }
}

/** An embedded database has one server; Redis is there for several. */
export const mayHaveReplicas = ({ database, redis }: Pick<Config, 'database' | 'redis'>): boolean =>
  database.kind === 'postgres' || redis !== undefined

/** The adapter that the settings name. */
export const openMedia = async (
  { media }: Pick<Config, 'media'>,
  onOutcome?: (fault?: MediaUnavailable) => void,
): Promise<MediaStorage> => {
  if (media.kind === 'folder') return folderMedia(media.folder)
  // Loaded only where it is used.
  const { s3Media } = await import('../../animals/media/s3-media.ts')
  return s3Media(media.s3, { onOutcome })
}
