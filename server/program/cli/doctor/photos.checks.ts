import { mayHaveReplicas, openMedia } from '../../../animals/animals.module.ts'
import { folderMarkers } from '../../../animals/media/folder-markers.ts'
import type { S3Config } from '../../../animals/media/s3-config.ts'
import {
  findStorageFaults,
  photosElsewhere,
  type StorageFault,
} from '../../../animals/media/storage-check.ts'
import { sharedFolder } from '../../../animals/photos/shared-folder.service.ts'
import { systemClock as clock } from '../../../platform/clock.ts'
import { outboundReason } from '../../../platform/http/outbound.ts'
import type { Config } from '../../config.ts'
import { openDatabase } from '../../open-database.ts'
import { type Finding, messageOf } from './finding.ts'

/** Checks that photos can be stored, and that every replica can serve those of the others. */
export const checkPhotos = async (config: Config): Promise<Finding[]> => {
  const { media } = config
  const check = 'photos'
  const faults = await findStorageFaults({ media, mayHaveReplicas: mayHaveReplicas(config) })
  faults.push(...(await findElsewhere(config)))
  if (faults.length > 0) return faults.map((fault) => ({ check, state: 'fail', ...fault }))
  return [media.kind === 's3' ? await checkBucket(config, media.s3) : folderFinding(media.folder)]
}

const folderFinding = (folder: string): Finding => ({
  ...{ check: 'photos', state: 'ok', found: `in ${folder}` },
})

/** Lists the beginning of the bucket, which requires valid credentials. */
const checkBucket = async (config: Config, { bucket }: S3Config): Promise<Finding> => {
  const check = 'photos'
  try {
    const media = await openMedia(config)
    await media.list()[Symbol.asyncIterator]().next()
    return { check, state: 'ok', found: `in the bucket ${bucket}, which can be listed` }
  } catch (error) {
    const { cause } = error as Error
    const reason = outboundReason(cause) ?? messageOf(cause ?? error)
    const advice =
      'check MEDIA_URL, AWS_ENDPOINT_URL and the access key, which has to list, read, write and delete'
    return { check, state: 'fail', found: `bucket ${bucket}: ${reason}`, advice }
  }
}

const findElsewhere = async ({ media, database: store }: Config): Promise<StorageFault[]> => {
  if (media.kind !== 'folder' || !media.isGiven || store.kind !== 'postgres') return []
  try {
    const database = await openDatabase(store, { isReadOnly: true })
    try {
      const markers = folderMarkers(media.folder)
      const isElsewhere = await sharedFolder({ database, markers, clock }).isElsewhere()
      return isElsewhere ? [photosElsewhere(media.folder)] : []
    } finally {
      await database.close()
    }
  } catch {
    // The check of the database reports the reason.
    return []
  }
}
