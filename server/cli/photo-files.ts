import { join } from 'node:path'
import type { Config } from '../config.ts'
import { copyMedia } from '../media/copy-media.ts'
import { folderMedia } from '../media/folder-media.ts'
import { openMedia } from '../wiring/photos.ts'

type Place = Pick<Config, 'media'>

/** Where the photos of a backup are: beside its file. */
const photosOf = (file: string): string => `${file}.photos`

/** Returns how many files were copied: those of an earlier backup under the same name are there already. */
export const backUpPhotos = async (config: Place, file: string): Promise<number> => {
  const folder = photosOf(file)
  return copyMedia(await openMedia(config), folderMedia(folder), join(folder, 'uploads'))
}

export const restorePhotos = async (config: Place, file: string): Promise<number> =>
  copyMedia(folderMedia(photosOf(file)), await openMedia(config), config.media.uploadFolder)

export const copyPhotos = async (from: Place, to: Place): Promise<number> =>
  copyMedia(await openMedia(from), await openMedia(to), to.media.uploadFolder)
