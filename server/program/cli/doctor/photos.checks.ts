import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mayHaveReplicas, openMedia } from '../../../animals/animals.module.ts'
import { folderMarkers } from '../../../animals/media/folder-markers.ts'
import { isMediaName, type MediaStorage, mediaName } from '../../../animals/media/media.ts'
import type { S3Config } from '../../../animals/media/s3-config.ts'
import { findStorageFaults, photosElsewhere, type StorageFault } from '../../../animals/media/storage-check.ts'
import { newestFileNames } from '../../../animals/photos/photo-files.repository.ts'
import { sharedFolder } from '../../../animals/photos/shared-folder.service.ts'
import { systemClock as clock } from '../../../platform/clock.ts'
import { outboundReason } from '../../../platform/http/outbound.ts'
import type { Config } from '../../config.ts'
import { openDatabase } from '../../open-database.ts'
import { readIfThere } from '../../schema/older-database.ts'
import { findFolderFault } from './file-access.ts'
import { type Finding, messageOf } from './finding.ts'

/** Checks that photos can be stored, and that every replica can serve those of the others. */
export const checkPhotos = async (config: Config): Promise<Finding[]> => {
  const { media } = config
  const check = 'photos'
  const faults = await findStorageFaults({ media, mayHaveReplicas: mayHaveReplicas(config) })
  faults.push(...(await findElsewhere(config)))
  if (faults.length > 0) return faults.map((fault) => ({ check, state: 'fail', ...fault }))
  const place = media.kind === 's3' ? await checkBucket(config, media.s3) : folderFinding(media)
  return place.state === 'fail' ? [place] : [(await findMissing(config)) ?? place]
}

/** How many of the newest files are looked for. Each is a request to S3. */
const looked = { folder: 1_000, s3: 40 }

/** Whether the storage has the files of the newest photos: a folder that is not mounted is an empty one. */
const findMissing = async (config: Config): Promise<Finding | undefined> => {
  const { kind } = config.media
  const names = await newestFiles(config, looked[kind])
  const media = await openMedia(config)
  const missing: string[] = []
  try {
    for (const name of names) if (isMediaName(name) && (await media.find(name)) === undefined) missing.push(name)
  } catch (error) {
    const found = `photos cannot be read: ${messageOf(error)}`
    return {
      check: 'photos',
      state: 'fail',
      found,
      advice: 'check the folder or bucket of MEDIA_URL',
    }
  }
  if (missing.length === 0) return undefined
  const place = config.media.kind === 's3' ? `the bucket ${config.media.s3.bucket}` : config.media.folder
  return {
    check: 'photos',
    state: 'fail',
    found: `${missing.length} of the newest ${names.length} files of photos are not in ${place}, such as ${missing[0]}`,
    advice: 'mount the right folder, correct MEDIA_URL, or restore the photos from a backup',
  }
}

/** A database that cannot be read has its own finding. */
const newestFiles = async ({ database }: Config, limit: number): Promise<string[]> => {
  try {
    const read = readIfThere(database, '0015-photos', (query) => newestFileNames(query, limit))
    return (await read) ?? []
  } catch {
    return []
  }
}

/** A folder that the settings name and that does not exist may be one that is not mounted. */
const folderFinding = ({ folder, isGiven }: { folder: string; isGiven: boolean }): Finding => {
  const fault = findFolderFault(folder)
  if (fault) return { check: 'photos', state: 'fail', ...fault }
  return isGiven && !existsSync(folder)
    ? {
        check: 'photos',
        state: 'warn',
        found: `${folder} of MEDIA_URL does not exist`,
        advice: 'mount or create it: otherwise the first photo creates an empty folder',
      }
    : { check: 'photos', state: 'ok', found: `in ${folder}` }
}

/** Lists the beginning of the bucket, and writes and removes a file: credentials may only allow to read. */
const checkBucket = async (config: Config, { bucket }: S3Config): Promise<Finding> => {
  const check = 'photos'
  try {
    const media = await openMedia(config)
    await media.list()[Symbol.asyncIterator]().next()
    await tryToWrite(media)
    return { check, state: 'ok', found: `in the bucket ${bucket}, which can be listed and written` }
  } catch (error) {
    const { cause } = error as Error
    const reason = outboundReason(cause) ?? messageOf(cause ?? error)
    const advice = reason.includes('RequestTimeTooSkewed')
      ? "set this machine's clock, and run NTP: S3 rejects requests that seem to be of another time"
      : 'check MEDIA_URL, AWS_ENDPOINT_URL and the access key, which has to list, read, write and delete'
    return { check, state: 'fail', found: `bucket ${bucket}: ${reason}`, advice }
  }
}

const tryToWrite = async (media: MediaStorage): Promise<void> => {
  const own = mkdtempSync(join(tmpdir(), 'adoption-store-doctor-'))
  try {
    const bytes = randomBytes(32)
    const name = mediaName(createHash('sha256').update(bytes).digest('hex'), 'webp')
    writeFileSync(join(own, name), bytes)
    await media.put(name, join(own, name))
    await media.remove(name)
  } finally {
    rmSync(own, { recursive: true, force: true })
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
