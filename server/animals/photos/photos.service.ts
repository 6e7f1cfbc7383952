import { isDeepStrictEqual } from 'node:util'
import { changedFields } from '../../platform/changed-fields.ts'
import type { Clock } from '../../platform/clock.ts'
import { checkIfMatch } from '../../platform/http/etag.ts'
import { validationFailed } from '../../platform/http/http-error.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { type Actor, checkOwner, isOwner } from '../../requests/access/ownership.ts'
import type { Author, By } from '../../requests/author/author.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import type { Degrees } from '../images/image.ts'
import { petError } from '../pets/pet.errors.ts'
import type { PetsService } from '../pets/pets.service.ts'
import { photoError } from './photo.errors.ts'
import {
  addressed,
  angleAfter,
  MAX_PHOTOS,
  type Photo,
  type PhotoChange,
  type PhotoPatch,
  type Rotation,
  rotatedFocus,
  unrotated,
  type Variant,
} from './photo.ts'
import { linkFiles, removePhoto } from './photo-files.repository.ts'
import { rotatedMeanwhile, type StoredImage } from './photo-media.service.ts'
import {
  countPhotos,
  findPhoto,
  findRotations,
  findShownPet,
  insertPhoto,
  listPhotos,
  orderPhotos,
  replaceImage,
  updatePhoto,
} from './photos.repository.ts'

type Deps = {
  database: Database<PhotoChange, Author>
  pets: Pick<PetsService, 'get'>
  clock: Pick<Clock, 'nowMs'>
  /** In front of the paths of photos in events. */
  basePath?: string | undefined
}

export type PhotosService = ReturnType<typeof photosService>

type Added = { petId: bigint; image: StoredImage; alt?: string | undefined; origin: string }

/** The URL that the client uses for this server, and the version it has seen. */
type RequestContext = { origin: string; ifMatch?: string | undefined }

