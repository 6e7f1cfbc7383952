import { Type } from 'typebox'
import { mergePatch } from '../../platform/http/body.ts'
import type { FileUpload } from '../../platform/http/file-upload.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import { type Call, type Operation, operation } from '../../requests/api/operation.ts'
import { json, noContent, type Reply, resource } from '../../requests/api/reply.ts'
import type { Idempotency } from '../../requests/idempotency/idempotency.service.ts'
import { planUploads } from '../../requests/plans/plan.ts'
import { PetPath } from '../pets/pet.ts'
import {
  MAX_PHOTO_BYTES,
  MAX_PHOTOS,
  PetPhotos,
  Photo,
  type PhotoChange,
  PhotoOrder,
  PhotoPatch,
  PhotoPath,
  PhotoRotation,
  photoLocation,
  type Rotation,
} from './photo.ts'
import type { PhotoMedia } from './photo-media.service.ts'
import type { PhotosService } from './photos.service.ts'
import type { UploadSlots } from './upload-slots.ts'

type Deps = {
  photos: PhotosService
  photoMedia: Pick<PhotoMedia, 'checkBudget' | 'store' | 'rotate'>
  uploadSlots: UploadSlots
  /** The folder for received files. */
  uploadFolder: string
  idempotency: Idempotency<PhotoChange>
}

export const photoSchemas = [Photo, PetPhotos, PhotoPatch, PhotoRotation, PhotoOrder]

const shared = { tag: 'Photos', stability: 'stable' } as const
const editErrors = ['not_owner', 'photo_not_found', 'precondition_failed'] as const
const list = Type.Array(Photo, { maxItems: MAX_PHOTOS })

/** Photos of animals. */
export const photoOperations = (deps: Deps): Operation[] => {
  const { photos, uploadFolder } = deps
  const upload: FileUpload = {
    mediaTypes: ['image/'],
    maxBytes: MAX_PHOTO_BYTES,
    folder: uploadFolder,
  }
  return [
    operation({
      ...shared,
      id: 'addPhoto',
      method: 'POST',
      path: '/pets/{petId}/photos',
      summary: 'Add a photo',
      description:
        'Adds a JPEG, PNG, WebP, AVIF or GIF image of up to 15 MB and 50 megapixels. Send it as the field `file` of ' +
        'a form, or as the body itself with a `Content-Type` such as `image/jpeg`. The format is detected from the ' +
        'bytes. The image is turned upright, converted to sRGB and stripped of all metadata, such as the location. ' +
        'An animal has at most 20 photos. Only the account that the animal belongs to can do this. An account can ' +
        'send 2 (Free), 5 (Pro), 20 (Business) or 50 (Enterprise) files at a time. Further ones wait up to 20 s and ' +
        'then get `rate_limit_exceeded`, which does not count as a strike. In 24 hours, an account can have 3 GB (Free), ' +
        '15 GB (Pro), 60 GB (Business) or 1,000 GB (Enterprise) of files rendered, for photos and their rotations.',
      scope: 'pets:write',
      params: PetPath,
      upload,
      requestHeaders: ['Idempotency-Key'],
      returns: { 201: { description: 'The photo.', schema: Photo } },
      errors: ['invalid_image', 'not_owner', 'pet_not_found', 'photo_limit_reached', 'photo_quota_exceeded'],
      example: {
        path: { petId: '1' },
        file: 'biscuit.jpg',
        client: `const photo = await store.photos.add(1, { path: 'biscuit.jpg' })\nconsole.log(photo.variants.at(-1)?.url)`,
      },
      handle: (call) => addPhoto(deps, call),
    }),

    operation({
      ...shared,
      id: 'listPhotos',
      method: 'GET',
      path: '/pets/{petId}/photos',
      summary: "List an animal's photos",
      description: 'Returns all photos of an animal, in order. Other accounts can only see those of published animals.',
      scope: 'pets:read',
      params: PetPath,
      returns: { 200: { description: 'The photos.', schema: list } },
      errors: ['pet_not_found'],
      example: {
        path: { petId: '1' },
        client: `for (const { variants } of await store.photos.list(1)) console.log(variants[0]?.url)`,
      },
      handle: async ({ params: { petId }, caller, origin }) => {
        const found = await photos.list(caller, petId, origin)
        return json(stringifyJson(found))
      },
    }),

    operation({
      ...shared,
      id: 'orderPhotos',
      method: 'PUT',
      path: '/pets/{petId}/photos/order',
      summary: "Order an animal's photos",
      description: 'Send the ids of all photos of the animal. The first photo is shown in lists.',
      scope: 'pets:write',
      params: PetPath,
      body: PhotoOrder,
      requestHeaders: ['If-Match'],
      returns: { 200: { description: 'The photos, in their new order.', schema: list } },
      errors: ['not_owner', 'pet_not_found', 'precondition_failed'],
      example: {
        path: { petId: '1' },
        body: [1],
        client: `await store.photos.order(1, [1])`,
      },
      handle: async (call) => {
        const { params, body, headers, origin } = call
        const context = { origin, ifMatch: headers['if-match'] }
        return json(stringifyJson(await photos.order(call, params.petId, body, context)))
      },
    }),

    operation({
      ...shared,
      id: 'getPhoto',
      method: 'GET',
      path: '/photos/{photoId}',
      summary: 'Get a photo',
      description: 'Other accounts can only see photos of published animals.',
      scope: 'pets:read',
      params: PhotoPath,
      returns: { 200: { description: 'The photo.', schema: Photo } },
      errors: ['photo_not_found'],
      example: {
        path: { photoId: '1' },
        client: `const photo = await store.photos.get(1)\nconsole.log(photo.width, photo.height)`,
      },
      handle: async ({ params: { photoId }, caller, origin }) => {
        const photo = await photos.get(caller, photoId, origin)
        return resource(photo)
      },
    }),

    operation({
      ...shared,
      id: 'updatePhoto',
      method: 'PATCH',
      path: '/photos/{photoId}',
      summary: 'Describe a photo',
      description:
        "Updates a photo's description and focus (RFC 7396). To turn the picture, rotate it; for another one, add that and delete this one.",
      scope: 'pets:write',
      params: PhotoPath,
      body: PhotoPatch,
      mediaTypes: mergePatch,
      requestHeaders: ['If-Match'],
      returns: { 200: { description: 'The updated photo.', schema: Photo } },
      errors: editErrors,
      example: {
        path: { photoId: '1' },
        body: { alt: 'Biscuit sits on the grass', focus: { x: 0.5, y: 0.3 } },
        client: `await store.photos.update(1, {\n  alt: 'Biscuit sits on the grass',\n  focus: { x: 0.5, y: 0.3 },\n})`,
      },
      handle: async (call) => {
        const { params, body, headers, origin } = call
        const context = { origin, ifMatch: headers['if-match'] }
        return resource(await photos.update(call, params.photoId, body, context))
      },
    }),

    operation({
      ...shared,
      stability: 'beta',
      id: 'rotatePhoto',
      method: 'POST',
      path: '/photos/{photoId}/rotate',
      summary: 'Rotate a photo',
      description:
        'Turns the picture clockwise, and its `focus` with it. Its id, description and place stay. Each of the four ' +
        'orientations is rendered once, from the photo as it was added, and counts as an upload. Further rotations use ' +
        'these files again, so no rotation loses quality. They are removed with the photo. Each request rotates again, so ' +
        'send an `Idempotency-Key`. While another request rotates the same photo, it can get `rate_limit_exceeded`.',
      scope: 'pets:write',
      params: PhotoPath,
      body: PhotoRotation,
      requestHeaders: ['Idempotency-Key', 'If-Match'],
      returns: { 200: { description: 'The rotated photo.', schema: Photo } },
      errors: [...editErrors, 'invalid_image', 'photo_quota_exceeded'],
      example: {
        path: { photoId: '1' },
        body: { degrees: 90 },
        client: `await store.photos.rotate(1, 90)`,
      },
      handle: (call) => rotatePhoto(deps, call),
    }),

    operation({
      ...shared,
      id: 'deletePhoto',
      method: 'DELETE',
      path: '/photos/{photoId}',
      summary: 'Delete a photo',
      description: 'Its files are removed a day later, unless another photo uses them.',
      scope: 'pets:write',
      params: PhotoPath,
      requestHeaders: ['If-Match'],
      returns: { 204: { description: 'Deleted.' } },
      errors: editErrors,
      example: { path: { photoId: '1' }, client: `await store.photos.remove(1)` },
      handle: async (call) => {
        const { params, headers, origin } = call
        await photos.remove(call, params.photoId, { origin, ifMatch: headers['if-match'] })
        return noContent
      },
    }),
  ]
}

