import { join } from 'node:path'
import type { Config } from '../config.ts'
import { copyMedia } from '../media/copy-media.ts'
import { folderMedia } from '../media/folder-media.ts'
import { openMedia } from '../wiring/photos.ts'

type Place = Pick<Config, 'media'>

/** Where the photos of a backup are: beside its file. */
const photosOf = (file: string): string => `${file}.photos`

/** Returns how many files were copied: those of an earlier backup under the same name are there already. */
export const backUpPhotos = async (
  config: Place,
  file: string,
  stopping: AbortSignal,
): Promise<number> => {
  const folder = photosOf(file)
  const to = { media: folderMedia(folder), folder: join(folder, 'uploads') }
  return copyMedia(await openMedia(config), to, stopping)
}

export const restorePhotos = async (
  config: Place,
  file: string,
  stopping: AbortSignal,
): Promise<number> => {
  const to = { media: await openMedia(config), folder: config.media.uploadFolder }
  return copyMedia(folderMedia(photosOf(file)), to, stopping)
}

export const copyPhotos = async (
  from: Place,
  { media }: Place,
  stopping: AbortSignal,
): Promise<number> => {
  const to = { media: await openMedia({ media }), folder: media.uploadFolder }
  return copyMedia(await openMedia(from), to, stopping)
}
