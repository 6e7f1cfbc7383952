import { access, constants, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Why photos cannot be stored or served by other replicas, and what to do about it. */
export type StorageFault = { found: string; advice: string }

/** The relevant settings. */
type Where = {
  media: { uploadFolder: string } & ({ kind: 'folder'; folder: string; isGiven: boolean } | { kind: 's3' })
  /** Whether other replicas may run on the same database. */
  mayHaveReplicas: boolean
}

export const findStorageFaults = async ({ media, mayHaveReplicas }: Where): Promise<StorageFault[]> => {
  const faults: StorageFault[] = []
  const uploads = await writeFault(media.uploadFolder)
  if (uploads) {
    const found = `cannot write uploads to ${media.uploadFolder}: ${uploads}`
    faults.push({ found, advice: 'set UPLOAD_DIR to a writable folder' })
  }
  if (media.kind === 's3') return faults
  const photos = await writeFault(media.folder)
  if (photos) {
    const found = `cannot write photos to ${media.folder}: ${photos}`
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
  found: `another replica stores its photos in a different folder than ${folder} of this one`,
  advice: `${SHARE}, the same for all of them`,
})

/** Why a folder cannot be written or created; undefined if it can. */
const writeFault = async (folder: string): Promise<string | undefined> => {
  try {
    await access(folder, constants.W_OK)
    return (await stat(folder)).isDirectory() ? undefined : 'it is not a folder'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && dirname(folder) !== folder) return writeFault(dirname(folder))
    return code ?? String(error)
  }
}