/**
 * The file is read after everything else is validated, and rendered and stored before the
 * transaction. With an `Idempotency-Key`, the file must be read to know whether this is a
 * repetition.
 */
const addPhoto = async (
  { photos, photoMedia, uploadSlots, idempotency }: Deps,
  call: Call<{ petId: bigint }>,
): Promise<Reply> => {
  const { caller, author, params, headers, method, url, address, origin } = call
  const { petId } = params
  const check = () => photos.checkRoom(caller, petId)
  if (headers['idempotency-key'] === undefined) {
    await check()
    await photoMedia.checkBudget(caller)
  }
  const owner = String(caller.accountId)
  const most = planUploads[caller.plan]
  using slot = await call.beforeFile(() => uploadSlots({ account: owner, address, most }))
  await using file = await call.receiveFile(slot)
  slot.complete()
  const { sha256, bytes } = file
  const request = { caller, author, headers, method, url, address, body: { sha256, bytes } }
  // Awaited here, as the file is removed when this function ends.
  return await idempotency.onceAfter(
    request,
    caller,
    async () => {
      await check()
      return photoMedia.store(file.path, caller)
    },
    async (trx, image) => {
      const photo = await photos.add(trx, caller, { petId, image, origin })
      return { status: 201, location: photoLocation(photo.id), body: stringifyJson(photo) }
    },
  )
}

/** Files are made before the transaction, in a slot for uploads, as that takes as much as an upload. */
const rotatePhoto = (
  { photos, photoMedia, uploadSlots, idempotency }: Deps,
  call: Call<{ photoId: bigint }, undefined, { degrees: Rotation }>,
): Promise<Reply> => {
  const { caller, params, body, headers, address, origin } = call
  const { photoId: id } = params
  const request = { degrees: body.degrees, origin, ifMatch: headers['if-match'] }
  const plan = () => photos.planRotation(caller, id, request)
  return idempotency.onceAfter(
    call,
    caller,
    async () => {
      if ((await plan()).isRendered) return undefined
      const account = String(caller.accountId)
      using slot = await uploadSlots({ account, address, most: planUploads[caller.plan] })
      slot.complete()
      // Planned again, as the photo may have changed in the meantime.
      const { angle, upright, isRendered } = await plan()
      if (isRendered) return undefined
      return { angle, image: await photoMedia.rotate({ id, upright, angle }, caller) }
    },
    async (trx, rendered) => {
      const photo = await photos.rotate(trx, caller, { ...request, id, rendered })
      return { status: 200, body: stringifyJson(photo) }
    },
  )
}
