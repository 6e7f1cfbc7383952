import { protocolError } from '../../platform/http/http-error.ts'
import type { PortalPage } from '../../requests/api/portal-page.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import {
  isMediaName,
  type MediaExtension,
  type MediaName,
  type MediaStorage,
  MediaUnavailable,
  mediaTypes,
} from './media.ts'

/** Files of photos, for everybody, as their names cannot be guessed. */
export const mediaPages = (media: Pick<MediaStorage, 'find' | 'open'>): PortalPage[] => [
  {
    path: '/media/{name}',
    isFree: true,
    async handle({ params }) {
      const name = String(params.name)
      if (!isMediaName(name)) return undefined
      const found = await orUnavailable(media.find(name))
      if (!found) return undefined
      return {
        status: 200,
        type: typeOf(name),
        // The name is the hash of the content.
        etag: `"${name.slice(0, 32)}"`,
        headers,
        file: {
          bytes: found.bytes,
          async open() {
            const file = await orUnavailable(media.open(name))
            if (!file) throw protocolError('route_not_found')
            return file.body
          },
        },
      }
    },
  },
]

const typeOf = (name: MediaName): string => mediaTypes[name.split('.')[1] as MediaExtension]

/** Makes browsers treat the file as an image, whatever it contains. */
const headers = ['cache-control', 'public, max-age=31536000, immutable', 'cross-origin-resource-policy', 'cross-origin']

const orUnavailable = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof MediaUnavailable)) throw error
    const retry = { 'retry-after': '1' }
    throw requestError('service_unavailable', { headers: retry, cause: error })
  }
}
