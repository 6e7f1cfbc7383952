import type { Int64 } from './exact-json.ts'
import { blobOf, type FileSource } from './file-source.ts'
import type { Photo, PhotoRotation } from './openapi.gen.ts'
import type { ChangeOptions, PostOptions } from './options.ts'
import { inPath } from './request.ts'
import type { Resources } from './resources.gen.ts'
import type { Call } from './response.ts'
import type { Send } from './transport.ts'

/** Calls for photos of animals. */
export type PhotoCalls = Resources['photos'] & ReturnType<typeof photoCalls>

/** Uploading a large image can take minutes, and then it is rendered. */
const UPLOAD_TIMEOUT_MS = 300_000

export const photoCalls = (send: Send) => ({
  /**
   * Adds a JPEG, PNG, WebP, AVIF or GIF image of up to 15 MB: a `Blob` or `File`, bytes, a stream, or on Node.js
   * `{ path }`. A stream is read into memory first, so that the request can be repeated. Throws `invalid_image`,
   * `photo_limit_reached`, `photo_quota_exceeded`, `pet_not_found`, `not_owner`.
   */
  add: (petId: Int64, file: FileSource, options?: PostOptions): Call<Photo> =>
    send(
      { operation: 'addPhoto', method: 'POST', path: `/pets/${inPath(petId)}/photos`, file: () => blobOf(file) },
      { timeoutMs: UPLOAD_TIMEOUT_MS, ...options },
    ),

  /** Sets the order of an animal's photos. `ids` must contain all of them. Throws `validation_failed`. */
  order: (petId: Int64, ids: readonly Int64[], options?: ChangeOptions): Call<Photo[]> =>
    send({ operation: 'orderPhotos', method: 'PUT', path: `/pets/${inPath(petId)}/photos/order`, body: ids }, options),

  /**
   * Rotates a photo clockwise. Its id, description and place stay. Throws `photo_not_found`, `not_owner`,
   * `precondition_failed`, `invalid_image`, `photo_quota_exceeded`.
   */
  rotate: (photoId: Int64, degrees: PhotoRotation['degrees'], options?: PostOptions & ChangeOptions): Call<Photo> =>
    send(
      { operation: 'rotatePhoto', method: 'POST', path: `/photos/${inPath(photoId)}/rotate`, body: { degrees } },
      { timeoutMs: UPLOAD_TIMEOUT_MS, ...options },
    ),
})
