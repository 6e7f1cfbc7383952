import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageRenderer } from '../../animals/images/image-renderer.ts'
import { isMediaName, type MediaStorage, mediaPath } from '../../animals/media/media.ts'
import type { Photo } from '../../animals/photos/photo.ts'
import type { Logger } from '../../platform/log.ts'

type Logo = { bytes: Buffer; type: string }

type Deps = {
  media: Pick<MediaStorage, 'open'>
  images: Pick<ImageRenderer, 'render'>
  uploadFolder: string
  logo: Logo | undefined
  log: Pick<Logger, 'warn'>
}

/** Wide enough for the 3 cm that it has on paper. */
const PHOTO_WIDTH = 640
const MAX_PHOTO_BYTES = 200_000
/** Larger logos are scaled down. */
const MAX_LOGO_BYTES = 60_000

export type DocumentImages = ReturnType<typeof documentImages>

/** The images in documents, as data URLs. */
export const documentImages = ({ media, images, uploadFolder, logo, log }: Deps) => {
  const readPhoto = async (name: string): Promise<string | undefined> => {
    const opened = isMediaName(name) ? await media.open(name) : undefined
    if (!opened) return undefined
    if (opened.bytes > MAX_PHOTO_BYTES) {
      opened.body.destroy()
      return undefined
    }
    return dataUrl('image/jpeg', Buffer.concat(await opened.body.toArray()))
  }

  const scaled = async ({ bytes, type }: Logo): Promise<string> => {
    if (bytes.length <= MAX_LOGO_BYTES || type === 'image/svg+xml') return dataUrl(type, bytes)
    const file = join(uploadFolder, randomUUID())
    await writeFile(file, bytes, { flag: 'wx', mode: 0o600 })
    try {
      const { variants } = await images.render(file, 'logo')
      const [smallest] = variants.filter(({ format }) => format === 'jpeg')
      const small = smallest && (await readFile(smallest.file))
      await Promise.all(variants.map((variant) => rm(variant.file, { force: true })))
      return small ? dataUrl('image/jpeg', small) : dataUrl(type, bytes)
    } finally {
      await rm(file, { force: true })
    }
  }

  let logoUrl: Promise<string> | undefined
  return {
    /** Undefined if the file cannot be read: a contract without a photo is better than none. */
    photo: (name: string): Promise<string | undefined> =>
      readPhoto(name).catch((error) => {
        log.warn({ err: error }, 'a document has no photo, because its file cannot be read')
        return undefined
      }),

    async logo(): Promise<string | undefined> {
      if (!logo) return undefined
      logoUrl ??= scaled(logo)
      try {
        return await logoUrl
      } catch (error) {
        log.warn({ err: error }, 'the logo cannot be scaled for documents')
        logoUrl = undefined
        return dataUrl(logo.type, logo.bytes)
      }
    },
  }
}

/** The names of the files of a photo that suit a document, largest first. */
export const photoFilesOf = (photo: Photo | undefined): string[] => {
  const sorted = (photo?.variants ?? [])
    .filter(({ format, bytes }) => format === 'jpeg' && bytes <= MAX_PHOTO_BYTES)
    .sort((one, other) => other.width - one.width)
  const narrow = sorted.filter(({ width }) => width <= PHOTO_WIDTH)
  return (narrow.length > 0 ? narrow : sorted.slice(-1)).map(({ url }) => url.slice(mediaPath('').length))
}

const dataUrl = (type: string, bytes: Buffer): string => `data:${type};base64,${bytes.toString('base64')}`