/** The photos of animals; they belong to the account of their animal. */
export const photosService = ({ database, pets, clock, basePath = '' }: Deps) => {
  const write = <Done>(author: Author, work: (trx: Trx<PhotoChange>) => Promise<Done>) =>
    database.writeAs(author, async (trx) => {
      // Writes of the same commit come first, as they may remove what this decision needs.
      await trx.settle()
      return work(trx)
    })

  /** Others must not learn what a draft contains. */
  const checkPhotoOwner = (actor: Actor, pet: { ownerId: bigint; isPublished: boolean }): void => {
    if (isOwner(actor, pet.ownerId)) return
    throw pet.isPublished ? requestError('not_owner') : photoError('photo_not_found')
  }

  /** Locks the animal of a photo, and so the photo. */
  const lockPhoto = async (trx: Trx<PhotoChange>, actor: Actor, id: bigint): Promise<Photo> => {
    const found = await findPhoto(trx.query, id)
    if (!found) throw photoError('photo_not_found')
    const { ownerId } = await pets.get(trx, found.petId)
    const pet = await findShownPet(trx.query, found.petId)
    checkPhotoOwner(actor, { ownerId, isPublished: pet?.isPublished ?? false })
    // Read again, now that nobody else can change it.
    const photo = await findPhoto(trx.query, id)
    if (!photo) throw photoError('photo_not_found')
    return photo
  }

  /** A photo that this transaction has written, with paths in place of URLs. */
  const written = async (trx: Trx<PhotoChange>, id: bigint): Promise<Photo> => {
    const photo = await findPhoto(trx.query, id)
    if (!photo) throw new Error('the photo was not written')
    return photo
  }

  const stateOf = async (trx: Trx<PhotoChange>, petId: bigint) => {
    const { ownerId = 0n, isPublished = false } = (await findShownPet(trx.query, petId)) ?? {}
    const photos = await listPhotos(trx.query, [petId])
    const shown = photos.map((photo) => addressed(photo, basePath))
    return { after: { petId, photos: shown }, ownerId, isPublished }
  }

  const checkCount = (count: number): void => {
    if (count >= MAX_PHOTOS) throw photoError('photo_limit_reached')
  }

  return {
    /**
     * Callers who do not own the animal only see photos of published ones. Throws `pet_not_found`.
     */
    list: async (actor: Actor, petId: bigint, origin: string): Promise<Photo[]> => {
      const pet = await findShownPet(database.read, petId)
      if (!pet) throw petError('pet_not_found')
      if (!pet.isPublished && !isOwner(actor, pet.ownerId)) return []
      return (await listPhotos(database.read, [petId])).map((photo) => addressed(photo, origin))
    },

    /** Throws `photo_not_found`, also if the caller may not see it. */
    get: async (actor: Actor, id: bigint, origin: string): Promise<Photo> => {
      const photo = await findPhoto(database.read, id)
      if (!photo) throw photoError('photo_not_found')
      const pet = await findShownPet(database.read, photo.petId)
      if (!pet || !(pet.isPublished || isOwner(actor, pet.ownerId))) {
        throw photoError('photo_not_found')
      }
      return addressed(photo, origin)
    },

    /** Called before a file is read. Throws `pet_not_found`, `not_owner`, `photo_limit_reached`. */
    async checkRoom(actor: Actor, petId: bigint): Promise<void> {
      const pet = await findShownPet(database.read, petId)
      if (!pet) throw petError('pet_not_found')
      checkOwner(actor, pet.ownerId)
      checkCount(await countPhotos(database.read, petId))
    },

    /** Throws the same as `checkRoom`, as all of it may have changed since. */
    async add(trx: Trx<PhotoChange>, actor: Actor, { petId, image, alt, origin }: Added): Promise<Photo> {
      await trx.settle()
      const { ownerId } = await pets.get(trx, petId)
      checkOwner(actor, ownerId)
      checkCount(await countPhotos(trx.query, petId))
      const { names, ...rest } = image
      const photoId = await insertPhoto(trx.query, {
        petId,
        alt,
        ...rest,
        createdAtMs: clock.nowMs(),
      })
      await linkFiles(trx.query, photoId, names)
      trx.record({ kind: 'photo added', photoId, ...(await stateOf(trx, petId)) })
      return addressed(await written(trx, photoId), origin)
    },

    /** Throws `photo_not_found`, `not_owner`, `precondition_failed`. */
    update: (
      { caller, author }: By<Actor>,
      id: bigint,
      { alt, focus }: PhotoPatch,
      { origin, ifMatch }: RequestContext,
    ): Promise<Photo> =>
      write(author, async (trx) => {
        const before = await lockPhoto(trx, caller, id)
        checkIfMatch(ifMatch, addressed(before, origin))
        const wanted = {
          id,
          alt: alt === undefined ? before.alt : alt?.trim() || undefined,
          focus: focus === undefined ? before.focus : (focus ?? undefined),
        }
        if (wanted.alt === before.alt && isDeepStrictEqual(wanted.focus, before.focus)) {
          return addressed(before, origin)
        }
        await updatePhoto(trx.query, wanted)
        const after = await written(trx, id)
        const fields = changedFields(before, after)
        const state = await stateOf(trx, before.petId)
        trx.record({ kind: 'photo changed', photoId: id, fields, ...state })
        return addressed(after, origin)
      }),

    /**
     * What a rotation leads to. Called before files are made. Throws `photo_not_found`, `not_owner`,
     * `precondition_failed`.
     */
    async planRotation(
      actor: Actor,
      id: bigint,
      { degrees, origin, ifMatch }: RequestContext & { degrees: Rotation },
    ): Promise<PlannedRotation> {
      const photo = await findPhoto(database.read, id)
      const pet = photo && (await findShownPet(database.read, photo.petId))
      if (!photo || !pet) throw photoError('photo_not_found')
      checkPhotoOwner(actor, pet)
      checkIfMatch(ifMatch, addressed(photo, origin))
      const rotations = (await findRotations(database.read, id)) ?? unrotated(photo)
      const angle = angleAfter(rotations, degrees)
      const upright = rotations.renderings[0]?.variants ?? photo.variants
      return { angle, upright, isRendered: rotations.renderings[angle] !== undefined }
    },

    /**
     * Rotates a photo. Throws the same as `planRotation`, and `rate_limit_exceeded` if it was rotated in
     * the meantime, so that another rendering is needed.
     */
    async rotate(
      trx: Trx<PhotoChange>,
      actor: Actor,
      { id, degrees, rendered, origin, ifMatch }: RotationRequest,
    ): Promise<Photo> {
      await trx.settle()
      const before = await lockPhoto(trx, actor, id)
      checkIfMatch(ifMatch, addressed(before, origin))
      const rotations = (await findRotations(trx.query, id)) ?? unrotated(before)
      const angle = angleAfter(rotations, degrees)
      const image = rendered?.angle === angle ? rendered.image : undefined
      const rendering = rotations.renderings[angle] ?? image
      if (!rendering) throw rotatedMeanwhile()
      const { placeholder, variants } = rendering
      const { petId, width, height, focus } = before
      const isOnItsSide = degrees !== 180
      await replaceImage(trx.query, id, {
        width: isOnItsSide ? height : width,
        height: isOnItsSide ? width : height,
        placeholder,
        variants,
        focus: focus && rotatedFocus(focus, degrees),
        rotations: {
          angle,
          renderings: { ...rotations.renderings, [angle]: { placeholder, variants } },
        },
      })
      if (image) await linkFiles(trx.query, id, image.names)
      const state = await stateOf(trx, petId)
      trx.record({ kind: 'photo changed', photoId: id, fields: ['rotation'], ...state })
      return addressed(await written(trx, id), origin)
    },

    /** Throws `photo_not_found`, `not_owner`, `precondition_failed`. */
    remove: ({ caller, author }: By<Actor>, id: bigint, { origin, ifMatch }: RequestContext): Promise<void> =>
      write(author, async (trx) => {
        const before = await lockPhoto(trx, caller, id)
        checkIfMatch(ifMatch, addressed(before, origin))
        await removePhoto(trx.query, id, clock.nowMs())
        const state = await stateOf(trx, before.petId)
        trx.record({ kind: 'photo removed', photoId: id, ...state })
      }),

    /** Throws `pet_not_found`, `not_owner`, `precondition_failed`, `validation_failed`. */
    order: (
      { caller, author }: By<Actor>,
      petId: bigint,
      ids: readonly bigint[],
      { origin, ifMatch }: RequestContext,
    ): Promise<Photo[]> =>
      write(author, async (trx) => {
        const { ownerId } = await pets.get(trx, petId)
        checkOwner(caller, ownerId)
        const before = await listPhotos(trx.query, [petId])
        checkIfMatch(
          ifMatch,
          before.map((photo) => addressed(photo, origin)),
        )
        checkOrder(ids, before)
        if (before.some((photo, place) => photo.id !== ids[place])) {
          await orderPhotos(trx.query, ids)
          trx.record({ kind: 'photos ordered', petId, ...(await stateOf(trx, petId)) })
        }
        const after = await listPhotos(trx.query, [petId])
        return after.map((photo) => addressed(photo, origin))
      }),
  }
}

type PlannedRotation = {
  /** How far the photo is then rotated from how it was added. */
  angle: Degrees
  /** The variants of the photo as it was added. */
  upright: readonly Variant[]
  /** Whether it has been rendered at this angle. */
  isRendered: boolean
}

type RotationRequest = RequestContext & {
  id: bigint
  degrees: Rotation
  /** What was rendered for it, if anything. */
  rendered: { angle: Degrees; image: StoredImage } | undefined
}

const checkOrder = (ids: readonly bigint[], photos: readonly Photo[]): void => {
  const known = new Set(photos.map(({ id }) => id))
  const errors = ids.flatMap((id, place) => {
    const field = String(place)
    if (!known.has(id)) {
      return [{ field, code: 'unknown_photo', message: 'must be a photo of this animal' }]
    }
    return ids.indexOf(id) === place ? [] : [{ field, code: 'duplicate_value', message: 'must not be given twice' }]
  })
  if (errors.length === 0 && ids.length !== photos.length) {
    const message = `must name all ${photos.length} photos of the animal`
    errors.push({ field: '', code: 'missing_photo', message })
  }
  if (errors.length > 0) throw validationFailed(errors)
}
