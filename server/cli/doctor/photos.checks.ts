import type { Config } from '../../config.ts'
import { folderMarkers } from '../../media/folder-markers.ts'
import { findStorageFaults, photosElsewhere, type StorageFault } from '../../media/storage-check.ts'
import { openDatabase } from '../../open-database.ts'
import { sharedFolder } from '../../photos/shared-folder.service.ts'
import { systemClock as clock } from '../../platform/clock.ts'
import { mayHaveReplicas } from '../../wiring/photos.ts'
import type { Finding } from './finding.ts'

/** Photos can be stored, and every replica can serve those of the others. */
export const checkPhotos = async (config: Config): Promise<Finding[]> => {
  const { media } = config
  const check = 'photos'
  const faults = await findStorageFaults({ media, mayHaveReplicas: mayHaveReplicas(config) })
  faults.push(...(await findElsewhere(config)))
  if (faults.length > 0) return faults.map((fault) => ({ check, state: 'fail', ...fault }))
  const found = media.kind === 's3' ? `in the bucket ${media.s3.bucket}` : `in ${media.folder}`
  return [{ check, state: 'ok', found }]
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
    // The check of the database says why.
    return []
  }
}
