import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What keeps photos from being stored, or other replicas from serving them, and what to do about it. */
export type StorageFault = { found: string; advice: string }

/** Of the settings. */
type Where = {
  media: { uploadFolder: string } & (
    | { kind: 'folder'; folder: string; isGiven: boolean }
    | { kind: 's3' }
  )
  /** Whether other replicas may run on the same database. */
  mayHaveReplicas: boolean
}

export const findStorageFaults = async ({
  media,
  mayHaveReplicas,
}: Where): Promise<StorageFault[]> => {
  const faults: StorageFault[] = []
  const uploads = await writeFault(media.uploadFolder)
  if (uploads) {
    const found = `uploads cannot be written to ${media.uploadFolder}: ${uploads}`
    faults.push({ found, advice: 'set UPLOAD_DIR to a folder that can be written' })
  }
  if (media.kind === 's3') return faults
  const photos = await writeFault(media.folder)
  if (photos) {
    const found = `photos cannot be written to ${media.folder}: ${photos}`
    faults.push({ found, advice: 'fix the permissions of the folder, or set MEDIA_URL' })
  }
  if (mayHaveReplicas && !media.isGiven) {
    const found = `photos are in ${media.folder} on this machine, where other replicas cannot read them`
    faults.push({ found, advice: SHARE })
  }
  return faults
}

const SHARE = 'set MEDIA_URL to s3://... or to a folder that all replicas share'

export const photosElsewhere = (folder: string): StorageFault => ({
  found: `another replica stores its photos in a folder that is not ${folder} of this one`,
  advice: `${SHARE}, the same for all of them`,
})

/** Why a folder cannot be written, or cannot be created; undefined when it can. */
const writeFault = async (folder: string): Promise<string | undefined> => {
  try {
    await access(folder, constants.W_OK)
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && dirname(folder) !== folder) return writeFault(dirname(folder))
    return code ?? String(error)
  }
}
