import type { Int64 } from './exact-json.ts'
import { blobOf, type FileSource } from './file-source.ts'
import type { ChangeOptions, PostOptions, ReadOptions } from './options.ts'
import { inPath } from './request.ts'
import type { Call } from './response.ts'
import type { Photo, PhotoPatch, PhotoRotation } from './schemas.ts'
import type { Send } from './transport.ts'

/** Calls for photos of animals. */
export type PhotoCalls = ReturnType<typeof photoCalls>

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
      { operation: 'addPhoto', method: 'POST', path: listPath(petId), file: () => blobOf(file) },
      { timeoutMs: UPLOAD_TIMEOUT_MS, ...options },
    ),

  /** Lists the photos of an animal, in order. Throws `pet_not_found`. */
  list: (petId: Int64, options?: ReadOptions): Call<Photo[]> =>
    send({ operation: 'listPhotos', path: listPath(petId) }, options),

  /** Gets a photo. Throws `photo_not_found`. */
  get: (photoId: Int64, options?: ReadOptions): Call<Photo> =>
    send({ operation: 'getPhoto', path: path(photoId) }, options),

  /** Sets the order of an animal's photos. `ids` must contain all of them. Throws `validation_failed`. */
  order: (petId: Int64, ids: readonly Int64[], options?: ChangeOptions): Call<Photo[]> =>
    send({ operation: 'orderPhotos', method: 'PUT', path: `${listPath(petId)}/order`, body: ids }, options),

  /** Updates a photo's description and focus. Throws `photo_not_found`, `not_owner`, `precondition_failed`. */
  update: (photoId: Int64, patch: PhotoPatch, options?: ChangeOptions): Call<Photo> =>
    send({ operation: 'updatePhoto', method: 'PATCH', path: path(photoId), body: patch }, options),

  /**
   * Rotates a photo clockwise. Its id, description and place stay. Throws `photo_not_found`, `not_owner`,
   * `precondition_failed`, `invalid_image`, `photo_quota_exceeded`.
   */
  rotate: (photoId: Int64, degrees: PhotoRotation['degrees'], options?: PostOptions & ChangeOptions): Call<Photo> =>
    send(
      {
        operation: 'rotatePhoto',
        method: 'POST',
        path: `${path(photoId)}/rotate`,
        body: { degrees },
      },
      { timeoutMs: UPLOAD_TIMEOUT_MS, ...options },
    ),

  /** Deletes a photo. Throws `photo_not_found`, `not_owner`, `precondition_failed`. */
  remove: (photoId: Int64, options?: ChangeOptions): Call<undefined> =>
    send({ operation: 'deletePhoto', method: 'DELETE', path: path(photoId) }, options),
})

const listPath = (petId: Int64): string => `/pets/${inPath(petId)}/photos`
const path = (photoId: Int64): string => `/photos/${inPath(photoId)}`
