import { join } from 'node:path'
import { openMedia } from '../../animals/animals.module.ts'
import { copyMedia } from '../../animals/media/copy-media.ts'
import { folderMedia } from '../../animals/media/folder-media.ts'
import { MediaUnavailable } from '../../animals/media/media.ts'
import { listFiles, petsOfFiles } from '../../animals/photos/photo-files.repository.ts'
import type { Config } from '../config.ts'
import { readIfThere } from '../schema/older-database.ts'

type Place = Pick<Config, 'media'>

/** The folder for the photos of a backup, beside its file. */
export const photoFolderOf = (file: string): string => `${file}.photos`

/** Returns how many files were copied; those that an earlier backup has put there are skipped. */
export const backUpPhotos = async (config: Place, file: string, stopping: AbortSignal): Promise<number> => {
  const folder = photoFolderOf(file)
  const to = { media: folderMedia(folder), folder: join(folder, 'uploads') }
  return copyMedia(await openMedia(config), to, stopping)
}

export const restorePhotos = async (config: Place, file: string, stopping: AbortSignal): Promise<number> => {
  const to = { media: await openMedia(config), folder: config.media.uploadFolder }
  return copyMedia(folderMedia(photoFolderOf(file)), to, stopping)
}

export const copyPhotos = async (from: Place, { media }: Place, stopping: AbortSignal): Promise<number> => {
  const to = { media: await openMedia({ media }), folder: media.uploadFolder }
  return copyMedia(await openMedia(from), to, stopping)
}

/** Missing files of photos, and some of the animals on these photos. */
export type MissingPhotos = { files: number; petIds: readonly bigint[] }

const STEP = 1_000
const MAX_PETS = 20

/** Compares the database with the files; undefined if the files cannot be listed. */
export const findMissingPhotos = async (
  config: Pick<Config, 'database' | 'media'>,
): Promise<MissingPhotos | undefined> => {
  const there = await listMedia(config)
  if (!there) return undefined
  const found = await readIfThere(config.database, '0015-photos', async (query) => {
    const missing: string[] = []
    let names: string[]
    let after = ''
    do {
      names = await listFiles(query, after, STEP)
      missing.push(...names.filter((name) => !there.has(name)))
      after = names.at(-1) ?? after
    } while (names.length === STEP)
    const petIds = await petsOfFiles(query, missing.slice(0, STEP), MAX_PETS)
    return { files: missing.length, petIds }
  })
  return found ?? { files: 0, petIds: [] }
}

const listMedia = async (config: Place): Promise<Set<string> | undefined> => {
  try {
    return new Set(await Array.fromAsync((await openMedia(config)).list()))
  } catch (error) {
    if (error instanceof MediaUnavailable) return undefined
    throw error
  }
}
